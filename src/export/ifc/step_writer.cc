#include "export/ifc/step_writer.h"

#include <array>
#include <charconv>

#include "model/utf8.h"

namespace storey::ifc {
namespace {

constexpr int kDecimals = 6;  // micrometres

std::string real(double value) {
  std::array<char, 400> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, kDecimals);
  std::string digits(buffer.data(), end);
  while (digits.ends_with('0')) digits.pop_back();
  return digits == "-0." ? "0." : digits;
}

std::string hex(char32_t value, int digits) {
  std::string text(static_cast<std::size_t>(digits), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4)
    *digit = "0123456789ABCDEF"[value & 15];
  return text;
}

std::string list(const std::vector<std::string>& items) {
  std::string text = "(";
  for (const std::string& item : items) text += (text.size() > 1 ? "," : "") + item;
  return text + ")";
}

}  // namespace

Argument::Argument(double value) : text(real(value)) {}

Argument::Argument(const std::vector<Ref>& refs) {
  std::vector<std::string> items;
  for (const Ref ref : refs) items.push_back("#" + std::to_string(ref));
  text = list(items);
}

Argument Argument::verbatim(std::string text) {
  Argument argument;
  argument.text = std::move(text);
  return argument;
}

Argument Argument::string(std::string_view utf8) {
  return utf8.empty() ? none() : verbatim("'" + step_string(utf8) + "'");
}

Argument Argument::typed(std::string_view type, const Argument& value) {
  return verbatim(std::string(type) + "(" + value.text + ")");
}

Argument Argument::numbers(std::initializer_list<double> values) {
  std::vector<std::string> items;
  for (const double value : values) items.push_back(real(value));
  return verbatim(list(items));
}

Ref StepWriter::add(std::string_view type, const std::vector<Argument>& arguments) {
  std::vector<std::string> items;
  for (const Argument& argument : arguments) items.push_back(argument.text);
  text_ += "#" + std::to_string(++last_) + "=" + std::string(type) + list(items) + ";\n";
  return last_;
}

std::string step_string(std::string_view utf8) {
  const std::string valid = valid_utf8(utf8);
  std::string text;
  for (std::size_t position = 0; position < valid.size();) {
    const char32_t code_point = next_code_point(valid, position);
    if (code_point == '\'' || code_point == '\\') {
      text += std::string(2, static_cast<char>(code_point));
    } else if (code_point >= 0x20 && code_point < 0x7F) {
      text += static_cast<char>(code_point);
    } else if (code_point > 0xFFFF) {
      text += "\\X4\\" + hex(code_point, 8) + "\\X0\\";
    } else {
      text += "\\X2\\" + hex(code_point, 4) + "\\X0\\";
    }
  }
  return text;
}

std::uint64_t fnv1a(std::string_view text, std::uint64_t basis) {
  for (const char c : text) basis = (basis ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return basis;
}

std::string ifc_guid(std::uint64_t seed, std::string_view name) {
  static constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
  std::uint64_t high = fnv1a(name, seed), low = fnv1a(name, ~high);
  std::string guid(22, '0');
  for (auto digit = guid.rbegin(); digit != guid.rend(); ++digit) {  // the first digit is left with two bits
    *digit = kDigits[low & 63];
    low = low >> 6 | high << 58;
    high >>= 6;
  }
  return guid;
}

}  // namespace storey::ifc
