#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

const std::string kSelect =
    "SELECT number, logged, order_id, asset_id, status, previous_status, percentage FROM events WHERE ";

LoggedEvent read_event(Row row) {
  LoggedEvent logged;
  logged.number = row.integer(0);
  if (!row.null(2)) {
    StatusChange change;
    change.changed = row.time(1);
    change.order_id = OrderId(row.text(2));
    change.status = parse_order_status(row.text(4)).value_or(OrderStatus::kError);
    change.previous = parse_order_status(row.text(5)).value_or(OrderStatus::kError);
    logged.event = change;
  } else {
    logged.event = UploadChange{
        AssetId(row.text(3)), parse_upload_status(row.text(4)).value_or(UploadStatus::kFailed), row.real(6)};
  }
  return logged;
}

}  // namespace

Result<void> SqlEvents::append(const Event& event, Timestamp now) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kEvents));
  if (const auto* change = std::get_if<StatusChange>(&event))
    return connection_.execute(
        "INSERT INTO events (logged, order_id, status, previous_status) VALUES (?, ?, ?, ?)", change->changed,
        change->order_id, status_name(change->status), status_name(change->previous));
  const auto& upload = std::get<UploadChange>(event);
  return connection_.execute("INSERT INTO events (logged, asset_id, status, percentage) VALUES (?, ?, ?, ?)",
                             now, upload.asset_id, upload_status_name(upload.status), upload.percentage);
}

Result<std::vector<LoggedEvent>> SqlEvents::read_after(std::int64_t number, int limit) {
  return connection_.list(read_event, kSelect + "number > ? ORDER BY number LIMIT ?", number, limit);
}

Result<std::vector<LoggedEvent>> SqlEvents::read_numbers(const std::vector<std::int64_t>& numbers) {
  std::string list;
  for (const std::int64_t number : numbers) list += (list.empty() ? "[" : ",") + std::to_string(number);
  if (list.empty()) return std::vector<LoggedEvent>();
  return connection_.list(read_event,
                          kSelect + "number IN (SELECT CAST(value AS bigint) FROM " +
                              std::string(connection_.dialect().each_of_json) + "(?)) ORDER BY number",
                          list + "]");
}

Result<std::vector<LoggedEvent>> SqlEvents::read_about(const OrderId& order, std::int64_t number, int limit) {
  return connection_.list(read_event, kSelect + "order_id = ? AND number > ? ORDER BY number LIMIT ?", order,
                          number, limit);
}

Result<std::vector<LoggedEvent>> SqlEvents::read_about(const AssetId& asset, std::int64_t number, int limit) {
  return connection_.list(read_event, kSelect + "asset_id = ? AND number > ? ORDER BY number LIMIT ?", asset,
                          number, limit);
}

Result<std::optional<StatusChange>> SqlEvents::last_change(const OrderId& order) {
  return connection_.find([](Row row) { return std::get<StatusChange>(read_event(row).event); },
                          kSelect + "order_id = ? ORDER BY number DESC LIMIT 1", order);
}

Result<std::int64_t> SqlEvents::last_number(const OrderId& order) {
  return connection_.number("SELECT coalesce(max(number), 0) FROM events WHERE order_id = ?", order);
}

Result<std::int64_t> SqlEvents::last_number(const AssetId& asset) {
  return connection_.number("SELECT coalesce(max(number), 0) FROM events WHERE asset_id = ?", asset);
}

Result<std::int64_t> SqlEvents::forgotten_number() {
  STOREY_TRY(const auto first, connection_.find([](Row row) { return row.maybe_integer(0); },
                                                "SELECT min(number) FROM events"));
  if (first && *first) return **first - 1;
  return last_number();  // nothing is left
}

Result<std::int64_t> SqlEvents::last_number() { return connection_.number(connection_.dialect().last_event); }

Result<std::int64_t> SqlEvents::erase_before(Timestamp time, int limit) {
  // The first numbers are the oldest, but for what was logged at the same time.
  return connection_.change(
      "DELETE FROM events WHERE number IN (SELECT number FROM"
      " (SELECT number, logged FROM events ORDER BY number LIMIT ?1) AS first WHERE logged < ?2)",
      limit, time);
}

}  // namespace storey::service
