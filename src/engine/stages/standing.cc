#include "engine/stages/standing.h"

#include <algorithm>
#include <bit>

namespace storey {
namespace {

constexpr double kHidden = 0.25;  // m of face that things in front hide

/// Is the face, in its step `i`, hit right below the ceiling or over most of a person's height?
bool stands_at(const StoreyRaster& raster, const WallFace& face, std::size_t i) {
  const double floor = raster.level.floor_z;
  const double s = face.extent.from + (static_cast<double>(i) + 0.5) * face.step;
  const double ceiling = raster.ceiling_at(face.line.at(s) + 0.1 * face.line.normal());
  const std::uint64_t body = raster.bins.range(floor + 0.2, floor + 1.9);
  const std::uint64_t upper = raster.bins.range(std::min(floor + 1.9, ceiling - 0.4), ceiling - 0.06);
  return (face.profile[i] & upper) != 0 || 2 * std::popcount(face.profile[i] & body) >= std::popcount(body);
}

std::vector<Interval> stretches(const StoreyRaster& raster, const WallFace& face) {
  std::vector<Interval> stands;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    if (!stands_at(raster, face, i)) continue;
    const double from = static_cast<double>(i) * face.step;
    if (!stands.empty()) {
      const double gap = from - stands.back().to;
      const bool joined =
          gap <= kHidden ||
          (gap <= kWidestDoor &&
           !open_behind(raster, face.line, face.extent.from + stands.back().to, face.extent.from + from));
      if (joined) {
        stands.back().to = from + face.step;
        continue;
      }
    }
    stands.push_back({from, from + face.step});
  }
  return stands;
}

}  // namespace

bool open_behind(const StoreyRaster& raster, const Line2& line, double from, double to) {
  int seen = 0, all = 0;
  for (double s = from + 0.05; s < to - 0.05; s += 0.02)
    for (const double depth : {0.02, 0.04, 0.06}) {
      ++all;
      seen += raster.under_ceiling(line.at(s) - depth * line.normal());
    }
  return 4 * seen > all;
}

void find_standing(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  for (WallFace& face : faces)
    face.stands = face.glass ? std::vector<Interval>{{0, face.length()}} : stretches(raster, face);
}

}  // namespace storey
