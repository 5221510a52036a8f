#include "engine/stages/resolve_glass.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace storey {
namespace {

constexpr double kThickness = 0.05;       // m, assumed: laminated panes and their frames
constexpr double kMinLength = 2.0;        // m of wall with sheets in it
constexpr double kMaxGap = 6.0;           // m between sheets of one wall: doors, panes seen at no angle
constexpr double kReach = 2.5;            // m from the last sheet to the wall it ends at
constexpr double kCollinear = 0.05;       // m
constexpr double kParallel = 0.9986;      // cosine of 3°
constexpr double kImageTolerance = 0.08;  // m: reflection doubles the errors

Vec2 mirrored(const Vec2& p, const Line2& mirror) { return p - 2 * mirror.offset(p) * mirror.normal(); }

/// Is `sheet` the image of a solid face in the glass `mirror`?
bool is_image(const WallFace& sheet, const WallFace& mirror, const std::vector<WallFace>& faces) {
  if (std::abs(sheet.line.direction.dot(mirror.line.direction)) < kParallel) return false;
  const Vec2 a = mirrored(sheet.start(), mirror.line), b = mirrored(sheet.end(), mirror.line);
  if ((a - sheet.start()).norm() < 0.5) return false;
  return std::any_of(faces.begin(), faces.end(), [&](const WallFace& solid) {
    if (!solid.structural || solid.glass) return false;
    if (std::abs(solid.line.offset(a)) > kImageTolerance || std::abs(solid.line.offset(b)) > kImageTolerance)
      return false;
    const double sa = solid.line.along(a), sb = solid.line.along(b);
    const Interval image{std::min(sa, sb), std::max(sa, sb)};
    return overlap(image, solid.extent) > 0.5 * image.length();
  });
}

/// Sheets on one line, and where that line ends at other walls.
struct GlassWall {
  WallFace sheet;
  Interval extent;
  double covered = 0;
};

/// Where `line` first meets a solid face or another sheet, going from `from` in the sense of `sign`.
std::optional<double> meeting(const Line2& line, double from, double sign, const std::vector<WallFace>& faces,
                              const std::vector<WallFace>& sheets) {
  constexpr double kSlack = 0.3;  // m by which faces stop short of corners
  std::optional<double> nearest;
  const auto test = [&](const WallFace& other) {
    const auto hit = intersect(line, other.line, 0.3);
    if (!hit || other.line.along(*hit) < other.extent.from - kSlack ||
        other.line.along(*hit) > other.extent.to + kSlack)
      return;
    const double distance = sign * (line.along(*hit) - from);
    if (distance >= -kSlack && (!nearest || distance < sign * (*nearest - from))) nearest = line.along(*hit);
  };
  for (const WallFace& face : faces)
    if (face.structural) test(face);
  for (const WallFace& sheet : sheets) test(sheet);
  return nearest;
}

/// The next sheet on `line` beyond `from`, as its extent along the line.
std::optional<Interval> next_sheet(const Line2& line, double from, double sign,
                                   const std::vector<WallFace>& sheets) {
  std::optional<Interval> nearest;
  for (const WallFace& sheet : sheets) {
    if (std::abs(line.direction.dot(sheet.line.direction)) < kParallel) continue;
    if (std::abs(line.offset((sheet.start() + sheet.end()) / 2)) > kCollinear) continue;
    const double a = line.along(sheet.start()), b = line.along(sheet.end());
    const Interval extent{std::min(a, b), std::max(a, b)};
    const double gap = sign > 0 ? extent.from - from : from - extent.to;
    if (gap < -0.05 || gap > kMaxGap) continue;
    if (!nearest || gap < (sign > 0 ? nearest->from - from : from - nearest->to)) nearest = extent;
  }
  return nearest;
}

/// Follows the line of `seed` over further sheets to the walls at its ends; nothing where it ends in the
/// open.
std::optional<GlassWall> follow(const WallFace& seed, const std::vector<WallFace>& faces,
                                const std::vector<WallFace>& sheets) {
  GlassWall wall{seed, seed.extent, seed.length()};
  for (const double sign : {-1.0, 1.0}) {
    double& end = sign > 0 ? wall.extent.to : wall.extent.from;
    for (;;) {
      const auto wall_ahead = meeting(seed.line, end, sign, faces, sheets);
      const auto sheet_ahead = next_sheet(seed.line, end, sign, sheets);
      const double near = sheet_ahead ? (sign > 0 ? sheet_ahead->from : sheet_ahead->to) : 0;
      if (sheet_ahead && (!wall_ahead || sign * (*wall_ahead - near) > 0)) {
        wall.covered += sheet_ahead->length();
        end = sign > 0 ? sheet_ahead->to : sheet_ahead->from;
        continue;
      }
      if (!wall_ahead || sign * (*wall_ahead - end) > kReach) return std::nullopt;
      end = *wall_ahead;
      break;
    }
  }
  return wall;
}

}  // namespace

void resolve_glass(std::vector<WallFace>& faces) {
  std::vector<WallFace> sheets;
  for (const WallFace& face : faces) {
    if (!face.glass) continue;
    const bool image = std::any_of(faces.begin(), faces.end(), [&](const WallFace& mirror) {
      return mirror.glass && &mirror != &face && is_image(face, mirror, faces);
    });
    if (!image) sheets.push_back(face);
  }
  std::erase_if(faces, [](const WallFace& face) { return face.glass; });
  std::stable_sort(sheets.begin(), sheets.end(),
                   [](const WallFace& a, const WallFace& b) { return a.length() > b.length(); });
  std::vector<GlassWall> walls;
  for (const WallFace& sheet : sheets) {
    const Vec2 middle = (sheet.start() + sheet.end()) / 2;
    const bool known = std::any_of(walls.begin(), walls.end(), [&](const GlassWall& wall) {
      return std::abs(wall.sheet.line.offset(middle)) < kCollinear &&
             wall.extent.contains(wall.sheet.line.along(middle));
    });
    if (known) continue;
    const auto wall = follow(sheet, faces, sheets);
    if (wall && wall->covered >= kMinLength) walls.push_back(*wall);
  }
  for (const GlassWall& wall : walls)
    for (const double side : {1.0, -1.0}) {
      WallFace face = wall.sheet;
      face.structural = face.glass = true;
      face.extent = wall.extent;
      face.profile.assign(static_cast<std::size_t>(std::ceil(face.length() / face.step)), 0);
      face.step = face.length() / static_cast<double>(face.profile.size());
      face.coverage = std::min(1.0, wall.covered / face.length());
      face.stands = {{0, face.length()}};
      face.line.point += side * kThickness / 2 * wall.sheet.line.normal();
      if (side < 0) face = flipped(face);
      faces.push_back(std::move(face));
    }
}

}  // namespace storey
