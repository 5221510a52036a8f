#include "engine/openings/voids/face_density.h"

#include <algorithm>

#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kLeastFallOff = 0.5;  // rows that doors take up are no thinner than that

/// A value that a fifth of all exceed.
double high(const std::vector<double>& values) { return ranked(values, values.size() * 4 / 5); }

/// How often a neighbour of a hit cell is hit: the density of a face wherever it is, however little of the
/// wall it takes up. A curtain wall is a void but for its mullions, sill and head; what shows as seldom
/// inside of a building is glass.
class NeighbourDensity {
 public:
  NeighbourDensity(const Elevation& elevation, std::uint8_t face) : sums_(1) {
    const auto hit = [&](int c, int r) { return (elevation.at(c, r) & face) != 0; };
    for (int c = 0; c < elevation.columns; ++c) {
      Counts sum = sums_.back();
      for (int r = 0; r < elevation.rows; ++r) {
        if (!hit(c, r)) continue;
        if (r + 1 < elevation.rows) ++sum.below, sum.above_too += hit(c, r + 1);
        if (c + 1 < elevation.columns) ++sum.left, sum.right_too += hit(c + 1, r);
      }
      sums_.push_back(sum);
    }
  }
  /// Over the columns [first, last). Scan lines run upwards or along the wall; the lesser density counts.
  double operator()(int first, int last) const {
    constexpr int kEnough = 100;  // cells hit: 0.1 m² of face
    const Counts &a = sums_[static_cast<std::size_t>(first)], &b = sums_[static_cast<std::size_t>(last)];
    if (b.below - a.below < kEnough || b.left - a.left < kEnough) return 0;
    return std::min(static_cast<double>(b.above_too - a.above_too) / (b.below - a.below),
                    static_cast<double>(b.right_too - a.right_too) / (b.left - a.left));
  }

 private:
  struct Counts {
    int below = 0, above_too = 0, left = 0, right_too = 0;
  };
  std::vector<Counts> sums_;  // over the columns before each
};

}  // namespace

FaceDensity::FaceDensity(const Elevation& elevation, std::uint8_t face) {
  // Per column, the density of the rows that show most of the wall around it; per row, how it falls off
  // from there.
  const int reach = std::max(1, static_cast<int>(kBesideDoor / elevation.step));
  std::vector<std::vector<int>> sums;  // per row: hits in the columns before each
  std::vector<double> rows;
  for (int r = 0; r < elevation.rows; ++r) {
    std::vector<int> sum = {0};
    for (int c = 0; c < elevation.columns; ++c)
      sum.push_back(sum.back() + ((elevation.at(c, r) & face) != 0));
    rows.push_back(static_cast<double>(sum.back()));
    sums.push_back(std::move(sum));
  }
  const NeighbourDensity neighbours(elevation, face);
  const double usual = std::max(1.0, high(rows));
  for (const double row : rows) of_row_.push_back(std::clamp(row / usual, kLeastFallOff, 1.0));
  for (int c = 0; c < elevation.columns; ++c) {
    const int first = std::max(0, c - reach), last = std::min(elevation.columns, c + reach + 1);
    std::vector<double> around;
    for (const std::vector<int>& sum : sums)
      around.push_back(
          static_cast<double>(sum[static_cast<std::size_t>(last)] - sum[static_cast<std::size_t>(first)]) /
          (last - first));
    // Where nothing is hit from floor to ceiling, another wall meets this one and there is no face at all.
    const int near = std::max(0, c - 1), past = std::min(elevation.columns, c + 2);
    const bool any = std::ranges::any_of(sums, [&](const std::vector<int>& sum) {
      return sum[static_cast<std::size_t>(past)] > sum[static_cast<std::size_t>(near)];
    });
    const double shown = high(around), near_hits = elevation.outer ? neighbours(first, last) : 0;
    const double density = near_hits > kHalf && shown < kLittle * near_hits ? near_hits : shown;
    of_column_.push_back(any ? std::clamp(density, kHardlyAny, kFullest) : kHardlyAny);
  }
}

}  // namespace storey
