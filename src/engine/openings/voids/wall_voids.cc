#include "engine/openings/voids/wall_voids.h"

#include <algorithm>
#include <cmath>

#include "engine/openings/voids/find_jambs.h"

namespace storey {
namespace {

constexpr double kMinVoid = 50;     // cells more void than wall, where the scan is dense: 0.06 m²
constexpr double kOtherFace = 0.5;  // weight of what the other face says: furniture may hide it
constexpr int kLeafColumns = 4;     // columns of 2.5 cm: a jamb shows in two or three
constexpr double kHidden = 0.3;     // weight of what furniture, leaves and frames may hide: it says little
constexpr int kMinRows = 7;         // rows of 5 cm: lower ones are gaps between furniture, or soffits alone
constexpr double kMinPier = 20;     // cells more face than void: less could be chance
constexpr float kTaken = 10;        // weight: more than any rim is worth
constexpr int kPart = 64;           // columns of 2.5 cm: about an opening's width; no result hangs on it

/// The logarithm of how much likelier the cell is in a void than on the face, in units of an empty cell where
/// the scan is dense.
double void_likelihood(bool hit, double density) {
  constexpr double kStray = 0.005;  // share of a void's cells that mixed pixels and noise hit
  constexpr double kUnit = 2.3;     // weight of an empty cell where 9 of 10 are hit: -log(1 - 0.9)
  return (hit ? -std::log(density / kStray) : -std::log(1 - density)) / kUnit;
}

/// Scores per cell: positive where the face is missing and nothing hides it.
std::vector<float> void_scores(const Elevation& elevation, const WallSide& side, const FaceDensity& density,
                               const FaceDensity& other_density) {
  // Cells along a leaf in which it shows; past the edge of a deep reveal it does not.
  const int same = 3 + static_cast<int>(0.5 * elevation.depth / elevation.step);
  std::vector<float> scores(elevation.cells.size());
  const OpenRuns open(elevation, side, density);
  // A leaf shows in more columns than a jamb does.
  const auto leaf_near = [&](int column, int row) {
    int shown = 0;
    for (int c = std::max(0, column - same); c <= std::min(elevation.columns - 1, column + same); ++c)
      shown += elevation.shows_about(c, row, 0, 1, kInside);
    return shown >= kLeafColumns;
  };
  const auto hidden = [&](int column, int row) {
    return !(elevation.at(column, row) & kInside) && elevation.shows_about(column, row, 1, 0, side.before);
  };
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = 0; c < elevation.columns; ++c) {
      const std::uint8_t cell = elevation.at(c, r);
      double score = void_likelihood((cell & side.face) != 0, density(c, r));
      if (score > 0) {
        if (hidden(c, r))
          score = 0;
        else if (!open(c, r))
          score *= -kHidden;
        else if (!(cell & side.other))
          score += kOtherFace * void_likelihood(false, other_density(c, r));
        else if (!leaf_near(c, r))
          score -= 1;  // the face that the other side shows has only been missed on this one
      }
      scores[elevation.index(c, r)] = static_cast<float>(score);
    }
  return scores;
}

/// The rectangle's scores summed over its rows, for each of its columns.
std::vector<float> column_sums(const Elevation& elevation, const std::vector<float>& scores,
                               const ElevationBox& box) {
  std::vector<float> sums(static_cast<std::size_t>(box.c1 - box.c0), 0.0f);
  for (int r = box.r0; r < box.r1; ++r)
    for (int c = box.c0; c < box.c1; ++c)
      sums[static_cast<std::size_t>(c - box.c0)] += scores[elevation.index(c, r)];
  return sums;
}

/// Two openings side by side score more together than each alone, as their pier costs less than the other
/// brings. They are two if the pier shows: the face on it, and the jambs at its sides.
ElevationBox clearer_part(const Elevation& elevation, const std::vector<float>& scores, const Rim& rim,
                          ElevationBox box) {
  const std::vector<float> sums = column_sums(elevation, scores, box);
  const auto jamb = [&](int c) { return rim.jamb(c, box.r0, box.r1); };
  double best = 0;
  int first = 0, last = 0;
  for (int from = box.c0 + kOpeningColumns; from + kOpeningColumns < box.c1; ++from) {
    double face = 0;
    for (int c = from; c + kOpeningColumns < box.c1; ++c) {
      face -= static_cast<double>(sums[static_cast<std::size_t>(c - box.c0)]);
      const double gain = face + static_cast<double>(jamb(from - 1) + jamb(c + 1));
      if (face < kMinPier || gain <= best) continue;
      best = gain;
      first = from;
      last = c + 1;
    }
  }
  if (best <= 0) return box;
  double left = 0, right = 0;
  for (int c = box.c0; c < first; ++c)
    left += static_cast<double>(sums[static_cast<std::size_t>(c - box.c0)]);
  for (int c = last; c < box.c1; ++c)
    right += static_cast<double>(sums[static_cast<std::size_t>(c - box.c0)]);
  (left > right ? box.c1 : box.c0) = left > right ? first : last;
  return clearer_part(elevation, scores, rim, box);
}

}  // namespace

Rim::Rim(const Elevation& elevation, const FaceDensity& density)
    : elevation_(elevation),
      across_(elevation.cells.size()),
      up_(elevation.cells.size() + static_cast<std::size_t>(elevation.columns)) {
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = 0; c < elevation.columns; ++c) {
      const double worth = elevation.shows_about(c, r, 1, 1, kInside) ? 1 : -kHidden * density(c, r);
      across_[elevation.index(c, r)] = static_cast<float>(worth);
      up_[elevation.index(c, r + 1)] = up_[elevation.index(c, r)] + static_cast<float>(worth);
    }
}

float Rim::across(int column, int row) const { return across_[elevation_.index(column, row)]; }

float Rim::jamb(int column, int from, int to) const {
  return up_[elevation_.index(column, to)] - up_[elevation_.index(column, from)];
}

WallVoids::WallVoids(const Elevation& elevation, const WallSide& side, const FaceDensity& density,
                     const FaceDensity& other_density)
    : elevation_(elevation),
      side_(side),
      rim_(elevation, density),
      scores_(void_scores(elevation, side, density, other_density)),
      up_(scores_.size() + static_cast<std::size_t>(elevation.columns), 0.0) {
  for (int c = 0; c < elevation.columns; ++c) sum_up(c);
  for (int c = 0; c < elevation.columns; c += kPart)
    for (int r = 0; r < elevation.rows; ++r) best_.push_back({best_from(c, r), r, c, true});
}

/// For each row that it may end at, a scan over the columns that keeps the best left jamb (Kadane's, with a
/// price on both ends). Past the part it ends where another left jamb would do better: what goes on from
/// there belongs to the part of that one.
ElevationBox WallVoids::best_from(int part, int r0) const {
  const int past = std::min(elevation_.columns, part + kPart);
  ElevationBox best;
  for (int r1 = r0 + 1; r1 <= elevation_.rows; ++r1) {
    double run = -1e9;  // the best of the left jambs so far and all since then
    int start = part;
    for (int c = part; c < elevation_.columns; ++c) {
      const auto jamb = static_cast<double>(rim_.jamb(c, r0, r1));
      if (jamb > run) {
        if (c >= past) break;
        run = jamb;
        start = c;
      }
      run += up_[index(c, r1)] - up_[index(c, r0)] + static_cast<double>(rim_.across(c, r0)) +
             static_cast<double>(rim_.across(c, r1 - 1));
      if (run + jamb > best.score && c > start) best = {start, c + 1, r0, r1, 0, 0, run + jamb};
    }
  }
  return best;
}

ElevationBox WallVoids::best_rectangle() {
  while (true) {
    const auto most = std::ranges::max_element(best_, {}, [](const Best& best) { return best.box.score; });
    if (most->holds) return most->box;
    most->box = best_from(most->part, most->row);
    most->holds = true;
  }
}

void WallVoids::sum_up(int column) {
  for (int r = 0; r < elevation_.rows; ++r)
    up_[index(column, r + 1)] = up_[index(column, r)] + static_cast<double>(scores_[index(column, r)]);
}

void WallVoids::take(const ElevationBox& box) {
  for (int c = box.c0; c < box.c1; ++c) {
    for (int r = box.r0; r < box.r1; ++r) scores_[index(c, r)] = -kTaken;
    sum_up(c);
  }
  for (Best& best : best_) best.holds = best.holds && !touch(best.box, box);
}

std::optional<ElevationBox> WallVoids::next() {
  while (true) {
    ElevationBox box = best_rectangle();
    if (box.score < kMinVoid) return std::nullopt;
    box = to_jambs(elevation_, rim_, side_, clearer_part(elevation_, scores_, rim_, box));
    take(box);
    if (box.r1 - box.r0 >= kMinRows) return box;
  }
}

}  // namespace storey
