#include "export/dxf/group_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "model/utf8.h"

namespace storey::dxf {
namespace {

constexpr int kDecimals = 6;

std::string hex(std::uint64_t value, std::size_t digits) {
  std::array<char, 16> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16);
  std::string text(buffer.data(), end);
  for (char& c : text) c = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
  return std::string(text.size() < digits ? digits - text.size() : 0, '0') + text;
}

/// `text` in Windows-1252, the code page that the header names. Of its characters those are used that it
/// shares with Latin-1; others are \U+XXXX, as far as four digits reach, and a question mark beyond.
std::string encoded(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string bytes;
  for (std::size_t position = 0; position < valid.size();) {
    const char32_t code_point = next_code_point(valid, position);
    if (code_point < 0x20 || code_point == 0x7F) continue;
    if (code_point < 0x7F || (code_point >= 0xA0 && code_point <= 0xFF)) {
      bytes += static_cast<char>(static_cast<unsigned char>(code_point));
    } else {
      bytes += code_point > 0xFFFF ? "?" : "\\U+" + hex(code_point, 4);
    }
  }
  return bytes;
}

}  // namespace

void GroupWriter::text(int code, std::string_view value) {
  const std::string number = std::to_string(code);
  out_ += std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number + "\n" + encoded(value) + "\n";
}

void GroupWriter::integer(int code, long long value) { text(code, std::to_string(value)); }

void GroupWriter::real(int code, double value) {
  std::array<char, 400> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, kDecimals);
  std::string digits(buffer.data(), end);
  while (digits.ends_with('0') && digits[digits.size() - 2] != '.') digits.pop_back();
  text(code, digits == "-0.0" ? "0.0" : digits);
}

void GroupWriter::handle(int code, Handle value) { text(code, hex(value, 1)); }

void GroupWriter::point_2d(int code, const Point2& mm) {
  length(code, mm.x);
  length(code + 10, mm.y);
}

void GroupWriter::point(int code, const Point2& mm) {
  point_2d(code, mm);
  real(code + 20, 0);
}

void GroupWriter::direction(int code, const Point2& unit_vector) {
  real(code, unit_vector.x);
  real(code + 10, unit_vector.y);
  real(code + 20, 0);
}

Handle GroupWriter::object(std::string_view type, Handle owner, std::string_view subclass_name) {
  const Handle own = new_handle();
  object_as(own, type, owner, subclass_name);
  return own;
}

void GroupWriter::object_as(Handle own, std::string_view type, Handle owner, std::string_view subclass_name) {
  text(0, type);
  handle(type == "DIMSTYLE" ? 105 : 5, own);
  handle(330, owner);
  if (!subclass_name.empty()) subclass(subclass_name);
}

void GroupWriter::begin_section(std::string_view name) {
  text(0, "SECTION");
  text(2, name);
}

}  // namespace storey::dxf
