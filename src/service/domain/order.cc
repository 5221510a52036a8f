#include "service/domain/order.h"

#include "service/domain/text.h"

namespace storey::service {

std::string_view status_name(OrderStatus status) {
  switch (status) {
    case OrderStatus::kDraft:
      return "DRAFT";
    case OrderStatus::kUploading:
      return "UPLOADING";
    case OrderStatus::kInitialized:
      return "INITIALIZED";
    case OrderStatus::kProcessing:
      return "PROCESSING";
    case OrderStatus::kCompleted:
      return "COMPLETED";
    case OrderStatus::kError:
      return "ERROR";
    case OrderStatus::kCancelled:
      return "CANCELLED";
  }
  return "ERROR";
}

std::optional<OrderStatus> parse_order_status(std::string_view text) {
  for (const OrderStatus status : kOrderStatuses)
    if (text == status_name(status)) return status;
  return std::nullopt;
}

bool may_become(OrderStatus from, OrderStatus to) {
  switch (to) {
    case OrderStatus::kDraft:
      return false;
    case OrderStatus::kUploading:
      return from == OrderStatus::kDraft;
    case OrderStatus::kInitialized:
      return from == OrderStatus::kUploading;
    case OrderStatus::kProcessing:
      return from == OrderStatus::kInitialized;
    case OrderStatus::kCompleted:
    case OrderStatus::kError:
      return from == OrderStatus::kProcessing;
    case OrderStatus::kCancelled:
      return !is_final(from);
  }
  return false;
}

bool is_final(OrderStatus status) {
  return status == OrderStatus::kCompleted || status == OrderStatus::kError ||
         status == OrderStatus::kCancelled;
}

std::string_view model_units_name(ModelUnits units) {
  return units == ModelUnits::kImperial ? "Imperial" : "Metric";
}

std::optional<ModelUnits> parse_model_units(std::string_view text) {
  const std::string lower = to_lower(text);
  if (lower == "metric") return ModelUnits::kMetric;
  if (lower == "imperial") return ModelUnits::kImperial;
  return std::nullopt;
}

Outcome<StatusChange> move_order(Order& order, OrderStatus to, Timestamp now) {
  if (!may_become(order.status, to)) {
    const std::string from(status_name(order.status));
    return refuse(FailureCode::kInvalidOrderState,
                  "an order that is " + from + " cannot become " + std::string(status_name(to)),
                  {{"orderId", order.id.text}, {"orderStatus", from}});
  }
  const StatusChange change{order.id, to, order.status, now};
  order.status = to;
  if (to == OrderStatus::kInitialized) order.submitted = now;
  if (is_final(to)) {
    order.completed = now;
    order.progress.stage.clear();
  }
  if (to == OrderStatus::kCompleted) order.progress.percentage = 100;
  return change;
}

}  // namespace storey::service
