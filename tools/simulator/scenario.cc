#include "scenario.h"

#include <fstream>
#include <sstream>

#include "json_fields.h"
#include "scene_json.h"

namespace storey::simulator {
namespace {

using boost::json::value;

void read_noise(const value& json, const std::string& path, RangeNoise& noise) {
  Fields fields(json, path);
  fields.number("sigma_mm", noise.sigma_mm).number("sigma_mm_per_m", noise.sigma_mm_per_m);
  fields.number("oblique", noise.oblique)
      .number("dark", noise.dark)
      .number("weakest", noise.weakest)
      .finish();
}

void read_optics(const value& json, const std::string& path, Optics& optics) {
  Fields fields(json, path);
  fields.number("glass_returned", optics.glass_returned).number("glass_reflected", optics.glass_reflected);
  fields.number("mirror_returned", optics.mirror_returned).finish();
}

DensityBoost read_boost(const value& json, const std::string& path) {
  DensityBoost boost;
  Fields fields(json, path);
  fields.point("center", boost.center)
      .number("radius", boost.radius)
      .integer("factor", boost.factor)
      .finish();
  return boost;
}

TerrestrialScanner read_terrestrial(Fields& fields) {
  TerrestrialScanner s;
  bool ideal = false;
  fields.flag("ideal", ideal);
  if (ideal) s = TerrestrialScanner::ideal();
  fields.number("step_deg", s.step_deg)
      .number("lowest_deg", s.lowest_deg)
      .number("highest_deg", s.highest_deg);
  fields.number("min_range_m", s.min_range_m).number("max_range_m", s.max_range_m);
  fields.one("noise", [&](const value& json, const std::string& path) { read_noise(json, path, s.noise); });
  fields.number("angle_noise_deg", s.angle_noise_deg).number("beam_mm", s.beam_mm);
  fields.number("divergence_mrad", s.divergence_mrad).number("mixed_share", s.mixed_share);
  fields.number("registration_mm", s.registration_mm).number("registration_deg", s.registration_deg);
  fields.one("optics",
             [&](const value& json, const std::string& path) { read_optics(json, path, s.optics); });
  fields.flag("keep_missing", s.keep_missing);
  fields.one("boost", [&](const value& json, const std::string& path) { s.boost = read_boost(json, path); });
  if (!(s.step_deg >= 0.01 && s.step_deg <= 90)) fields.wrong("should lie between 0.01 and 90", "step_deg");
  if (!(s.lowest_deg < s.highest_deg)) fields.wrong("should lie below highest_deg", "lowest_deg");
  return s;
}

HandheldScanner read_handheld(Fields& fields) {
  HandheldScanner s;
  fields.number("points_per_m", s.points_per_m).number("height_m", s.height_m);
  fields.number("lowest_deg", s.lowest_deg).number("highest_deg", s.highest_deg);
  fields.number("min_range_m", s.min_range_m).number("max_range_m", s.max_range_m);
  fields.one("noise", [&](const value& json, const std::string& path) { read_noise(json, path, s.noise); });
  fields.number("drift_mm_per_m", s.drift_mm_per_m).number("drift_deg_per_m", s.drift_deg_per_m);
  fields.number("loop_closure", s.loop_closure);
  fields.one("optics",
             [&](const value& json, const std::string& path) { read_optics(json, path, s.optics); });
  if (!(s.points_per_m > 0 && s.points_per_m <= 1e6))
    fields.wrong("should lie between 0 and 1e6", "points_per_m");
  return s;
}

PhoneCamera read_phone(Fields& fields) {
  PhoneCamera s;
  fields.number("frames_per_m", s.frames_per_m).number("height_m", s.height_m).number("fov_deg", s.fov_deg);
  fields.integer("rays_across", s.rays_across).integer("fewest_hits", s.fewest_hits);
  fields.number("lowest_pitch_deg", s.lowest_pitch_deg).number("highest_pitch_deg", s.highest_pitch_deg);
  fields.number("max_range_m", s.max_range_m).number("noise_mm", s.noise_mm).number("voxel_mm", s.voxel_mm);
  fields.number("rounding_mm", s.rounding_mm).number("hole_share", s.hole_share);
  fields.number("drift_mm_per_m", s.drift_mm_per_m);
  fields.one("optics",
             [&](const value& json, const std::string& path) { read_optics(json, path, s.optics); });
  if (!(s.frames_per_m > 0 && s.frames_per_m <= 1000))
    fields.wrong("should lie between 0 and 1000", "frames_per_m");
  if (!(s.rays_across >= 4 && s.rays_across <= 2000))
    fields.wrong("should lie between 4 and 2000", "rays_across");
  if (!(s.voxel_mm >= 1)) fields.wrong("should be at least 1", "voxel_mm");
  return s;
}

Sensor read_sensor(const value& json, const std::string& path) {
  enum class Kind { kTerrestrial, kHandheld, kPhone } kind = Kind::kTerrestrial;
  Fields fields(json, path);
  fields.choice<Kind>(
      "kind", kind,
      {{"terrestrial", Kind::kTerrestrial}, {"handheld", Kind::kHandheld}, {"phone", Kind::kPhone}});
  Sensor sensor;
  switch (kind) {
    case Kind::kTerrestrial:
      sensor = read_terrestrial(fields);
      break;
    case Kind::kHandheld:
      sensor = read_handheld(fields);
      break;
    case Kind::kPhone:
      sensor = read_phone(fields);
      break;
  }
  fields.finish();
  return sensor;
}

void read_world(const value& json, const std::string& path, World& world) {
  Fields fields(json, path);
  fields.number("yaw_deg", world.yaw_deg);
  fields.one("shift", [&](const value& item, const std::string& place) {
    std::size_t k = 0;
    if (!item.is_array() || item.get_array().size() != 3) throw FieldError{place, "should be [x, y, z]"};
    for (const value& number : item.get_array()) {
      if (!number.is_number()) throw FieldError{place, "should be [x, y, z]"};
      world.shift[static_cast<Eigen::Index>(k++)] = number.to_number<double>();
    }
  });
  fields.number("tilt_deg", world.tilt_deg).number("tilt_toward_deg", world.tilt_toward_deg);
  fields.choice<double>("unit", world.units_per_m,
                        {{"m", 1}, {"cm", 100}, {"mm", 1000}, {"ft", 1 / 0.3048}, {"in", 1 / 0.0254}});
  fields.flag("y_up", world.y_up).number("keep_share", world.keep_share);
  fields.number("duplicate_share", world.duplicate_share).number("outlier_share", world.outlier_share);
  fields.integer("noise_points", world.noise_points).flag("shuffle", world.shuffle).finish();
}

XyzFormat read_xyz(Fields& fields) {
  XyzFormat format;
  fields.choice<char>("separator", format.separator,
                      {{"space", ' '}, {"tab", '\t'}, {"comma", ','}, {"semicolon", ';'}});
  fields.text("columns", format.columns);
  fields.choice<XyzFormat::Header>("header", format.header,
                                   {{"none", XyzFormat::Header::kNone},
                                    {"names", XyzFormat::Header::kNames},
                                    {"count", XyzFormat::Header::kCount},
                                    {"comment", XyzFormat::Header::kComment}});
  fields.integer("decimals", format.decimals).flag("crlf", format.crlf).flag("scientific", format.scientific);
  fields.number("nan_share", format.nan_share);
  if (format.columns != "xyz" && format.columns != "xyzi" && format.columns != "xyzrgb" &&
      format.columns != "xyzirgb")
    fields.wrong("should be one of xyz, xyzi, xyzrgb, xyzirgb", "columns");
  if (format.decimals > 12) fields.wrong("should be at most 12", "decimals");
  return format;
}

E57Format read_e57(Fields& fields) {
  E57Format format;
  fields.choice<E57Format::Storage>("storage", format.storage,
                                    {{"double", E57Format::Storage::kDouble},
                                     {"single", E57Format::Storage::kSingle},
                                     {"scaled", E57Format::Storage::kScaled}});
  fields.number("scale_m", format.scale_m).flag("poses", format.poses).flag("gridded", format.gridded);
  fields.flag("spherical", format.spherical)
      .flag("intensity", format.intensity)
      .flag("colour", format.colour);
  if (!(format.scale_m > 1e-9)) fields.wrong("should be above 1e-9", "scale_m");
  if (format.spherical && !format.poses) fields.wrong("needs poses", "spherical");
  return format;
}

void read_format(const value& json, const std::string& path, Scenario& scenario) {
  enum class Kind { kXyz, kE57 } kind = Kind::kXyz;
  Fields fields(json, path);
  fields.choice<Kind>("format", kind, {{"xyz", Kind::kXyz}, {"e57", Kind::kE57}});
  if (kind == Kind::kXyz)
    scenario.format = read_xyz(fields);
  else
    scenario.format = read_e57(fields);
  fields.flag("states_unit", scenario.states_unit).finish();
}

Scenario read_all(const value& json) {
  Scenario scenario;
  Fields fields(json, "");
  scenario.scene = read_scene(fields);
  fields.one("sensor",
             [&](const value& v, const std::string& path) { scenario.sensor = read_sensor(v, path); });
  fields.one("world", [&](const value& v, const std::string& path) { read_world(v, path, scenario.world); });
  fields.one("file", [&](const value& v, const std::string& path) { read_format(v, path, scenario); });
  fields.integer("seed", scenario.seed)
      .text("tier", scenario.tier)
      .flag("expects_plan", scenario.expects_plan);
  fields.each("features", [&](const value& v, const std::string& path) {
    if (!v.is_string()) throw FieldError{path, "should be text"};
    scenario.features.emplace_back(v.get_string());
  });
  fields.finish();
  return scenario;
}

Result<value> parse_json(std::string_view text) {
  boost::system::error_code code;
  value parsed = boost::json::parse({text.data(), text.size()}, code);
  if (code) return fail(ErrorCode::kWrongFormat, "the scene is no JSON: " + code.message());
  return parsed;
}

Result<Scenario> scenario_of(const value& json) {
  try {
    return read_all(json);
  } catch (const FieldError& error) {
    return fail({ErrorCode::kInvalidArgument, error.message, {}, error.path, {}});
  }
}

/// RFC 7396, JSON Merge Patch.
void merge(value& target, const value& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object()) target = boost::json::object();
  for (const auto& item : patch.get_object()) {
    if (item.value().is_null())
      target.get_object().erase(item.key());
    else
      merge(target.get_object()[item.key()], item.value());
  }
}

Result<value> read_json(const std::filesystem::path& file, int depth) {
  constexpr int kDeepest = 8;  // of scenes that are like others; ends circles
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || depth > kDeepest)
    return fail({ErrorCode::kNotFound, "the scene file cannot be read", file.string(), {}, "check the path"});
  auto json = parse_json(text.str());
  if (!json) return json;
  if (!json->is_object() || !json->get_object().contains("like")) return json;
  const value like = json->get_object()["like"];
  json->get_object().erase("like");
  if (!like.is_string()) return fail({ErrorCode::kInvalidArgument, "should be text", {}, "like", {}});
  auto base = read_json(file.parent_path() / std::string(like.get_string()), depth + 1);
  if (!base) return base;
  merge(*base, *json);
  return base;
}

}  // namespace

Result<Scenario> parse_scenario(std::string_view json) {
  const auto parsed = parse_json(json);
  if (!parsed) return tl::unexpected(parsed.error());
  return scenario_of(*parsed);
}

Result<Scenario> read_scenario(const std::filesystem::path& file) {
  const auto json = read_json(file, 0);
  auto scenario = json ? scenario_of(*json) : tl::unexpected(json.error());
  if (scenario) return scenario;
  Error error = scenario.error();
  if (error.file.empty()) error.file = file.string();
  return fail(std::move(error));
}

}  // namespace storey::simulator
