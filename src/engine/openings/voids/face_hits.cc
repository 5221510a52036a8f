#include "engine/openings/voids/face_hits.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr std::array<std::uint8_t, 2> kFaceBits = {kOnFront, kOnBack};

/// Points in those cells of the columns [first, last) that were hit.
std::vector<std::uint32_t> points_hit(const Elevation& elevation, const std::vector<std::uint32_t>& points,
                                      int first, int last) {
  std::vector<std::uint32_t> hit;
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = first; c < last; ++c)
      if (const std::uint32_t count = points[elevation.index(c, r)]; count > 0) hit.push_back(count);
  return hit;
}

}  // namespace

FaceHits::FaceHits(const Elevation& elevation) {
  for (std::vector<std::uint32_t>& points : points_) points.assign(elevation.cells.size(), 0);
}

void FaceHits::add(std::size_t cell, std::uint8_t bits, float points) {
  for (std::size_t face = 0; face < kFaceBits.size(); ++face)
    if (bits & kFaceBits[face])
      std::atomic_ref(points_[face][cell])
          .fetch_add(static_cast<std::uint32_t>(std::lround(points)), std::memory_order_relaxed);
}

void FaceHits::drop_strays(Elevation& elevation) const {
  // How dense a scan is changes along a wall, so each stretch is compared with itself and what is beside it.
  const int stretch = std::max(1, static_cast<int>(kBesideDoor / elevation.step));
  for (std::size_t face = 0; face < kFaceBits.size(); ++face)
    for (int from = 0; from < elevation.columns; from += stretch) {
      const int to = std::min(elevation.columns, from + stretch);
      std::vector<std::uint32_t> around = points_hit(elevation, points_[face], std::max(0, from - stretch),
                                                     std::min(elevation.columns, to + stretch));
      if (around.empty()) continue;
      const double least = kStrays * median(std::move(around));
      for (int r = 0; r < elevation.rows; ++r)
        for (int c = from; c < to; ++c)
          if (const std::size_t cell = elevation.index(c, r); points_[face][cell] < least)
            elevation.cells[cell] &= static_cast<std::uint8_t>(~kFaceBits[face]);
    }
}

}  // namespace storey
