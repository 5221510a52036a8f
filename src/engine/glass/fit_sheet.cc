#include "engine/glass/fit_sheet.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr double kNear = 0.010;     // m about a face within which a hit is its own
constexpr std::size_t kFewest = 4;  // points: fewer than two for each of two faces fit anything
constexpr int kRounds = 12;         // rounds until hits no longer change faces

/// offset = at + slope · along, of the middle between two faces `half` to either side.
struct Middle {
  double at = 0, slope = 0, half = 0;
  std::size_t hits = 0;  ///< that lie on a face

  double beside(const Vec2& p) const {
    const double offset = p.y() - at - slope * p.x();
    return offset - std::copysign(half, offset);
  }
};

/// Fits the middle to the hits near its faces; `points` as (along, offset).
void refit(const std::vector<Vec2>& points, double near, Middle& middle) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Vec2& p : points) {
    const double beside = middle.beside(p);
    if (std::abs(beside) > near) continue;
    const double offset = middle.at + middle.slope * p.x() + beside;
    ++n;
    x += p.x();
    y += offset;
    xx += p.x() * p.x();
    xy += p.x() * offset;
  }
  if (n < 2) return;
  const double spread = xx - x * x / n;
  middle.slope = spread > 0 ? std::clamp((xy - x * y / n) / spread, -kSheetTurn, kSheetTurn) : 0;
  middle.at = (y - middle.slope * x) / n;
}

Middle fitted(const std::vector<Vec2>& points, double at, double half) {
  Middle middle{at, 0, half, 0};
  for (int round = 0; round < kRounds; ++round)
    refit(points, round < kRounds / 2 ? std::max(kNear, 3 * kNear - 2 * half / 5) : kNear, middle);
  middle.hits = static_cast<std::size_t>(std::count_if(
      points.begin(), points.end(), [&](const Vec2& p) { return std::abs(middle.beside(p)) <= kNear; }));
  return middle;
}

}  // namespace

Line2 fit_sheet(const Line2& about, const std::vector<Vec2>& points) {
  constexpr double kMore = 0.3;  // share of one face's hits that two have more: two take in more clutter
  if (points.size() < kFewest) return about;
  std::vector<Vec2> local;
  double centre = 0;
  for (const Vec2& p : points) centre += about.along(p) / static_cast<double>(points.size());
  for (const Vec2& p : points) local.emplace_back(about.along(p) - centre, about.offset(p));
  Middle best;
  for (double at = -kSheetBand / 2; at <= (kSheetBand + kNear) / 2; at += kNear)
    if (const Middle one = fitted(local, at, 0); one.hits > best.hits) best = one;
  Middle both = best;
  for (double at = -kSheetBand / 2; at <= (kSheetBand + kNear) / 2; at += kNear)
    if (const Middle two = fitted(local, at, kGlassThickness / 2);
        static_cast<double>(two.hits) > (1 + kMore) * static_cast<double>(best.hits) && two.hits > both.hits)
      both = two;
  const Vec2 direction = (about.direction + both.slope * about.normal()).normalized();
  return {about.at(centre) + both.at * about.normal(), direction};
}

}  // namespace storey
