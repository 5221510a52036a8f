#include "engine/openings/voids/find_jambs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/openings/voids/elevation.h"
#include "engine/scan/counts.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr int kEdgeRows = 2;  // rows, 10 cm below a head and above a sill, that say nothing of the jamb
constexpr std::uint8_t kFaces = kOnFront | kOnBack, kClose = kCloseFront | kCloseBack,
                       kBefore = kBeforeFront | kBeforeBack;

/// A void's edge on one side: columns are counted from it, outwards.
class Edge {
 public:
  Edge(const Elevation& elevation, const ElevationBox& box, int step)
      : elevation_(elevation), box_(box), step_(step), last_(step < 0 ? box.c0 : box.c1 - 1) {}
  int column(int outwards) const { return last_ + step_ * outwards; }
  const Elevation& elevation() const { return elevation_; }
  bool inside(int outwards) const { return column(outwards) >= 0 && column(outwards) < elevation_.columns; }
  /// Share of the jamb's height at which any of the bits is hit.
  double share(int outwards, std::uint8_t bits) const {
    const int c = column(outwards);
    return elevation_.share({.c0 = c, .c1 = c + 1, .r0 = box_.r0 + kEdgeRows, .r1 = box_.r1 - kEdgeRows},
                            bits);
  }

 private:
  const Elevation& elevation_;
  const ElevationBox& box_;
  int step_, last_;
};

/// A leaf that stands in a deep reveal looks like its jamb. Where the soffit goes on past the rectangle and
/// neither face is seen below it, the opening does too. Returns columns outwards.
int along_soffit(const Edge& edge, const Rim& rim, const WallSide& side, int head_row) {
  int reached = 0;
  for (int i = 1, missed = 0; edge.inside(i) && i <= kOpeningColumns && missed <= kThinColumns; ++i) {
    const double face = edge.share(i, side.face);
    if (face > kHalf) break;
    const bool goes_on = rim.across(edge.column(i), head_row) > 0 && face <= kStrays;
    missed = goes_on ? 0 : missed + 1;
    if (goes_on) reached = i;
  }
  return reached;
}

/// Does something that hides the wall go on above the head? Leaves do not; curtains hang from higher up.
bool hangs_before(const Elevation& elevation, int column, int head_row) {
  const int to = std::min(elevation.rows, head_row + 1 + kEdgeRows);
  for (int r = head_row + 1; r < to; ++r)
    if ((elevation.at(column, r) & kBefore) == 0) return false;
  return head_row + 1 < to;
}

/// Columns beside the edge, at most `most`, if nothing shows the wall in them, not even above the head; else
/// 0.
int unobserved(const Edge& edge, int most) {
  const Elevation& elevation = edge.elevation();
  int columns = 0, seen = 0;
  for (; columns < most && edge.inside(columns + 1); ++columns) {
    const int c = edge.column(columns + 1);
    seen += elevation.shows({.c0 = c, .c1 = c + 1, .r0 = 0, .r1 = elevation.rows}, kFaces);
  }
  return seen <= kThinColumns ? columns : 0;
}

struct Jamb {
  int outwards = 0;  ///< columns
  int doubt = 0;     ///< columns to both sides in which it may be as well
};

/// A jamb that nothing shows is where the faces begin again, or where the casing before them does; behind a
/// curtain, and past what any station saw, it is anywhere between. At least half of the opening has to show.
Jamb up_to_faces(const Edge& edge, const ElevationBox& box) {
  const int most = box.c1 - box.c0, unseen = unobserved(edge, most);
  if (unseen > 0) return {0, unseen};
  for (const int i : {-1, 0, 1})
    if (edge.inside(i) && edge.share(i, kInside) > kLittle) return {};
  double usual = 0;  // what the wall shows as far as past all that could hide it
  for (int i = 1; i <= 2 * most; ++i) usual += edge.inside(i) ? edge.share(i, kFaces) / (2 * most) : 0;
  int begin = 1;
  bool hangs = false;
  for (; begin <= most; ++begin) {
    if (!edge.inside(begin)) return {};
    if (edge.share(begin, kFaces) > kSome * usual) break;
    hangs = hangs || hangs_before(edge.elevation(), edge.column(begin), box.r1 - 1);
  }
  if (begin > most) return {};
  int jamb = begin - 1;
  if (hangs) return {jamb / 2, (jamb + 1) / 2};
  for (int casing = 0; casing < kWidestCasing && jamb > 0 && edge.share(jamb, kClose) > kLittle; ++casing)
    --jamb;
  return {jamb, 0};
}

}  // namespace

ElevationBox to_jambs(const Elevation& elevation, const Rim& rim, const WallSide& side, ElevationBox box) {
  const int head_row = box.r1 - 1;
  const int left = along_soffit(Edge(elevation, box, -1), rim, side, head_row);
  const int right = along_soffit(Edge(elevation, box, 1), rim, side, head_row);
  box.c0 -= left;
  box.c1 += right;
  const Jamb from = up_to_faces(Edge(elevation, box, -1), box);
  const Jamb to = up_to_faces(Edge(elevation, box, 1), box);
  box.c0 -= from.outwards;
  box.c1 += to.outwards;
  box.doubt_from = from.doubt;
  box.doubt_to = to.doubt;
  return box;
}

}  // namespace storey
