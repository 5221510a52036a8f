#include "text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace storey {
namespace {

constexpr double kFootMetres = 0.3048;
constexpr double kInchMetres = 0.0254;
constexpr double kSquareFootMetres = kFootMetres * kFootMetres;

/// `value` with a decimal prefix, to three digits.
std::string prefixed(double value, const std::array<const char*, 4>& suffixes) {
  std::size_t step = 0;
  for (; value >= 999.5 && step + 1 < suffixes.size(); ++step) value /= 1000;
  const int decimals = step == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return decimal_text(value, decimals) + suffixes[step];
}

/// Feet and inches to the nearest 1/8 inch, as on North American drawings.
std::string feet_and_inches(double metres) {
  const long eighths = std::lround(std::abs(metres) / kInchMetres * 8);
  std::string text = metres < 0 && eighths > 0 ? "-" : "";
  text += std::to_string(eighths / 96) + "' " + std::to_string(eighths / 8 % 12);
  if (const long part = eighths % 8; part != 0) {
    const long divisor = std::gcd(part, 8L);
    text += " " + std::to_string(part / divisor) + "/" + std::to_string(8 / divisor);
  }
  return text + "\"";
}

}  // namespace

std::string decimal_text(double value, int decimals) {
  constexpr double kAbsurd = 1e12;  // no length, area or share: digits by the hundred would tell nothing
  std::array<char, 64> buffer;
  const char* const format = std::abs(value) < kAbsurd ? "%.*f" : "%.*e";
  const int length = std::snprintf(buffer.data(), buffer.size(), format, decimals, value);
  std::string text(buffer.data(), static_cast<std::size_t>(length));
  const bool zero = text.find_first_of("123456789ni") == std::string::npos;  // "nan" and "inf" are none
  return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string short_count(double count) { return prefixed(count, {"", " k", " M", " G"}); }

std::string full_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, " ");
  return text;
}

std::string byte_size(std::uint64_t bytes) {
  return prefixed(static_cast<double>(bytes), {" bytes", " kB", " MB", " GB"});
}

std::string clock_time(double seconds) {
  const long total = std::lround(std::max(0.0, seconds));
  const auto two = [](long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  const std::string end = ":" + two(total % 60);
  if (total < 3600) return std::to_string(total / 60) + end;
  return std::to_string(total / 3600) + ":" + two(total / 60 % 60) + end;
}

std::string counted(std::size_t count, const std::string& singular) {
  return std::to_string(count) + " " + singular + (count == 1 ? "" : "s");
}

std::string length_text(double metres, ModelUnits units) {
  return units == ModelUnits::kImperial ? feet_and_inches(metres) : decimal_text(metres, 2) + " m";
}

std::string area_text(double square_metres, ModelUnits units) {
  if (units == ModelUnits::kImperial) return decimal_text(square_metres / kSquareFootMetres, 1) + " ft²";
  return decimal_text(square_metres, 2) + " m²";
}

std::string tolerance_text(double millimetres, ModelUnits units) {
  if (units == ModelUnits::kImperial) return decimal_text(millimetres / 1000 / kInchMetres, 2) + " in";
  return decimal_text(millimetres, 1) + " mm";
}

std::string area_tolerance_text(double square_metres, ModelUnits units) {
  return units == ModelUnits::kImperial ? decimal_text(square_metres / kSquareFootMetres, 1)
                                        : decimal_text(square_metres, 2);
}

}  // namespace storey
