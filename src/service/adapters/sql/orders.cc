#include "service/adapters/sql/order_codec.h"
#include "service/adapters/sql/paging.h"
#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

const std::string kOrderColumns =
    "order_id, client_id, project_id, name, status, created, product, model_units, address, metadata, "
    "options,"
    " percentage, stage, error_code, error_message, submitted, completed, storeys, rooms, floor_area_m2,"
    " traceparent";

Order read_order(Row row) {
  Order order;
  order.id = OrderId(row.text(0));
  order.client_id = ClientId(row.text(1));
  order.project_id = ProjectId(row.text(2));
  order.name = row.text(3);
  order.status = parse_order_status(row.text(4)).value_or(OrderStatus::kError);
  order.created = row.time(5);
  order.product = row.text(6);
  order.model_units = parse_model_units(row.text(7)).value_or(ModelUnits::kMetric);
  order.address = row.maybe_text(8);
  order.metadata = row.maybe_text(9);
  order.options = read_order_options(row.text(10));
  order.progress = {row.real(11), row.text(12)};
  if (!row.null(13)) order.error = OrderError{row.text(13), row.text(14)};
  order.submitted = row.maybe_time(15);
  order.completed = row.maybe_time(16);
  if (!row.null(17))
    order.summary =
        OrderSummary{static_cast<int>(row.integer(17)), static_cast<int>(row.integer(18)), row.real(19)};
  order.traceparent = row.text(20);
  return order;
}

/// `text` as a pattern of LIKE that matches it anywhere.
std::string like_anywhere(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

Conditions conditions_of(const Dialect& dialect, const ClientId& client, const OrderFilter& filter) {
  Conditions conditions;
  conditions.add("client_id = ?", {client.text});
  if (!filter.statuses.empty()) {
    std::string places;
    std::vector<Conditions::Parameter> names;
    for (const OrderStatus status : filter.statuses) {
      places += places.empty() ? "?" : ", ?";
      names.emplace_back(std::string(status_name(status)));
    }
    conditions.add("status IN (" + places + ")", std::move(names));
  }
  if (filter.product) conditions.add("product = ?", {*filter.product});
  if (filter.project_id) conditions.add("project_id = ?", {filter.project_id->text});
  if (filter.name_contains)
    conditions.add("name " + std::string(dialect.like) + " ? ESCAPE '\\'",
                   {like_anywhere(*filter.name_contains)});
  if (filter.created_after) conditions.add("created > ?", {unix_ms(*filter.created_after)});
  if (filter.created_before) conditions.add("created < ?", {unix_ms(*filter.created_before)});
  return conditions;
}

}  // namespace

Result<void> SqlOrders::insert(const Order& order) {
  static const std::string sql = "INSERT INTO orders (" + kOrderColumns +
                                 ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  const auto& error = order.error;
  const auto& summary = order.summary;
  return connection_.execute(
      sql, order.id, order.client_id, order.project_id, order.name, status_name(order.status), order.created,
      order.product, model_units_name(order.model_units), order.address, order.metadata,
      write_order_options(order.options), order.progress.percentage, order.progress.stage,
      error ? std::optional(error->code) : std::nullopt, error ? std::optional(error->message) : std::nullopt,
      order.submitted, order.completed, summary ? std::optional(summary->storeys) : std::nullopt,
      summary ? std::optional(summary->rooms) : std::nullopt,
      summary ? std::optional(summary->floor_area_m2) : std::nullopt, order.traceparent);
}

Result<std::optional<Order>> SqlOrders::find(const ClientId& client, const OrderId& id) {
  return connection_.find(read_order,
                          "SELECT " + kOrderColumns + " FROM orders WHERE order_id = ? AND client_id = ?" +
                              connection_.lock_row(),
                          id, client);
}

Result<Page<Order>> SqlOrders::list(const ClientId& client, const OrderFilter& filter,
                                    const PageRequest& page) {
  return read_page(connection_, kOrderColumns, "orders", "order_id",
                   conditions_of(connection_.dialect(), client, filter), page, read_order);
}

Result<void> SqlOrders::update(const Order& order) {
  const auto& error = order.error;
  const auto& summary = order.summary;
  return connection_.execute(
      "UPDATE orders SET status = ?, percentage = ?, stage = ?, error_code = ?, error_message = ?, submitted "
      "= ?,"
      " completed = ?, storeys = ?, rooms = ?, floor_area_m2 = ?, traceparent = ? WHERE order_id = ?",
      status_name(order.status), order.progress.percentage, order.progress.stage,
      error ? std::optional(error->code) : std::nullopt, error ? std::optional(error->message) : std::nullopt,
      order.submitted, order.completed, summary ? std::optional(summary->storeys) : std::nullopt,
      summary ? std::optional(summary->rooms) : std::nullopt,
      summary ? std::optional(summary->floor_area_m2) : std::nullopt, order.traceparent, order.id);
}

Result<void> SqlOrders::erase(const OrderId& id) {
  return connection_.execute("DELETE FROM orders WHERE order_id = ?", id);
}

Result<std::int64_t> SqlOrders::count_open(const ClientId& client) {
  // Without `status`: a change of a column that an index names costs an entry in each index of the table.
  return connection_.number("SELECT count(*) FROM orders WHERE client_id = ? AND completed IS NULL", client);
}

Result<std::vector<Order>> SqlOrders::list_forgotten_drafts(Timestamp time, int limit) {
  return connection_.list(read_order,
                          "SELECT " + kOrderColumns +
                              " FROM orders o WHERE completed IS NULL AND status IN ('DRAFT', 'UPLOADING')"
                              " AND created < ?1"
                              " AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.order_id = o.order_id AND "
                              "a.active >= ?1) LIMIT ?2" +
                              connection_.lock_free_row(),
                          time, limit);
}

Result<std::vector<Order>> SqlOrders::list_with_scans(Timestamp completed_before, int limit) {
  return connection_.list(
      read_order,
      "SELECT " + kOrderColumns +
          " FROM orders o WHERE completed < ? AND (EXISTS (SELECT 1 FROM assets a WHERE a.order_id = "
          "o.order_id"
          " AND a.blob_id <> '') OR EXISTS (SELECT 1 FROM assets a JOIN parts USING (asset_id)"
          " WHERE a.order_id = o.order_id)) LIMIT ?" +
          connection_.lock_free_row(),
      completed_before, limit);
}

Result<std::vector<Order>> SqlOrders::list_with_results(Timestamp completed_before, int limit) {
  return connection_.list(read_order,
                          "SELECT " + kOrderColumns +
                              " FROM orders o WHERE completed < ? AND EXISTS (SELECT 1 FROM results r"
                              " WHERE r.order_id = o.order_id) LIMIT ?" +
                              connection_.lock_free_row(),
                          completed_before, limit);
}

}  // namespace storey::service
