#include "swept.h"
#line 1
#include "engine/glass/fit_sheet.h"

#include <algorithm>
#include <cmath>

namespace storey {
namespace {

inline double kNear() { static sweep::Swept<double> it("fit_sheet.cc:kNear", sweep::Scale::kPlain); return it([] { return double(0.010); }); } 
inline double kFarther() { static sweep::Swept<double> it("fit_sheet.cc:kFarther", sweep::Scale::kPlain); return it([] { return double(0.030); }); } 
inline std::size_t kFewest() { static sweep::Swept<std::size_t> it("fit_sheet.cc:kFewest", sweep::Scale::kPlain); return it([] { return std::size_t(4); }); } 
inline int kRounds() { static sweep::Swept<int> it("fit_sheet.cc:kRounds", sweep::Scale::kPlain); return it([] { return int(12); }); } 
inline double kMaxSlope() { static sweep::Swept<double> it("fit_sheet.cc:kMaxSlope", sweep::Scale::kPlain); return it([] { return double(0.0175); }); } 

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
  middle.slope = spread > 0 ? std::clamp((xy - x * y / n) / spread, -kMaxSlope(), kMaxSlope()) : 0;
  middle.at = (y - middle.slope * x) / n;
}

Middle fitted(const std::vector<Vec2>& points, double at, double half) {
  Middle middle{at, 0, half, 0};
  for (int round = 0; round < kRounds(); ++round)
    refit(points, round < kRounds() / 2 ? std::max(kNear(), kFarther() - 2 * half / 5) : kNear(), middle);
  middle.hits = static_cast<std::size_t>(std::count_if(
      points.begin(), points.end(), [&](const Vec2& p) { return std::abs(middle.beside(p)) <= kNear(); }));
  return middle;
}

}  // namespace

Line2 fit_sheet(const Line2& about, const std::vector<Vec2>& points) {
  if (points.size() < kFewest()) return about;
  std::vector<Vec2> local;
  double centre = 0;
  for (const Vec2& p : points) centre += about.along(p) / static_cast<double>(points.size());
  for (const Vec2& p : points) local.emplace_back(about.along(p) - centre, about.offset(p));
static constexpr auto kSearch = []() -> double { static sweep::Swept<double> it("fit_sheet.cc:kSearch", sweep::Scale::kPlain); return it([] { return double(0.04); }); }; static constexpr auto kStep = []() -> double { static sweep::Swept<double> it("fit_sheet.cc:kStep", sweep::Scale::kPlain); return it([] { return double(0.01); }); }; 
static constexpr auto kMore = []() -> double { static sweep::Swept<double> it("fit_sheet.cc:kMore", sweep::Scale::kShare); return it([] { return double(0.3); }); }; 
  Middle best;
  for (double at = -kSearch(); at <= kSearch() + kStep() / 2; at += kStep())
    if (const Middle one = fitted(local, at, 0); one.hits > best.hits) best = one;
  Middle both = best;
  for (double at = -kSearch(); at <= kSearch() + kStep() / 2; at += kStep())
    if (const Middle two = fitted(local, at, kGlassThickness() / 2);
        static_cast<double>(two.hits) > (1 + kMore()) * static_cast<double>(best.hits) && two.hits > both.hits)
      both = two;
  const Vec2 direction = (about.direction + both.slope * about.normal()).normalized();
  return {about.at(centre) + both.at * about.normal(), direction};
}

}  // namespace storey
