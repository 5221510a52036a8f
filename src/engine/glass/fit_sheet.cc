#include "engine/glass/fit_sheet.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/glass/find_sheets.h"
#include "engine/scan/counts.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

/// The hits of each piece of a sheet, their places as (along, offset).
using Pieces = std::vector<std::vector<SheetHit>>;

Pieces pieces_of(const Line2& about, double centre, const std::vector<SheetHit>& hits) {
  const auto number = [&](const SheetHit& hit) {
    return static_cast<std::ptrdiff_t>(std::floor((about.along(hit.place) - centre) / kSheetPiece));
  };
  const auto [first, last] = std::ranges::minmax(hits, {}, number);
  Pieces pieces(static_cast<std::size_t>(number(last) - number(first)) + 1);
  for (const SheetHit& hit : hits)
    pieces[static_cast<std::size_t>(number(hit) - number(first))].push_back(
        {{about.along(hit.place) - centre, about.offset(hit.place)}, hit.rows});
  return pieces;
}

/// offset = at + slope · along, of the middle between two faces `half` to either side.
struct Middle {
  double at = 0, slope = 0, half = 0;

  double offset(const Vec2& p) const { return p.y() - at - slope * p.x(); }
  double beside(const Vec2& p) const { return offset(p) - std::copysign(half, offset(p)); }
};

/// Fits the middle to the hits near its faces. Each row of a piece counts once: posts are hit often in a few
/// pieces, the frames of doors in a few rows, panes seldom, but everywhere.
void refit(const Pieces& pieces, double near, Middle& middle) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const std::vector<SheetHit>& piece : pieces) {
    Vec2 sum = Vec2::Zero();
    int hits = 0;
    unsigned rows = 0;
    for (const SheetHit& hit : piece) {
      const double beside = middle.beside(hit.place);
      if (std::abs(beside) > near) continue;
      sum += Vec2(hit.place.x(), middle.at + middle.slope * hit.place.x() + beside);
      ++hits;
      rows |= hit.rows;
    }
    if (hits == 0) continue;
    const Vec2 mean = sum / hits;
    const double weight = std::popcount(rows);
    n += weight;
    x += weight * mean.x();
    y += weight * mean.y();
    xx += weight * mean.x() * mean.x();
    xy += weight * mean.x() * mean.y();
  }
  if (n < 2) return;
  const double spread = xx - x * x / n;
  middle.slope = spread > 0 ? std::clamp((xy - x * y / n) / spread, -kSheetTurn, kSheetTurn) : 0;
  middle.at = (y - middle.slope * x) / n;
}

Middle fitted(const Pieces& pieces, double at, double half) {
  Middle middle{at, 0, half};
  for (int round = 0; round < kMostRounds; ++round)
    refit(pieces, round < kMostRounds / 2 ? std::max(kBulge, 3 * kBulge - 2 * half / 5) : kBulge, middle);
  return middle;
}

/// What is hit on one face of a sheet.
struct Shown {
  int rows = 0;    ///< of pieces
  int pieces = 0;  ///< with such a row
};

/// What the face on one side of the middle (1: left) shows.
Shown shown(const Pieces& pieces, const Middle& middle, double side) {
  Shown sum;
  for (const std::vector<SheetHit>& piece : pieces) {
    unsigned rows = 0;
    for (const SheetHit& hit : piece)
      if (std::abs(middle.offset(hit.place) - side * middle.half) <= kBulge) rows |= hit.rows;
    sum.rows += std::popcount(rows);
    sum.pieces += rows != 0;
  }
  return sum;
}

}  // namespace

SheetFit fit_sheet(const Line2& about, const std::vector<SheetHit>& hits) {
  if (hits.size() < kFewestHits) return {about};
  double centre = 0;
  for (const SheetHit& hit : hits) centre += about.along(hit.place) / static_cast<double>(hits.size());
  const Pieces pieces = pieces_of(about, centre, hits);
  Middle best;
  int most = 0;
  const auto look = [&](double half, const auto& count) {
    for (double at = -kSheetBand / 2; at <= (kSheetBand + kBulge) / 2; at += kBulge) {
      const Middle middle = fitted(pieces, at, half);
      if (const int shows = count(middle); shows > most) {
        best = middle;
        most = shows;
      }
    }
  };
  look(0, [&](const Middle& one) { return shown(pieces, one, 1).rows; });
  look(kGlassThickness / 2, [&](const Middle& two) {
    const Shown left = shown(pieces, two, 1), right = shown(pieces, two, -1);
    // Pictures hang on a part of the pane, and what stands beside it is hit in few rows.
    const bool both = std::min(left.pieces, right.pieces) >= kHalf * std::max(left.pieces, right.pieces) &&
                      std::min(left.rows, right.rows) >= kSome * std::max(left.rows, right.rows);
    return both ? left.rows + right.rows : 0;
  });
  const Vec2 direction = (about.direction + best.slope * about.normal()).normalized();
  return {{about.at(centre) + best.at * about.normal(), direction}, best.half};
}

}  // namespace storey
