// What happened, in order: the log that subscriptions are fed from, on every node that shares the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "service/domain/asset.h"
#include "service/domain/order.h"
#include "storey/result.h"

namespace storey::service {

struct UploadChange {
  AssetId asset_id;
  UploadStatus status = UploadStatus::kPending;
  double percentage = 0;
};

using Event = std::variant<StatusChange, UploadChange>;

/// Numbers of one order, or of one upload, ascend in the order of the commits. Across them they need not: an
/// event may become readable after one with a greater number, and numbers may be missing for ever.
struct LoggedEvent {
  std::int64_t number = 0;
  Event event;
};

class EventLog {
 public:
  virtual ~EventLog() = default;
  virtual Result<void> append(const Event& event, Timestamp now) = 0;
  /// Events with a greater number, ascending, at most `limit`.
  virtual Result<std::vector<LoggedEvent>> read_after(std::int64_t number, int limit) = 0;
  /// Those of these numbers that there are, ascending.
  virtual Result<std::vector<LoggedEvent>> read_numbers(const std::vector<std::int64_t>& numbers) = 0;
  /// Of one order, or one upload: events with a greater number, ascending, at most `limit`.
  virtual Result<std::vector<LoggedEvent>> read_about(const OrderId& order, std::int64_t number,
                                                      int limit) = 0;
  virtual Result<std::vector<LoggedEvent>> read_about(const AssetId& asset, std::int64_t number,
                                                      int limit) = 0;
  /// The last change of the order that is still in the log.
  virtual Result<std::optional<StatusChange>> last_change(const OrderId& order) = 0;
  /// The greatest number that was given to an event, forgotten or not yet readable as it may be.
  virtual Result<std::int64_t> last_number() = 0;
  /// The number of the last event of the order, or of the upload, that is still in the log; 0 if there is
  /// none.
  virtual Result<std::int64_t> last_number(const OrderId& order) = 0;
  virtual Result<std::int64_t> last_number(const AssetId& asset) = 0;
  /// All events with a greater number are still in the log.
  virtual Result<std::int64_t> forgotten_number() = 0;
  /// Forgets at most `limit` events older than `time`; says how many.
  virtual Result<std::int64_t> erase_before(Timestamp time, int limit) = 0;
};

}  // namespace storey::service
