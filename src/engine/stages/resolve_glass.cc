#include "engine/stages/resolve_glass.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace storey {
namespace {

constexpr double kThickness = 0.05;       // m, assumed: laminated panes and their frames
constexpr double kMinLength = 2.0;        // m of wall with sheets in it
constexpr double kMaxGap = 3.0;           // m between sheets of one wall: doors, panes seen at no angle
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

/// Sheets on one line.
struct GlassWall {
  WallFace sheet;
  Interval hull;
  double covered = 0;
};

std::vector<GlassWall> group(const std::vector<WallFace>& sheets) {
  std::vector<GlassWall> walls;
  std::vector<std::size_t> order(sheets.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sheets[a].length() > sheets[b].length(); });
  for (const std::size_t i : order) {
    const WallFace& sheet = sheets[i];
    const auto same = std::find_if(walls.begin(), walls.end(), [&](const GlassWall& wall) {
      const Line2& line = wall.sheet.line;
      if (std::abs(line.direction.dot(sheet.line.direction)) < kParallel) return false;
      if (std::abs(line.offset((sheet.start() + sheet.end()) / 2)) > kCollinear) return false;
      const double s0 = line.along(sheet.start()), s1 = line.along(sheet.end());
      return -overlap(wall.hull, {std::min(s0, s1), std::max(s0, s1)}) < kMaxGap;
    });
    if (same == walls.end()) {
      walls.push_back({sheet, sheet.extent, sheet.length()});
      continue;
    }
    const double s0 = same->sheet.line.along(sheet.start()), s1 = same->sheet.line.along(sheet.end());
    same->hull = {std::min({same->hull.from, s0, s1}), std::max({same->hull.to, s0, s1})};
    same->covered += sheet.length();
  }
  return walls;
}

/// Where the line of a wall meets a solid face or another glass wall, from `from` in its sense or against it.
std::optional<double> meeting(const Line2& line, double from, double sign, const std::vector<WallFace>& faces,
                              const std::vector<GlassWall>& walls) {
  std::optional<double> nearest;
  const auto test = [&](const Line2& other, const Interval& extent) {
    const auto hit = intersect(line, other, 0.3);
    if (!hit || other.along(*hit) < extent.from - 0.3 || other.along(*hit) > extent.to + 0.3) return;
    const double distance = sign * (line.along(*hit) - from);
    if (distance < -0.3 || distance > kReach) return;
    if (!nearest || distance < sign * (*nearest - from)) nearest = line.along(*hit);
  };
  for (const WallFace& face : faces)
    if (face.structural && !face.glass) test(face.line, face.extent);
  for (const GlassWall& wall : walls) test(wall.sheet.line, wall.hull);
  return nearest;
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
  const std::vector<GlassWall> walls = group(sheets);
  for (const GlassWall& wall : walls) {
    if (wall.covered < kMinLength) continue;
    const Line2& line = wall.sheet.line;
    const auto begin = meeting(line, wall.hull.from, -1, faces, walls),
               end = meeting(line, wall.hull.to, 1, faces, walls);
    if (!begin || !end || *end - *begin < kMinLength) continue;
    for (const double side : {1.0, -1.0}) {
      WallFace face = wall.sheet;
      face.structural = true;
      face.extent = {*begin, *end};
      face.profile.assign(static_cast<std::size_t>(std::ceil(face.length() / face.step)), 0);
      face.step = face.length() / static_cast<double>(face.profile.size());
      face.coverage = wall.covered / face.length();
      face.line.point += side * kThickness / 2 * line.normal();
      if (side < 0) face = flipped(face);
      faces.push_back(std::move(face));
    }
  }
}

}  // namespace storey
