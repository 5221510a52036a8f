#include "export/drawing/labels.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace storey::drawing {
namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kSquareFeetPerSquareMetre = 1 / (0.3048 * 0.3048);
constexpr int kEighthsPerFoot = 96;

/// "3 1/8", "1/2", "0".
std::string inches(long long eighths) {
  const long long whole = eighths / 8, rest = eighths % 8;
  if (rest == 0) return std::to_string(whole);
  const long long common = std::gcd(rest, 8LL);
  const std::string fraction = std::to_string(rest / common) + "/" + std::to_string(8 / common);
  return whole == 0 ? fraction : std::to_string(whole) + " " + fraction;
}

}  // namespace

std::string decimal(double value, int decimals) {
  std::array<char, 400> digits;
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
  std::string text(digits.data(), end);
  if (text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string length_label(double mm, ModelUnits units) {
  if (units == ModelUnits::kMetric) return decimal(mm, 0);
  const long long eighths = std::llround(mm / kMillimetresPerInch * 8);
  const long long feet = eighths / kEighthsPerFoot, rest = eighths % kEighthsPerFoot;
  if (feet == 0) return inches(rest) + "\"";
  return std::to_string(feet) + "'-" + (rest > 0 && rest < 8 ? "0 " : "") + inches(rest) + "\"";
}

std::string length_text(double mm, ModelUnits units) {
  return units == ModelUnits::kMetric ? decimal(mm / 1000, 3) + " m" : length_label(mm, units);
}

std::string tolerance_label(double mm, ModelUnits units) {
  if (mm <= 0) return {};
  if (units == ModelUnits::kMetric) return "±" + decimal(std::ceil(mm - 1e-9), 0);
  return "±" + inches(std::llround(std::ceil(mm / kMillimetresPerInch * 8 - 1e-9))) + "\"";
}

std::string area_text(double m2, double half_width_m2, ModelUnits units) {
  const bool metric = units == ModelUnits::kMetric;
  const double factor = metric ? 1 : kSquareFeetPerSquareMetre;
  const int decimals = metric ? 2 : 1;
  std::string text = decimal(m2 * factor, decimals);
  if (half_width_m2 > 0) {
    const double step = metric ? 0.01 : 0.1;
    text += " ±" + decimal(std::max(step, std::ceil(half_width_m2 * factor / step - 1e-9) * step), decimals);
  }
  return text + (metric ? " m²" : " sq ft");
}

}  // namespace storey::drawing
