#include "engine/faces/face_strength.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/faces/face_odds.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "geometry/rank.h"

namespace storey {
namespace {

/// The bins in which a wall's face could show: between floor and ceiling; a header's, where it hangs.
HeightMask due(const StoreyRaster& raster, const WallFace& face) {
  const double floor = raster.level.floor_z;
  const double ceiling = ceiling_before(raster, face, face.middle());
  if (!face.header) return raster.bins.range(floor + kOffLevels, ceiling - kOffLevels);
  const HeightMask over_heads = raster.bins.range(floor + kLowestHead, ceiling - kOffLevels);
  HeightMask hit;
  for (const HeightMask step : face.profile) hit |= step & over_heads;
  return hit == 0 ? over_heads : HeightMask::between(hit.lowest(), hit.past_highest());
}

/// Share of the bins due that are hit, over the steps that are hit in any.
double density(const StoreyRaster& raster, const WallFace& face) {
  const HeightMask upright = due(raster, face);
  int hits = 0, steps = 0;
  for (const HeightMask step : face.profile) {
    hits += (step & upright).count();
    steps += (step & upright) != 0;
  }
  return steps > 0 ? static_cast<double>(hits) / (upright.count() * steps) : 0;
}

}  // namespace

double usual_chance(const std::vector<WallFace>& faces) {
  std::vector<std::pair<double, double>> chances;
  for (const WallFace& face : faces)
    if (is_solid(face) && face.cues) chances.emplace_back(chance_of(*face.cues), face.length());
  return weighted_median(std::move(chances));
}

double beside_usual(double chance, double usual) { return usual > 0 ? std::min(1.0, chance / usual) : 1; }

void weigh_faces(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  std::vector<std::pair<double, double>> densities;
  for (WallFace& face : faces) {
    if (!is_solid(face)) continue;
    face.strength = density(raster, face);
    densities.emplace_back(face.strength, face.length());
  }
  const double full = kNearlyAll * weighted_median(std::move(densities)), usual = usual_chance(faces);
  for (WallFace& face : faces) {
    if (!is_solid(face)) continue;
    face.strength = full > 0 ? std::min(1.0, face.strength / full) : 1;
    if (!face.cues) continue;
    const double chance = chance_of(*face.cues), beside = beside_usual(chance, usual);
    face.strength *= beside;
    face.likely = std::sqrt(chance * beside);
  }
}

}  // namespace storey
