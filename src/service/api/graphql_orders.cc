// Order, Result and what is done with them.
#include <cmath>

#include "graphql/json_finite.h"
#include "graphql/json_read.h"
#include "graphql/json_text.h"
#include "service/api/graphql_context.h"
#include "service/api/graphql_maybe.h"
#include "service/api/graphql_pages.h"
#include "service/api/graphql_schema.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"
#include "service/usecases/results.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

struct OptionsInput {
  MaybeText input_units, up, geometry, orientation, layers, area_standard;
  MaybeText survey_date, author, document_number;
  std::optional<std::int32_t> sheet_scale;
  std::optional<std::vector<std::int32_t>> storeys;
  std::optional<std::vector<std::string>> formats;
};

struct FilterInput {
  std::optional<std::vector<std::string>> order_status;
  MaybeText product, project_id, name_contains, created_after, created_before;
};

struct OrderDeletion {
  std::string order_id;
};

OrderOptions to_options(const std::optional<OptionsInput>& input) {
  OrderOptions options;
  if (!input) return options;
  options.input_units = input->input_units.value_or("");
  options.up = input->up.value_or("");
  options.geometry = input->geometry.value_or("");
  options.orientation = input->orientation.value_or("");
  options.layers = input->layers.value_or("");
  options.area_standard = input->area_standard.value_or("");
  options.survey_date = input->survey_date.value_or("");
  options.author = input->author.value_or("");
  options.document_number = input->document_number.value_or("");
  options.sheet_scale = input->sheet_scale;
  if (input->storeys) options.storeys.assign(input->storeys->begin(), input->storeys->end());
  if (input->formats) options.formats = *input->formats;
  return options;
}

Outcome<std::optional<Timestamp>> to_time(const std::string& field, const MaybeText& text) {
  if (!text) return std::nullopt;
  const auto time = parse_iso8601(*text);
  if (!time) return bad_field(field, field + " must be a date, or a date and time, in ISO 8601");
  return time;
}

Outcome<OrderFilter> to_filter(const std::optional<FilterInput>& input) {
  OrderFilter filter;
  if (!input) return filter;
  for (const std::string& name : input->order_status.value_or(std::vector<std::string>{})) {
    const auto status = parse_order_status(name);
    if (!status) return bad_field("filter.order_status", "there is no order_status " + name);
    filter.statuses.push_back(*status);
  }
  filter.product = input->product;
  if (input->project_id) filter.project_id = ProjectId(*input->project_id);
  filter.name_contains = input->name_contains;
  STOREY_TRY(filter.created_after, to_time("filter.created_after", input->created_after));
  STOREY_TRY(filter.created_before, to_time("filter.created_before", input->created_before));
  return filter;
}

void bind_order_type(graphql::Bindings& bindings) {
  bindings.object<Order>("Order")
      .field("order_id", [](const Order& order) -> const std::string& { return order.id.text; })
      .field("order_name", &Order::name)
      .field("order_status", [](const Order& order) { return std::string(status_name(order.status)); })
      .field("created", [](const Order& order) { return to_iso8601(order.created); })
      .field("product", &Order::product)
      .field("model_units",
             [](const Order& order) { return std::string(model_units_name(order.model_units)); })
      .field("project_id", [](const Order& order) -> const std::string& { return order.project_id.text; })
      .field("address", &Order::address)
      .field("metadata",
             [](const Order& order) {
               boost::json::error_code status;
               return order.metadata ? graphql::read_json(*order.metadata, status)
                                     : boost::json::value(nullptr);
             })
      .field("assets",
             [](const Order& order, GraphqlContext& context) {
               return context.told(list_assets(context.services, order.id));
             })
      .field("progress", &Order::progress)
      .field("error", &Order::error)
      .field("submitted", [](const Order& order) { return maybe_time(order.submitted); })
      .field("completed", [](const Order& order) { return maybe_time(order.completed); })
      .field("results",
             [](const Order& order, GraphqlContext& context) {
               return context.told(list_results(context.services, context.client.id, order.id));
             })
      .field("summary", &Order::summary);
  bindings.object<OrderProgress>("OrderProgress")
      .field("percentage",
             [](const OrderProgress& progress) { return std::round(progress.percentage * 10) / 10; })
      .field("stage", [](const OrderProgress& progress) {
        return progress.stage.empty() ? std::nullopt : MaybeText(progress.stage);
      });
  bindings.object<OrderError>("ProcessingError")
      .field("code", &OrderError::code)
      .field("message", &OrderError::message);
  bindings.object<OrderSummary>("OrderSummary")
      .field("storeys", &OrderSummary::storeys)
      .field("rooms", &OrderSummary::rooms)
      .field("floor_area_m2", &OrderSummary::floor_area_m2);
}

void bind_result_type(graphql::Bindings& bindings) {
  bindings.object<OfferedResult>("Result")
      .field("result_id",
             [](const OfferedResult& result) -> const std::string& { return result.file.id.text; })
      .field("format", [](const OfferedResult& result) -> const std::string& { return result.file.format; })
      .field("storey",
             [](const OfferedResult& result) {
               return result.file.storey < 0 ? std::nullopt : std::optional<std::int32_t>(result.file.storey);
             })
      .field("file_name",
             [](const OfferedResult& result) -> const std::string& { return result.file.file_name; })
      .field("size_bytes",
             [](const OfferedResult& result) { return static_cast<double>(result.file.size_bytes); })
      .field("checksum_sha256",
             [](const OfferedResult& result) -> const std::string& { return result.file.checksum_sha256; })
      .field("download_url", [](const OfferedResult& result,
                                GraphqlContext& context) { return context.whole(result.address); })
      .field("expires_in", [](const OfferedResult& result) {
        return static_cast<std::int32_t>(result.expires_in.count());
      });
}

void bind_order_list(graphql::Bindings& bindings) {
  using OrderConnection = Connection<Order>;
  using OrderEdge = Edge<Order>;
  bindings.object<OrderConnection>("OrderConnection")
      .field("edges", &OrderConnection::edges)
      .field("pageInfo", &OrderConnection::info)
      .field("totalCount", &OrderConnection::total_count);
  bindings.object<OrderEdge>("OrderEdge").field("cursor", &OrderEdge::cursor).field("node", &OrderEdge::node);
  bindings.object<PageInfo>("PageInfo")
      .field("hasNextPage", &PageInfo::has_next)
      .field("hasPreviousPage", &PageInfo::has_previous)
      .field("startCursor", &PageInfo::start)
      .field("endCursor", &PageInfo::end);
  bindings.input<PaginationInput>("PaginationInput")
      .field("first", &PaginationInput::first)
      .field("after", &PaginationInput::after)
      .field("last", &PaginationInput::last)
      .field("before", &PaginationInput::before);
  bindings.input<FilterInput>("OrderFilter")
      .field("order_status", &FilterInput::order_status)
      .field("product", &FilterInput::product)
      .field("project_id", &FilterInput::project_id)
      .field("name_contains", &FilterInput::name_contains)
      .field("created_after", &FilterInput::created_after)
      .field("created_before", &FilterInput::created_before);
}

Outcome<Connection<Order>> find_orders(GraphqlContext& context,
                                       const std::optional<FilterInput>& filter_input,
                                       const std::optional<PaginationInput>& pagination) {
  STOREY_TRY(const OrderFilter filter, to_filter(filter_input));
  STOREY_TRY(const PageRequest page, to_page_request(pagination));
  STOREY_TRY(auto orders, list_orders(context.services, context.client.id, filter, page));
  return to_connection(std::move(orders));
}

void bind_order_queries(graphql::Bindings& bindings) {
  bindings.query()
      .field(
          "order",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(get_order(context.services, context.client.id, OrderId(id)));
          },
          "order_id")
      .field(
          "orders",
          [](GraphqlContext& context, const std::optional<FilterInput>& filter,
             const std::optional<PaginationInput>& pagination) {
            return context.told(find_orders(context, filter, pagination));
          },
          "filter", "pagination")
      .field(
          "results",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(list_results(context.services, context.client.id, OrderId(id)));
          },
          "order_id");
}

/// The client's JSON as one text, in the order in which it came.
Outcome<MaybeText> to_metadata(const boost::json::value& metadata) {
  if (metadata.is_null()) return std::nullopt;
  if (!graphql::has_finite_numbers(metadata))
    return bad_field("metadata", "metadata must not have numbers beyond 1.7976931348623157e308");
  std::string text;
  graphql::append_json(text, metadata, graphql::JsonNumbers::kAsTheyAre);
  return text;
}

Outcome<Order> start_order(GraphqlContext& context, NewOrder wanted, const boost::json::value& metadata) {
  STOREY_TRY(wanted.metadata, to_metadata(metadata));
  wanted.traceparent = context.traceparent;
  return initialize_order(context.services, context.client.id, wanted);
}

void bind_order_mutations(graphql::Bindings& bindings) {
  bindings.input<OptionsInput>("OrderOptions")
      .field("input_units", &OptionsInput::input_units)
      .field("up", &OptionsInput::up)
      .field("geometry", &OptionsInput::geometry)
      .field("orientation", &OptionsInput::orientation)
      .field("layers", &OptionsInput::layers)
      .field("area_standard", &OptionsInput::area_standard)
      .field("sheet_scale", &OptionsInput::sheet_scale)
      .field("survey_date", &OptionsInput::survey_date)
      .field("author", &OptionsInput::author)
      .field("document_number", &OptionsInput::document_number)
      .field("storeys", &OptionsInput::storeys)
      .field("formats", &OptionsInput::formats);
  bindings.object<OrderDeletion>("OrderDeletion")
      .field("success", [](const OrderDeletion&) { return true; })
      .field("order_id", &OrderDeletion::order_id);
  bindings.mutation()
      .field(
          "initializeOrder",
          [](GraphqlContext& context, const std::string& name, const std::string& product,
             const std::string& units, const MaybeText& project, const MaybeText& address,
             const boost::json::value& metadata, const std::optional<OptionsInput>& options,
             const MaybeText& client_token) {
            return context.told(start_order(
                context,
                {name, product, units, project, address, std::nullopt, to_options(options), client_token},
                metadata));
          },
          "order_name", "product", "model_units", "project_id", "address", "metadata", "options",
          "client_token")
      .field(
          "finalizeOrder",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(
                finalize_order(context.services, context.client.id, OrderId(id), context.traceparent));
          },
          "id")
      .field(
          "cancelOrder",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(
                cancel_order(context.services, context.client.id, OrderId(id), context.traceparent));
          },
          "id")
      .field(
          "deleteOrder",
          [](GraphqlContext& context, const std::string& id) -> Outcome<OrderDeletion> {
            STOREY_TRY_VOID(context.told(delete_order(context.services, context.client.id, OrderId(id))));
            return OrderDeletion{id};
          },
          "id");
}

}  // namespace

void bind_orders(graphql::Bindings& bindings) {
  bind_order_type(bindings);
  bind_result_type(bindings);
  bind_order_list(bindings);
  bind_order_queries(bindings);
  bind_order_mutations(bindings);
}

}  // namespace storey::service
