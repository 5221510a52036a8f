#include "service/adapters/sqlite/sqlite_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

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

Result<void> SqliteEvents::append(const Event& event, Timestamp now) {
  if (const auto* change = std::get_if<StatusChange>(&event))
    return connection_.execute(
        "INSERT INTO events (logged, order_id, status, previous_status) VALUES (?, ?, ?, ?)", change->changed,
        change->order_id, status_name(change->status), status_name(change->previous));
  const auto& upload = std::get<UploadChange>(event);
  return connection_.execute("INSERT INTO events (logged, asset_id, status, percentage) VALUES (?, ?, ?, ?)",
                             now, upload.asset_id, upload_status_name(upload.status), upload.percentage);
}

Result<std::vector<LoggedEvent>> SqliteEvents::read_after(std::int64_t number, int limit) {
  return connection_.list(
      read_event,
      "SELECT number, logged, order_id, asset_id, status, previous_status, percentage FROM events"
      " WHERE number > ? ORDER BY number LIMIT ?",
      number, limit);
}

Result<std::vector<LoggedEvent>> SqliteEvents::read_about(const OrderId& order, std::int64_t number,
                                                          int limit) {
  return connection_.list(
      read_event,
      "SELECT number, logged, order_id, asset_id, status, previous_status, percentage FROM events"
      " WHERE order_id = ? AND number > ? ORDER BY number LIMIT ?",
      order, number, limit);
}

Result<std::vector<LoggedEvent>> SqliteEvents::read_about(const AssetId& asset, std::int64_t number,
                                                          int limit) {
  return connection_.list(
      read_event,
      "SELECT number, logged, order_id, asset_id, status, previous_status, percentage FROM events"
      " WHERE asset_id = ? AND number > ? ORDER BY number LIMIT ?",
      asset, number, limit);
}

Result<std::optional<StatusChange>> SqliteEvents::last_change(const OrderId& order) {
  return connection_.find(
      [](Row row) { return std::get<StatusChange>(read_event(row).event); },
      "SELECT number, logged, order_id, asset_id, status, previous_status, percentage FROM events"
      " WHERE order_id = ? ORDER BY number DESC LIMIT 1",
      order);
}

Result<std::int64_t> SqliteEvents::forgotten_number() {
  STOREY_TRY(const auto first, connection_.find([](Row row) { return row.maybe_integer(0); },
                                                "SELECT min(number) FROM events"));
  if (first && *first) return **first - 1;
  return last_number();  // nothing is left
}

Result<std::int64_t> SqliteEvents::last_number() {
  return connection_.number("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'");
}

Result<std::int64_t> SqliteEvents::erase_before(Timestamp time, int limit) {
  STOREY_TRY_VOID(connection_.execute(
      "DELETE FROM events WHERE number IN (SELECT number FROM events WHERE logged < ? LIMIT ?)", time,
      limit));
  return connection_.changes();
}

}  // namespace storey::service
