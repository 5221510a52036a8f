// What an order keeps as JSON in one column.
#pragma once

#include <string>

#include "service/domain/order.h"

namespace storey::service {

std::string write_order_options(const OrderOptions& options);
/// Reads what `write_order_options` wrote; fields that are missing keep their defaults.
OrderOptions read_order_options(const std::string& json);

}  // namespace storey::service
