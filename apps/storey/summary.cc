#include "summary.h"

#include <algorithm>
#include <map>

#include "terminal.h"
#include "text.h"

namespace storey {
namespace {

constexpr std::size_t kNameWidth = 14;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

double total_area(const Storey& storey) {
  double area = 0;
  for (const Room& room : storey.rooms) area += room.area;
  return area;
}

std::string storey_line(const Storey& storey, ModelUnits units) {
  return printable(storey.name) + ": " + counted(storey.rooms.size(), "room") + ", " +
         area_text(total_area(storey), units) + "; floor at " + length_text(storey.floor_z, units) +
         ", ceiling at " + length_text(storey.ceiling_z, units) + "\n";
}

std::string room_line(const Room& room, ModelUnits units) {
  std::string line = "  " + padded(printable(room.name), kNameWidth) + " " + area_text(room.area, units);
  if (room.area_uncertainty_m2 > 0) line += " ± " + area_tolerance_text(room.area_uncertainty_m2, units);
  for (std::size_t i = 0; i < std::min<std::size_t>(room.clear_dimensions.size(), 2); ++i)
    line += (i == 0 ? "   " : " × ") + length_text(room.clear_dimensions[i].length, units);
  if (room.basis == Basis::kInferred) line += "   (inferred)";
  return line + "\n";
}

std::string walls_line(const Storey& storey, ModelUnits units) {
  if (storey.walls.empty()) return "";
  std::vector<double> tolerances;
  std::size_t one_sided = 0, inferred = 0;
  for (const Wall& wall : storey.walls) {
    if (wall.basis == Basis::kInferred)
      ++inferred;
    else
      tolerances.push_back(wall.uncertainty.position_mm);
    one_sided += wall.basis == Basis::kMeasured && wall.thickness_basis == Basis::kInferred;
  }
  std::string line = "  " + padded("Walls", kNameWidth) + " " + std::to_string(storey.walls.size());
  if (!tolerances.empty()) {
    std::sort(tolerances.begin(), tolerances.end());
    line += ", ± " + tolerance_text(tolerances[tolerances.size() / 2], units) +
            " for half of them, at most ± " + tolerance_text(tolerances.back(), units);
  }
  if (one_sided > 0) line += "; " + std::to_string(one_sided) + " seen from one side";
  if (inferred > 0) line += "; " + std::to_string(inferred) + " inferred";
  return line + "\n";
}

std::string other_elements_line(const Storey& storey) {
  const auto of_type = [&](OpeningType type) {
    return static_cast<std::size_t>(
        std::count_if(storey.openings.begin(), storey.openings.end(),
                      [type](const Opening& opening) { return opening.type == type; }));
  };
  const std::vector<std::pair<std::size_t, std::string>> counts = {
      {of_type(OpeningType::kDoor), "door"},
      {of_type(OpeningType::kWindow), "window"},
      {of_type(OpeningType::kOpening), "opening"},
      {storey.columns.size(), "column"},
      {storey.stairs.size(), "stair"}};
  std::string list;
  for (const auto& [count, name] : counts)
    if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, name);
  return list.empty() ? "" : "  " + padded("Also", kNameWidth) + " " + list + "\n";
}

std::string left_out_line(const Report& report) {
  if (report.left_out.empty()) return "";
  std::map<std::string, std::size_t> counts;
  for (const LeftOut& item : report.left_out) ++counts[item.what];
  std::string list;
  for (const auto& [what, count] : counts)
    list += (list.empty() ? "" : ", ") + counted(count, printable(what));
  return "Left out: " + list + " (reasons in report.json)\n";
}

}  // namespace

std::string summary_text(const Conversion& conversion, ModelUnits units) {
  std::string text;
  for (const Storey& storey : conversion.plan.storeys) {
    text += storey_line(storey, units);
    for (const Room& room : storey.rooms) text += room_line(room, units);
    text += walls_line(storey, units) + other_elements_line(storey);
  }
  text += left_out_line(conversion.report);
  for (const std::string& warning : conversion.report.warnings)
    text += "Warning: " + printable(warning) + "\n";
  return text;
}

std::string files_text(const std::vector<OutputFile>& files, const std::filesystem::path& folder) {
  std::string text = "Written to " + printable(folder.string()) + ":";
  for (const OutputFile& file : files) text += " " + file.name;
  return text + "\n";
}

}  // namespace storey
