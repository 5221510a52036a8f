#include "io/e57/xml_values.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace storey::e57 {
namespace {

// Deeper prototypes do not occur; the bound keeps hostile ones off the stack.
constexpr int kMaxDepth = 16;
// A data packet counts its streams in 16 bits.
constexpr std::size_t kMaxFields = 65535;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

Error bad(const std::string& what) { return {ErrorCode::kDamaged, what, {}, {}, "export the file again"}; }

/// Attribute `name` of `node`, or `otherwise` where it is missing.
template <class Number>
Result<Number> attribute(const pugi::xml_node& node, const char* name, Number otherwise) {
  const pugi::xml_attribute found = node.attribute(name);
  if (!found) return otherwise;
  if (const auto value = detail::parse_number<Number>(found.value())) return *value;
  return fail(bad(std::string(node.name()) + " has " + name + "=\"" + found.value() +
                  "\", which is no valid number"));
}

Result<Field> parse_integer(const pugi::xml_node& node, Field field) {
  using Bounds = std::numeric_limits<std::int64_t>;
  const auto minimum = attribute(node, "minimum", Bounds::min());
  const auto maximum = attribute(node, "maximum", Bounds::max());
  const auto scale = attribute(node, "scale", 1.0);
  const auto offset = attribute(node, "offset", 0.0);
  if (!minimum) return fail(minimum.error());
  if (!maximum) return fail(maximum.error());
  if (!scale) return fail(scale.error());
  if (!offset) return fail(offset.error());
  if (*minimum > *maximum) return fail(bad(field.name + " has a minimum above its maximum"));
  field.minimum = *minimum;
  field.maximum = *maximum;
  const std::uint64_t span = static_cast<std::uint64_t>(*maximum) - static_cast<std::uint64_t>(*minimum);
  field.bits = static_cast<unsigned>(std::bit_width(span));
  if (field.type == FieldType::kScaledInteger) {
    if (!std::isfinite(*scale) || *scale == 0 || !std::isfinite(*offset))
      return fail(bad(field.name + " has no usable scale or offset"));
    field.scale = *scale;
    field.offset = *offset;
  }
  if (field.bits == 64) return field;  // no limits were meant
  const double low = static_cast<double>(*minimum) * field.scale + field.offset;
  const double high = static_cast<double>(*maximum) * field.scale + field.offset;
  field.value_limits = std::minmax(low, high);
  return field;
}

Result<Field> parse_float(const pugi::xml_node& node, Field field) {
  const std::string_view precision = node.attribute("precision").value();
  if (precision == "single") {
    field.type = FieldType::kSingle;
    field.bits = 32;
  } else if (!precision.empty() && precision != "double") {
    return fail(bad(field.name + " has the unknown precision \"" + std::string(precision) + "\""));
  }
  const auto low = detail::parse_number<double>(node.attribute("minimum").value());
  const auto high = detail::parse_number<double>(node.attribute("maximum").value());
  if (low && high) field.value_limits = {*low, *high};
  return field;
}

Result<Field> parse_field(const pugi::xml_node& node, std::string name) {
  Field field;
  field.name = std::move(name);
  const std::string_view type = node.attribute("type").value();
  if (type == "Float") return parse_float(node, std::move(field));
  if (type == "Integer" || type == "ScaledInteger") {
    field.type = type == "Integer" ? FieldType::kInteger : FieldType::kScaledInteger;
    return parse_integer(node, std::move(field));
  }
  if (type == "String") {
    field.type = FieldType::kString;
    return field;
  }
  return fail(bad(field.name + " has the type \"" + std::string(type) + "\", which points cannot have"));
}

Result<void> collect_fields(const pugi::xml_node& parent, const std::string& prefix, int depth,
                            std::vector<Field>& fields) {
  if (depth > kMaxDepth) return fail(bad("the prototype of the points is nested too deeply"));
  for (const pugi::xml_node& node : parent.children()) {
    if (node.type() != pugi::node_element) continue;
    const std::string_view type = node.attribute("type").value();
    if (type == "Structure" || type == "Vector") {
      if (auto inner = collect_fields(node, prefix + node.name() + "/", depth + 1, fields); !inner)
        return inner;
      continue;
    }
    if (fields.size() == kMaxFields) return fail(bad("a record of the points has more than 65535 fields"));
    auto field = parse_field(node, prefix + node.name());
    if (!field) return fail(field.error());
    fields.push_back(std::move(*field));
  }
  return {};
}

Result<double> pose_number(const pugi::xml_node& parent, const char* name) {
  const pugi::xml_node node = parent.child(name);
  if (!node) return 0.0;
  if (const auto value = number_of(node); value && std::isfinite(*value)) return *value;
  return fail(bad(std::string("the pose has no usable ") + name));
}

/// The pose (8.4.6.3): rotation by a quaternion, then translation. Missing parts are no rotation, no shift.
Result<Eigen::Isometry3d> parse_pose(const pugi::xml_node& node, std::vector<std::string>& warnings,
                                     std::size_t index) {
  Eigen::Vector4d wxyz = Eigen::Vector4d::UnitX();
  if (const pugi::xml_node rotation = node.child("rotation")) {
    constexpr std::array<const char*, 4> kNames = {"w", "x", "y", "z"};
    for (int i = 0; i < 4; ++i) {
      const auto value = pose_number(rotation, kNames[static_cast<std::size_t>(i)]);
      if (!value) return fail(value.error());
      wxyz[i] = *value;
    }
  }
  const double largest = wxyz.cwiseAbs().maxCoeff();
  if (largest > 0) {
    wxyz = (wxyz / largest).normalized();
  } else {
    wxyz = Eigen::Vector4d::UnitX();
    warnings.push_back(scan_place(index) + ": its rotation is zero, taken as none");
  }
  Eigen::Isometry3d world_from_scan = Eigen::Isometry3d::Identity();
  world_from_scan.linear() = Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const auto value = pose_number(node.child("translation"), kAxes[static_cast<std::size_t>(i)]);
    if (!value) return fail(value.error());
    world_from_scan.translation()[i] = *value;
  }
  return world_from_scan;
}

Bounds3 parse_bounds(const pugi::xml_node& node) {
  constexpr std::array<std::array<const char*, 2>, 3> kNames = {
      {{"xMinimum", "xMaximum"}, {"yMinimum", "yMaximum"}, {"zMinimum", "zMaximum"}}};
  Bounds3 bounds;
  for (int i = 0; i < 3; ++i) {
    const auto low = number_of(node.child(kNames[static_cast<std::size_t>(i)][0]));
    const auto high = number_of(node.child(kNames[static_cast<std::size_t>(i)][1]));
    // Writers that know nothing put down the largest numbers there are.
    constexpr double kUnknown = 1e300;
    if (!low || !high || !(*low <= *high) || std::abs(*low) > kUnknown || std::abs(*high) > kUnknown)
      return {};
    bounds.min[i] = *low;
    bounds.max[i] = *high;
  }
  return bounds;
}

std::optional<Limits> parse_limits(const pugi::xml_node& node, const char* low_name, const char* high_name) {
  const auto low = number_of(node.child(low_name));
  const auto high = number_of(node.child(high_name));
  if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || *low > *high) return std::nullopt;
  return Limits{*low, *high};
}

/// Rows and columns, where the scan says that it is a grid and how large.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_grid(const pugi::xml_node& node,
                                                                  const Scan& scan) {
  if (!scan.find_field("rowIndex") && !scan.find_field("columnIndex")) return std::nullopt;
  const auto rows = parse_limits(node, "rowMinimum", "rowMaximum");
  const auto columns = parse_limits(node, "columnMinimum", "columnMaximum");
  constexpr double kMaxSide = 1e9;
  if (!rows || !columns) return std::nullopt;
  const double row_count = rows->second - rows->first + 1;
  const double column_count = columns->second - columns->first + 1;
  if (row_count > kMaxSide || column_count > kMaxSide) return std::nullopt;
  return std::pair{static_cast<std::uint64_t>(row_count), static_cast<std::uint64_t>(column_count)};
}

Result<void> check_codecs(const pugi::xml_node& codecs) {
  for (const pugi::xml_node& entry : codecs.children())
    for (const pugi::xml_node& codec : entry.children())
      if (const std::string_view name = codec.name(); name.ends_with("Codec") && name != "bitPackCodec")
        return fail(
            Error{ErrorCode::kWrongFormat,
                  "its points are packed by \"" + std::string(name) + "\", only bitPackCodec is known",
                  {},
                  {},
                  "export the file with the standard codec"});
  return {};
}

Result<void> parse_points(const pugi::xml_node& points, Scan& scan) {
  const auto records = attribute<std::uint64_t>(points, "recordCount", 0);
  const auto offset = attribute<std::uint64_t>(points, "fileOffset", 0);
  if (!records) return fail(records.error());
  if (!offset) return fail(offset.error());
  scan.record_count = *records;
  scan.section_offset = *offset;
  auto fields = parse_prototype(points.child("prototype"));
  if (!fields) return fail(fields.error());
  scan.fields = std::move(*fields);
  return check_codecs(points.child("codecs"));
}

}  // namespace

namespace detail {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && std::is_floating_point_v<Number>) {
    // Below the smallest double: zero for every purpose here. Above the largest: not usable.
    return text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos
               ? std::optional<Number>(Number{})
               : std::nullopt;
  }
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template std::optional<double> parse_number<double>(std::string_view);
template std::optional<std::int64_t> parse_number<std::int64_t>(std::string_view);
template std::optional<std::uint64_t> parse_number<std::uint64_t>(std::string_view);

}  // namespace detail

std::string text_of(const pugi::xml_node& node) { return std::string(trimmed(node.child_value())); }

std::size_t count_children(const pugi::xml_node& node) {
  std::size_t count = 0;
  for (const pugi::xml_node& child : node.children()) count += child.type() == pugi::node_element;
  return count;
}

std::optional<double> number_of(const pugi::xml_node& node) {
  if (!node) return std::nullopt;
  const std::string text = text_of(node);
  const auto value = text.empty() ? std::optional(0.0) : detail::parse_number<double>(text);
  if (!value || std::string_view(node.attribute("type").value()) != "ScaledInteger") return value;
  const auto scale = attribute(node, "scale", 1.0);
  const auto offset = attribute(node, "offset", 0.0);
  if (!scale || !offset) return std::nullopt;
  return *value * *scale + *offset;
}

Result<std::vector<Field>> parse_prototype(const pugi::xml_node& prototype) {
  std::vector<Field> fields;
  if (auto collected = collect_fields(prototype, "", 0, fields); !collected) return fail(collected.error());
  return fields;
}

Result<Scan> parse_scan(const pugi::xml_node& node, std::vector<std::string>& warnings, std::size_t index) {
  Scan scan;
  if (auto points = parse_points(node.child("points"), scan); !points) return fail(points.error());
  scan.info.name = text_of(node.child("name"));
  scan.info.guid = text_of(node.child("guid"));
  scan.info.points = scan.record_count;
  for (const Field& field : scan.fields) scan.info.fields.push_back(field.name);
  if (const pugi::xml_node pose = node.child("pose")) {
    auto world_from_scan = parse_pose(pose, warnings, index);
    if (!world_from_scan) return fail(world_from_scan.error());
    scan.info.world_from_scan = *world_from_scan;
  }
  scan.info.bounds = parse_bounds(node.child("cartesianBounds"));
  scan.info.grid = parse_grid(node.child("indexBounds"), scan);
  scan.intensity_limits = parse_limits(node.child("intensityLimits"), "intensityMinimum", "intensityMaximum");
  const pugi::xml_node colours = node.child("colorLimits");
  scan.colour_limits = {parse_limits(colours, "colorRedMinimum", "colorRedMaximum"),
                        parse_limits(colours, "colorGreenMinimum", "colorGreenMaximum"),
                        parse_limits(colours, "colorBlueMinimum", "colorBlueMaximum")};
  return scan;
}

}  // namespace storey::e57
