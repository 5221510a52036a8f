#include "graphql/json_read.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cstddef>
#include <cstdint>

namespace storey::graphql {
namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

/// What the parser finds, put together.
struct Builder {
  static constexpr std::size_t max_object_size = json::object::max_size();
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  json::value_stack values;

  bool on_document_begin(error_code&) {
    values.reset();
    return true;
  }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) { return true; }
  bool on_object_end(std::size_t count, error_code&) {
    values.push_object(count);
    return true;
  }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t count, error_code&) {
    values.push_array(count);
    return true;
  }
  bool on_key_part(string_view part, std::size_t, error_code&) {
    values.push_chars(part);
    return true;
  }
  bool on_key(string_view rest, std::size_t, error_code&) {
    values.push_key(rest);
    return true;
  }
  bool on_string_part(string_view part, std::size_t, error_code&) {
    values.push_chars(part);
    return true;
  }
  bool on_string(string_view rest, std::size_t, error_code&) {
    values.push_string(rest);
    return true;
  }
  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, string_view, error_code&) {
    values.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, string_view, error_code&) {
    values.push_uint64(number);
    return true;
  }
  /// The text is in one piece, and so is the number's.
  bool on_double(double near, string_view text, error_code&) {
    double number = near;
    // What no double holds stays as the parser has it: infinite, or zero.
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    values.push_double(status == std::errc() && end == text.data() + text.size() ? number : near);
    return true;
  }
  bool on_bool(bool value, error_code&) {
    values.push_bool(value);
    return true;
  }
  bool on_null(error_code&) {
    values.push_null();
    return true;
  }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }
};

}  // namespace

json::value read_json(std::string_view text, error_code& status, const json::parse_options& options) {
  json::basic_parser<Builder> parser(options);
  const std::size_t read = parser.write_some(false, text.data(), text.size(), status);
  if (!status && read < text.size()) status = json::error::extra_data;
  return status ? json::value() : parser.handler().values.release();
}

}  // namespace storey::graphql
