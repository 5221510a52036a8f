#include "service/adapters/sql/order_codec.h"

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
  for (const TextOption& option : text_options())
    if (const std::string& text = options.*option.value; !text.empty()) object[option.name] = text;
  if (options.sheet_scale) object["sheet_scale"] = *options.sheet_scale;
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
  for (const TextOption& option : text_options()) options.*option.value = text_of(object, option.name);
  if (const auto* scale = object.if_contains("sheet_scale"); scale != nullptr && scale->is_int64())
    options.sheet_scale = static_cast<int>(scale->get_int64());
  if (const auto* storeys = object.if_contains("storeys"); storeys != nullptr && storeys->is_array())
    for (const auto& storey : storeys->get_array())
      if (storey.is_int64()) options.storeys.push_back(static_cast<int>(storey.get_int64()));
  if (const auto* formats = object.if_contains("formats"); formats != nullptr && formats->is_array())
    for (const auto& format : formats->get_array())
      if (format.is_string()) options.formats.emplace_back(format.get_string());
  return options;
}

}  // namespace storey::service
