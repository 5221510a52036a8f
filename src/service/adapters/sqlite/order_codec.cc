#include "service/adapters/sqlite/order_codec.h"

#include <boost/json.hpp>

namespace storey::service {
namespace {

std::string text_of(const boost::json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

std::string write_order_options(const OrderOptions& options) {
  boost::json::object object;
  if (!options.input_units.empty()) object["input_units"] = options.input_units;
  if (!options.up.empty()) object["up"] = options.up;
  if (!options.geometry.empty()) object["geometry"] = options.geometry;
  if (!options.storeys.empty())
    object["storeys"] = boost::json::array(options.storeys.begin(), options.storeys.end());
  if (!options.formats.empty())
    object["formats"] = boost::json::array(options.formats.begin(), options.formats.end());
  return boost::json::serialize(object);
}

OrderOptions read_order_options(const std::string& json) {
  OrderOptions options;
  boost::json::error_code status;
  const boost::json::value value = boost::json::parse(json, status);
  if (status || !value.is_object()) return options;
  const boost::json::object& object = value.get_object();
  options.input_units = text_of(object, "input_units");
  options.up = text_of(object, "up");
  options.geometry = text_of(object, "geometry");
  if (const auto* storeys = object.if_contains("storeys"); storeys != nullptr && storeys->is_array())
    for (const auto& storey : storeys->get_array())
      if (storey.is_int64()) options.storeys.push_back(static_cast<int>(storey.get_int64()));
  if (const auto* formats = object.if_contains("formats"); formats != nullptr && formats->is_array())
    for (const auto& format : formats->get_array())
      if (format.is_string()) options.formats.emplace_back(format.get_string());
  return options;
}

}  // namespace storey::service
