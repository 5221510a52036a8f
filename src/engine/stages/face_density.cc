#include "engine/stages/face_density.h"

#include <algorithm>

namespace storey {
namespace {

constexpr double kAround = 0.5;                      // m: the wall beside a door
constexpr double kLeastFallOff = 0.5;                // rows that doors take up are no thinner than that
constexpr double kThinnest = 0.02, kDensest = 0.95;  // shares of a face that are hit: keeps logarithms finite

/// A value that a fifth of all exceed.
double high(std::vector<double> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 4 / 5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

FaceDensity::FaceDensity(const Elevation& elevation, std::uint8_t face) {
  // Per column, the density of the rows that show most of the wall around it; per row, how it falls off
  // from there.
  const int reach = std::max(1, static_cast<int>(kAround / elevation.step));
  std::vector<std::vector<int>> sums;  // per row: hits in the columns before each
  std::vector<double> rows;
  for (int r = 0; r < elevation.rows; ++r) {
    std::vector<int> sum = {0};
    for (int c = 0; c < elevation.columns; ++c)
      sum.push_back(sum.back() + ((elevation.at(c, r) & face) != 0));
    rows.push_back(static_cast<double>(sum.back()));
    sums.push_back(std::move(sum));
  }
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
    const bool any = std::any_of(sums.begin(), sums.end(), [&](const std::vector<int>& sum) {
      return sum[static_cast<std::size_t>(past)] > sum[static_cast<std::size_t>(near)];
    });
    of_column_.push_back(any ? std::clamp(high(around), kThinnest, kDensest) : kThinnest);
  }
}

}  // namespace storey
