// Order: one floor plan to be made, and the states it passes through.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/domain/failure.h"
#include "service/domain/id.h"
#include "service/domain/order_options.h"
#include "service/domain/timestamp.h"

namespace storey::service {

/// DRAFT → UPLOADING → INITIALIZED → PROCESSING → COMPLETED or ERROR; CANCELLED from any of the first four.
enum class OrderStatus { kDraft, kUploading, kInitialized, kProcessing, kCompleted, kError, kCancelled };

inline constexpr std::array kOrderStatuses = {
    OrderStatus::kDraft,     OrderStatus::kUploading, OrderStatus::kInitialized, OrderStatus::kProcessing,
    OrderStatus::kCompleted, OrderStatus::kError,     OrderStatus::kCancelled};

/// "DRAFT" …
std::string_view status_name(OrderStatus status);
/// Reads the exact name.
std::optional<OrderStatus> parse_order_status(std::string_view text);
/// Whether an order may go from one status straight to the other.
bool may_become(OrderStatus from, OrderStatus to);
/// COMPLETED, ERROR and CANCELLED never change.
bool is_final(OrderStatus status);

/// The only product so far.
inline constexpr std::string_view kAreaPlan = "areaplan";

enum class ModelUnits { kMetric, kImperial };
/// "Metric" …
std::string_view model_units_name(ModelUnits units);
/// Reads the name in any case of letters.
std::optional<ModelUnits> parse_model_units(std::string_view text);

struct OrderProgress {
  double percentage = 0;  ///< 0…100
  std::string stage;      ///< of the engine; empty before and after
};

/// Why an order ended in ERROR.
struct OrderError {
  std::string code;  ///< "INVALID_FILE", "NO_PLAN" …
  std::string message;
};

struct OrderSummary {
  int storeys = 0;
  int rooms = 0;
  double floor_area_m2 = 0;
};

struct Order {
  OrderId id;
  ClientId client_id;
  ProjectId project_id;
  std::string name;
  OrderStatus status = OrderStatus::kDraft;
  Timestamp created{};
  std::string product = std::string(kAreaPlan);
  ModelUnits model_units = ModelUnits::kMetric;
  std::optional<std::string> address;
  std::optional<std::string> metadata;  ///< the client's own JSON, as it came
  OrderOptions options;
  OrderProgress progress;
  std::optional<OrderError> error;
  std::optional<Timestamp> submitted;
  std::optional<Timestamp> completed;
  std::optional<OrderSummary> summary;
  std::string traceparent;  ///< of the last request that changed its status; see base/trace.h
};

/// One step of an order's life, as subscribers and webhooks are told.
struct StatusChange {
  OrderId order_id;
  OrderStatus status = OrderStatus::kDraft;
  OrderStatus previous = OrderStatus::kDraft;
  Timestamp changed{};
};

/// Moves the order on, or refuses with INVALID_ORDER_STATE. Sets `submitted` and `completed`.
Outcome<StatusChange> move_order(Order& order, OrderStatus to, Timestamp now);

}  // namespace storey::service
