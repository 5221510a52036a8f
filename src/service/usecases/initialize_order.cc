#include <algorithm>
#include <array>

#include "service/domain/text.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"

namespace storey::service {
namespace {

constexpr std::array<std::string_view, 6> kInputUnits = {"auto", "m", "mm", "cm", "ft", "in"};
constexpr std::array<std::string_view, 3> kUpAxes = {"auto", "z", "y"};
constexpr std::array<std::string_view, 2> kGeometries = {"true", "orthogonal"};
constexpr std::array<std::string_view, 9> kFormats = {"svg", "png",  "pdf", "dxf", "geojson",
                                                      "ifc", "html", "csv", "json"};
constexpr int kMaxStoreyIndex = 999;

template <std::size_t N>
Outcome<void> check_choice(const std::string& field, std::string& text,
                           const std::array<std::string_view, N>& choices) {
  text = to_lower(text);
  if (text.empty() || std::find(choices.begin(), choices.end(), text) != choices.end()) return {};
  std::string names;
  for (const std::string_view choice : choices) names += (names.empty() ? "" : ", ") + std::string(choice);
  return bad_field(field, field + " must be one of " + names);
}

Outcome<OrderOptions> checked(OrderOptions options) {
  STOREY_TRY_VOID(check_choice("options.input_units", options.input_units, kInputUnits));
  STOREY_TRY_VOID(check_choice("options.up", options.up, kUpAxes));
  STOREY_TRY_VOID(check_choice("options.geometry", options.geometry, kGeometries));
  for (std::string& format : options.formats)
    STOREY_TRY_VOID(check_choice("options.formats", format, kFormats));
  if (options.formats.size() > kFormats.size())
    return bad_field("options.formats", "a format is named twice");
  for (const int storey : options.storeys)
    if (storey < 0 || storey > kMaxStoreyIndex)
      return bad_field("options.storeys", "storeys are counted from 0, the lowest one");
  return options;
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
  STOREY_TRY(order.options, checked(wanted.options));

  return services.store.write([&](Session& session) -> Outcome<Order> {
    STOREY_TRY(const auto project, wanted.project_id
                                       ? session.projects().find(client, ProjectId(*wanted.project_id))
                                       : session.projects().find_default(client));
    if (!project)
      return refuse(FailureCode::kProjectNotFound, "the project was not found",
                    {{"projectId", wanted.project_id.value_or("")}});
    order.project_id = project->id;
    STOREY_TRY(const auto open, session.orders().count_open(client));
    if (open >= services.settings.max_open_orders)
      return refuse(FailureCode::kQuotaExceeded, "this client has " + std::to_string(open) +
                                                     " orders that have not ended; finish or cancel some");
    STOREY_TRY_VOID(session.orders().insert(order));
    return order;
  });
}

}  // namespace storey::service
