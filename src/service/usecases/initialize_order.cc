#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "service/domain/text.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"
#include "service/usecases/repeatable.h"

namespace storey::service {
namespace {

constexpr std::array<std::string_view, 10> kFormats = {"svg", "png",  "pdf", "dxf",  "geojson",
                                                       "ifc", "html", "csv", "json", "density"};
constexpr int kMaxStoreyIndex = 999;
constexpr int kMaxSheetScale = 10'000;

Outcome<void> check_choice(const std::string& field, std::string& text,
                           std::span<const std::string_view> choices) {
  text = to_lower(text);
  if (text.empty() || std::find(choices.begin(), choices.end(), text) != choices.end()) return {};
  std::string names;
  for (const std::string_view choice : choices) names += (names.empty() ? "" : ", ") + std::string(choice);
  return bad_field(field, field + " must be one of " + names);
}

Outcome<OrderOptions> checked(OrderOptions options) {
  for (const TextOption& option : text_options()) {
    const std::string field = "options." + std::string(option.name);
    std::string& text = options.*option.value;
    STOREY_TRY_VOID(option.words.empty() ? check_text(field, text, 0, 200)
                                         : check_choice(field, text, option.words));
  }
  if (options.sheet_scale && (*options.sheet_scale < 1 || *options.sheet_scale > kMaxSheetScale))
    return bad_field("options.sheet_scale",
                     "options.sheet_scale must be 1 to " + std::to_string(kMaxSheetScale) + "; 50 is 1:50");
  for (std::string& format : options.formats)
    STOREY_TRY_VOID(check_choice("options.formats", format, kFormats));
  if (options.formats.size() > kFormats.size())
    return bad_field("options.formats", "a format is named twice");
  for (const int storey : options.storeys)
    if (storey < 0 || storey > kMaxStoreyIndex)
      return bad_field("options.storeys", "storeys are counted from 0, the lowest one");
  return options;
}

/// All that was asked for, as one text.
std::string text_of(const OrderOptions& options) {
  std::string text;
  for (const TextOption& option : text_options()) text += options.*option.value + "\n";
  text += options.sheet_scale ? std::to_string(*options.sheet_scale) : std::string();
  for (const int storey : options.storeys) text += " " + std::to_string(storey);
  for (const std::string& format : options.formats) text += " " + format;
  return text;
}

}  // namespace

Outcome<Order> initialize_order(Services& services, const ClientId& client, const NewOrder& wanted) {
  STOREY_TRY_VOID(check_text("order_name", wanted.name, 1, 500));
  if (wanted.product != kAreaPlan)
    return refuse(FailureCode::kUnsupportedProduct, "the only supported product is areaplan",
                  {{"field", "product"}});
  const auto units = parse_model_units(wanted.model_units);
  if (!units)
    return refuse(FailureCode::kUnsupportedModelUnits, "model_units must be Metric or Imperial",
                  {{"field", "model_units"}});
  if (wanted.address) STOREY_TRY_VOID(check_text("address", *wanted.address, 0, 1000));
  if (wanted.metadata && wanted.metadata->size() > services.settings.max_metadata_bytes)
    return bad_field("metadata", "metadata must not have more than " +
                                     std::to_string(services.settings.max_metadata_bytes) + " bytes as JSON");

  Order order;
  order.id = services.ids.make<OrderId>();
  order.client_id = client;
  order.name = wanted.name;
  order.created = services.clock.now();
  order.model_units = *units;
  order.address = wanted.address;
  order.metadata = wanted.metadata;
  order.traceparent = wanted.traceparent;
  STOREY_TRY(order.options, checked(wanted.options));

  STOREY_TRY(const Repeatable request,
             repeatable("initializeOrder", wanted.client_token,
                        {wanted.name, wanted.product, wanted.model_units, wanted.project_id.value_or(""),
                         wanted.address.value_or(""), wanted.metadata.value_or(""), text_of(order.options)}));
  return services.store.write([&](Session& session) -> Outcome<Order> {
    const auto named = wanted.project_id ? std::optional<ProjectId>(*wanted.project_id) : std::nullopt;
    STOREY_TRY_VOID(session.clients().lock(client));
    session.ask_ahead([&] {
      std::ignore = find_repeated(services, session, client, request);
      std::ignore = session.projects().choose(client, named);
      std::ignore = session.orders().count_open(client);
    });
    STOREY_TRY(const auto made, find_repeated(services, session, client, request));
    if (made) return require_order(session, client, OrderId(*made));
    STOREY_TRY(const auto project, session.projects().choose(client, named));
    if (!project)
      return refuse(FailureCode::kProjectNotFound, "the project was not found",
                    {{"projectId", wanted.project_id.value_or("")}});
    order.project_id = *project;
    STOREY_TRY(const auto open, session.orders().count_open(client));
    if (open >= services.settings.max_open_orders)
      return refuse(FailureCode::kQuotaExceeded, "this client has " + std::to_string(open) +
                                                     " orders that have not ended; finish or cancel some");
    STOREY_TRY_VOID(session.orders().insert(order));
    STOREY_TRY_VOID(note_repeatable(services, session, client, request, order.id.text));
    return order;
  });
}

}  // namespace storey::service
