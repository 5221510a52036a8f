#include "info_text.h"

#include <algorithm>

#include "info_json.h"
#include "terminal.h"
#include "text.h"

namespace storey {
namespace {

std::string line(const std::string& label, const std::string& text) {
  std::string padded = label;
  padded.resize(std::max<std::size_t>(10, label.size() + 1), ' ');
  return "  " + padded + text + "\n";
}

std::string position(const Eigen::Vector3d& point) {
  return decimal_text(point.x(), 3) + " " + decimal_text(point.y(), 3) + " " + decimal_text(point.z(), 3);
}

std::string point_count(std::uint64_t count) {
  return full_count(count) + (count == 1 ? " point" : " points");
}

std::string points_text(const ScanFacts& facts) {
  if (!facts.points_were_counted()) {
    std::uint64_t declared = 0;
    for (const ScanInfo& scan : facts.info.scans) {
      if (!scan.points) return "not counted";
      declared += *scan.points;
    }
    return full_count(declared) + " declared";
  }
  std::string text = full_count(facts.read.points);
  if (facts.read.invalid > 0) text += ", and " + full_count(facts.read.invalid) + " invalid";
  if (facts.read.broken_lines > 0) text += ", and " + counted(facts.read.broken_lines, "broken line");
  return text;
}

std::string extent_lines(const ScanFacts& facts) {
  if (facts.bounds.empty()) return line("extent", "no points");
  const std::string unit = " " + unit_word(facts.guess.unit);
  const Eigen::Vector3d size = facts.bounds.max - facts.bounds.min;
  const std::string source = facts.points_were_counted() ? "" : " (of a sample)";
  return line("extent", decimal_text(size.x(), 2) + " × " + decimal_text(size.y(), 2) + " × " +
                            decimal_text(size.z(), 2) + unit + source) +
         line("", "from " + position(facts.bounds.min) + " to " + position(facts.bounds.max));
}

std::string guess_lines(const ScanFacts& facts) {
  if (facts.bounds.empty()) return "";
  const FrameGuess& guess = facts.guess;
  const std::string unit = unit_word(guess.unit);
  std::string reason = "no floor and ceiling seen";
  if (guess.clear_height > 0)
    reason = "rooms are " + decimal_text(guess.clear_height * metres_per(guess.unit), 2) + " m high";
  return line("unit", unit + (guess.unit_certain ? ", " : "?, a guess: ") + reason) +
         line("up", std::string(guess.up == UpAxis::kY ? "y" : "z") +
                        (guess.up_certainty < kUpIsCertain ? "?, a guess" : ""));
}

std::string fields_text(const ScanInfo& scan) {
  std::string text;
  for (const std::string& field : scan.fields) text += (text.empty() ? "" : " ") + printable(field);
  return text;
}

std::string scan_line(const ScanFacts& facts, std::size_t index) {
  const ScanInfo& scan = facts.info.scans[index];
  std::string text = scan.name.empty() ? "(no name)" : printable(scan.name);
  if (index < facts.read.points_of_scan.size())
    text += ", " + point_count(facts.read.points_of_scan[index]);
  else if (scan.points)
    text += ", " + point_count(*scan.points) + " declared";
  if (scan.grid)
    text += ", grid " + std::to_string(scan.grid->first) + " × " + std::to_string(scan.grid->second);
  if (scan.spherical) text += ", spherical";
  text += scan.world_from_scan ? ", at " + position(scan.world_from_scan->translation()) : ", no pose";
  return line("scan " + std::to_string(index + 1), text);
}

/// The fields, once if all scans have the same.
std::string fields_lines(const CloudInfo& info) {
  const auto differs = [&](const ScanInfo& scan) { return scan.fields != info.scans.front().fields; };
  if (info.scans.empty()) return "";
  if (std::none_of(info.scans.begin(), info.scans.end(), differs))
    return line("fields", fields_text(info.scans.front()));
  std::string text;
  for (std::size_t i = 0; i < info.scans.size(); ++i)
    text += line("fields", fields_text(info.scans[i]) + " (scan " + std::to_string(i + 1) + ")");
  return text;
}

}  // namespace

std::string info_text(const ScanFacts& facts) {
  const CloudInfo& info = facts.info;
  const auto poses = std::count_if(info.scans.begin(), info.scans.end(),
                                   [](const ScanInfo& scan) { return scan.world_from_scan.has_value(); });
  std::string text = printable(info.file) + "\n";
  text += line("format", info.format + ", " + byte_size(info.bytes) +
                             (info.details.empty() ? "" : ", " + printable(info.details)));
  text += line("points", points_text(facts));
  text += extent_lines(facts) + guess_lines(facts) + fields_lines(info);
  text += line("scans", std::to_string(info.scans.size()) + ", " + std::to_string(poses) + " with pose");
  if (info.format != "xyz")
    for (std::size_t i = 0; i < info.scans.size(); ++i) text += scan_line(facts, i);
  for (const std::string& warning : facts.warnings()) text += line("warning", printable(warning));
  return text;
}

}  // namespace storey
