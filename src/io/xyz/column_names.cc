#include "io/xyz/column_names.h"

#include <algorithm>
#include <string>
#include <utility>

#include "io/xyz/text_scan.h"

namespace storey::xyz {
namespace {

constexpr std::pair<std::string_view, Column> kNames[] = {
    {"x", Column::kX},
    {"easting", Column::kX},
    {"east", Column::kX},
    {"y", Column::kY},
    {"northing", Column::kY},
    {"north", Column::kY},
    {"z", Column::kZ},
    {"elevation", Column::kZ},
    {"height", Column::kZ},
    {"altitude", Column::kZ},
    {"i", Column::kIntensity},
    {"intensity", Column::kIntensity},
    {"scalarintensity", Column::kIntensity},
    {"reflectance", Column::kIntensity},
    {"reflectivity", Column::kIntensity},
    {"amplitude", Column::kIntensity},
    {"r", Column::kRed},
    {"red", Column::kRed},
    {"g", Column::kGreen},
    {"green", Column::kGreen},
    {"b", Column::kBlue},
    {"blue", Column::kBlue},
};

/// Lower-case letters and digits only, without a unit in brackets and without words that say nothing:
/// "Point_X [m]" and "cartesianX" become "x".
std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : text.substr(0, text.find_first_of("[("))) {
    const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (is_digit(lower) || (lower >= 'a' && lower <= 'z')) name += lower;
  }
  for (const std::string_view prefix :
       {"cartesian", "coordinate", "coord", "point", "pos", "color", "colour"})
    if (name.starts_with(prefix) && name.size() > prefix.size()) return name.substr(prefix.size());
  return name;
}

Column column_of(std::string_view text) {
  const std::string name = plain_name(text);
  const auto* found = std::find_if(std::begin(kNames), std::end(kNames),
                                   [&](const auto& entry) { return entry.first == name; });
  return found == std::end(kNames) ? Column::kSkip : found->second;
}

/// The parts of a header line; a comment's "Columns:" before the names is left out.
std::vector<std::string_view> split_names(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("#/ \t\""), line.size()));
  if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
    line.remove_prefix(colon + 1);
  const bool delimited = line.find_first_of(",;") != std::string_view::npos;
  std::vector<std::string_view> names;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(delimited ? " \t\"" : " \t\","), line.size()));
    if (line.empty() && !delimited) break;
    const std::size_t end = std::min(line.find_first_of(delimited ? ",;" : " \t"), line.size());
    names.push_back(line.substr(0, end));
    if (end == line.size()) break;
    line.remove_prefix(end + 1);
  }
  return names;
}

}  // namespace

std::vector<Column> columns_named_by(std::string_view line) {
  std::vector<Column> columns;
  for (const std::string_view name : split_names(line)) {
    const Column column = column_of(name);
    const bool repeated = std::find(columns.begin(), columns.end(), column) != columns.end();
    if (repeated && column >= Column::kX && column <= Column::kZ) return {};
    columns.push_back(repeated ? Column::kSkip : column);
  }
  for (const Column needed : {Column::kX, Column::kY, Column::kZ})
    if (std::find(columns.begin(), columns.end(), needed) == columns.end()) return {};
  return columns;
}

}  // namespace storey::xyz
