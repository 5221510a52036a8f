#include "engine/glass/sparse_hits.h"

#include <cmath>

#include "base/parallel.h"
#include "engine/faces/standing.h"
#include "engine/scan/lengths.h"

namespace storey {
namespace {

/// What is hit between skirting and ceiling.
SheetHit hit_at(const StoreyRaster& raster, const Vec2& p, HeightMask hit) {
  const double from = raster.level.floor_z + kPastTrim, to = raster.ceiling_at(p) - kPastTrim;
  const double heads =
      std::min(raster.level.floor_z + kHeadHeight, from + (to - from) * kLowRows / kSheetRows);
  SheetHit sum{p};
  for (hit &= raster.bins.range(from, to); hit != 0; hit = hit.without_lowest()) {
    const double z = raster.bins.bottom + (hit.lowest() + 0.5) * raster.bins.height;
    const double row = z < heads ? kLowRows * (z - from) / (heads - from)
                                 : kLowRows + (kSheetRows - kLowRows) * (z - heads) / (to - heads);
    const int i = std::clamp(static_cast<int>(row), 0, kSheetRows - 1);
    sum.rows = static_cast<std::uint16_t>(sum.rows | (1u << i));
    ++sum.bins[static_cast<std::size_t>(i)];
  }
  return sum;
}

/// Per step of a face: is it as densely hit about there as solids are? Faces that are free on both sides may
/// be glass in one part and a leaf in another.
std::vector<bool> solid_steps(const StoreyRaster& raster, const WallFace& face) {
  const std::size_t count = face.profile.size();
  const double most = most_of_glass(face);
  if (most <= 0) return std::vector<bool>(count, true);
  const HeightMask upright =
      raster.bins.range(raster.level.floor_z + kOffLevels, raster.level.ceiling_z - kOffLevels);
  const auto near = static_cast<std::size_t>(std::lround(kAtCorner / face.step));
  std::vector<bool> solid(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i < near ? 0 : i - near, last = std::min(count, i + near + 1);
    int hits = 0;
    for (std::size_t k = first; k < last; ++k) hits += (face.profile[k] & upright).count();
    solid[i] = hits > most * upright.count() * static_cast<double>(last - first);
  }
  return solid;
}

}  // namespace

// Each thread has rows of its own.
Mask solids(const StoreyRaster& raster, const std::vector<WallFace>& faces, int threads) {
  std::vector<std::vector<bool>> solid(faces.size());
  parallel_for(faces.size(), threads, [&](std::size_t f) { solid[f] = solid_steps(raster, faces[f]); });
  Mask mask(raster.columns.frame);
  const double step = mask.frame.cell / 2;
  parallel_rows(mask.frame.rows, threads, [&](int first, int past) {
    const auto mark = [&](const WallFace& face, double from, double to) {
      for (double s = from; s <= to; s += step)
        for (double d = -kOwnNoise; d <= kOwnNoise; d += step) {
          const Vec2 p = face.line.at(s) + d * face.line.normal();
          const int c = mask.frame.column(p.x()), r = mask.frame.row(p.y());
          if (mask.frame.inside(c, r) && r >= first && r < past) mask.at(c, r) = 1;
        }
    };
    for (std::size_t f = 0; f < faces.size(); ++f)
      for (std::size_t i = 0; i < solid[f].size(); ++i) {
        const double s = faces[f].begin_of(i);
        if (solid[f][i]) mark(faces[f], s - kOwnNoise, s + faces[f].step + kOwnNoise);
      }
  });
  return mask;
}

SparseHits::SparseHits(const StoreyRaster& raster, const Mask& solid, int threads)
    : frame_(solid.frame), rows_(static_cast<std::size_t>(solid.frame.rows)) {
  parallel_for(rows_.size(), threads, [&](std::size_t row) {
    const int r = static_cast<int>(row);
    for (int c = 0; c < frame_.columns; ++c) {
      const RasterColumn column = raster.columns.at(c, r);
      if (column.weight == 0 || solid.at(c, r)) continue;
      const SheetHit hit = hit_at(raster, column.mean(), column.hit);
      if (hit.rows != 0) rows_[row].push_back(hit);
    }
  });
}

}  // namespace storey
