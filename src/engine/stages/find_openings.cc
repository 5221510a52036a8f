#include "engine/stages/find_openings.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/stages/elevation.h"
#include "engine/stages/find_leaf.h"

namespace storey {
namespace {

constexpr double kMinWidth = 0.40;      // m
constexpr double kMinHeight = 0.35;     // m
constexpr double kMinVoid = 50;         // cells more void than wall, where the scan is dense: 0.06 m²
constexpr double kOtherFace = 0.5;      // what the other face says counts for half
constexpr double kOtherHit = 1.0;       // a hit there weighs as much as a void here
constexpr double kHiddenPenalty = 0.3;  // a void behind furniture says little
constexpr double kFloorContact = 0.20;  // m: thresholds and skirting
constexpr double kMinDoorHead = 1.75;   // m
constexpr double kJambSearch = 0.10;    // m about the raster's jamb in which the reveal is looked for

struct Rectangle {
  int c0 = 0, c1 = 0, r0 = 0, r1 = 0;  // half open
  double score = 0;
};

/// One face of a wall: its bit in the elevation, the opposite face's, and that of what stands before it.
struct Side {
  std::uint8_t face, other, before;
};

/// How often a face is hit where there is one: the scan is dense before a station and thin along a corridor,
/// so the share of cells hit differs from place to place.
class FaceDensity {
 public:
  FaceDensity(const Elevation& elevation, std::uint8_t face) {
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
  /// Share of the cells about this one that would be hit if the face were there, 0…1.
  double operator()(int column, int row) const {
    return of_column_[static_cast<std::size_t>(column)] * of_row_[static_cast<std::size_t>(row)];
  }

 private:
  static constexpr double kAround = 0.5;        // m: the wall beside a door
  static constexpr double kLeastFallOff = 0.5;  // rows that doors take up are no thinner than that
  static constexpr double kThinnest = 0.02, kDensest = 0.95;
  static double high(std::vector<double> values) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 4 / 5);
    std::nth_element(values.begin(), at, values.end());
    return *at;
  }
  std::vector<double> of_column_, of_row_;
};

/// For each cell, whether the face is seen there: at the cell or, where the scan is thin, near enough that on
/// the face's own density a void would have shown.
class SeenFace {
 public:
  SeenFace(const Elevation& elevation, std::uint8_t face, const FaceDensity& density)
      : elevation_(elevation), face_(face), density_(density) {}

  bool operator()(int column, int row) const {
    const double density = density_(column, row);
    const int reach = density > 0.6 ? 1 : density > 0.3 ? 2 : 3;
    for (int r = std::max(0, row - 1); r <= std::min(elevation_.rows - 1, row + 1); ++r)
      for (int c = std::max(0, column - reach); c <= std::min(elevation_.columns - 1, column + reach); ++c)
        if (elevation_.at(c, r) & face_) return true;
    return false;
  }

 private:
  const Elevation& elevation_;
  std::uint8_t face_;
  const FaceDensity& density_;
};

/// Vertical runs of void are open if something inside of the wall shows at them: a soffit, a sill or
/// threshold, a reveal, a leaf or a pane. Where furniture hid the face nothing does.
class OpenRuns {
 public:
  OpenRuns(const Elevation& elevation, const SeenFace& seen, const FaceDensity& density)
      : columns_(elevation.columns), open_(elevation.cells.size(), 0) {
    constexpr int kPast = 3;  // cells
    for (int c = 0; c < elevation.columns; ++c) {
      // Thresholds and soffits are hit as seldom as the face is.
      const int side = std::clamp(static_cast<int>(std::lround(1 / density(c, elevation.rows / 2))), 2, 8);
      for (int r = 0; r < elevation.rows;) {
        if (seen(c, r)) {
          ++r;
          continue;
        }
        int end = r;
        while (end < elevation.rows && !seen(c, end)) ++end;
        bool open = false;
        for (int row = std::max(0, r - kPast); row < std::min(elevation.rows, end + kPast) && !open; ++row)
          for (int column = std::max(0, c - side); column <= std::min(elevation.columns - 1, c + side);
               ++column)
            open = open || (elevation.at(column, row) & kInside) != 0;
        for (int row = r; row < end; ++row) open_[index(c, row)] = open;
        r = end;
      }
    }
  }
  bool operator()(int column, int row) const { return open_[index(column, row)] != 0; }

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  int columns_;
  std::vector<std::uint8_t> open_;
};

/// The logarithm of how much likelier the cell is in a void than on the face, in units of an empty cell where
/// the scan is dense.
double void_likelihood(bool hit, double density) {
  constexpr double kStray = 0.005;  // share of a void's cells that mixed pixels and noise hit
  constexpr double kUnit = 2.3;     // -log(1 - 0.9)
  return (hit ? -std::log(density / kStray) : -std::log(1 - density)) / kUnit;
}

/// Scores per cell: positive where the face is missing and nothing hides it.
std::vector<float> void_scores(const Elevation& elevation, const Side& side, const FaceDensity& density,
                               const FaceDensity& other_density) {
  // Cells along a leaf in which it shows; past the edge of a deep reveal it does not.
  const int same = 3 + static_cast<int>(0.5 * elevation.depth / elevation.step);
  std::vector<float> scores(elevation.cells.size());
  const SeenFace seen(elevation, side.face, density);
  const OpenRuns open(elevation, seen, density);
  const auto inside_near = [&](int column, int row) {
    for (int c = std::max(0, column - same); c <= std::min(elevation.columns - 1, column + same); ++c)
      if (elevation.at(c, row) & kInside) return true;
    return false;
  };
  const auto hidden = [&](int column, int row) {
    if (elevation.at(column, row) & kInside) return false;
    for (int c = std::max(0, column - 1); c <= std::min(elevation.columns - 1, column + 1); ++c)
      if (elevation.at(c, row) & side.before) return true;
    return false;
  };
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = 0; c < elevation.columns; ++c) {
      const std::uint8_t cell = elevation.at(c, r);
      double score = void_likelihood((cell & side.face) != 0, density(c, r));
      if (score > 0) {
        if (hidden(c, r))
          score = 0;
        else if (!open(c, r))
          score *= -kHiddenPenalty;
        else if (!(cell & side.other))
          score += kOtherFace * void_likelihood(false, other_density(c, r));
        else if (!inside_near(c, r))
          score -= kOtherHit;  // the face that the other side shows has only been missed on this one
      }
      scores[static_cast<std::size_t>(r) * static_cast<std::size_t>(elevation.columns) +
             static_cast<std::size_t>(c)] = static_cast<float>(score);
    }
  return scores;
}

/// Where an opening's rim shows: jambs, head and sill are hit between the faces.
class Rim {
 public:
  Rim(const Elevation& elevation, const FaceDensity& density)
      : rows_(elevation.rows),
        across_(elevation.cells.size()),
        up_(elevation.cells.size() + static_cast<std::size_t>(elevation.columns)) {
    const auto inside = [&](int column, int row) {
      for (int r = std::max(0, row - 1); r <= std::min(elevation.rows - 1, row + 1); ++r)
        for (int c = std::max(0, column - 1); c <= std::min(elevation.columns - 1, column + 1); ++c)
          if (elevation.at(c, r) & kInside) return true;
      return false;
    };
    for (int c = 0; c < elevation.columns; ++c)
      for (int r = 0; r < elevation.rows; ++r) {
        const double worth = inside(c, r) ? kSeen : -kMissed * density(c, r);
        across_[static_cast<std::size_t>(c) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(r)] =
            static_cast<float>(worth);
        up_[first(c) + static_cast<std::size_t>(r) + 1] =
            up_[first(c) + static_cast<std::size_t>(r)] + static_cast<float>(worth);
      }
  }
  /// What a head or sill in this cell is worth.
  float across(int column, int row) const {
    return across_[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows_) +
                   static_cast<std::size_t>(row)];
  }
  /// What a jamb over the rows [from, to) is worth.
  float jamb(int column, int from, int to) const {
    return up_[first(column) + static_cast<std::size_t>(to)] -
           up_[first(column) + static_cast<std::size_t>(from)];
  }

 private:
  static constexpr double kSeen = 1.0;    // a cell of rim is worth as much as one of void
  static constexpr double kMissed = 0.3;  // leaves and frames hide reveals
  std::size_t first(int column) const {
    return static_cast<std::size_t>(column) * (static_cast<std::size_t>(rows_) + 1);
  }
  int rows_;
  std::vector<float> across_, up_;
};

/// The rectangle of void and rim that scores highest: for every pair of rows, a scan over the columns that
/// keeps the best left jamb (Kadane's, with a price on both ends).
Rectangle best_rectangle(const std::vector<float>& scores, const Rim& rim, int columns, int rows) {
  Rectangle best;
  std::vector<float> sums(static_cast<std::size_t>(columns));
  for (int r0 = 0; r0 < rows; ++r0) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (int r1 = r0 + 1; r1 <= rows; ++r1) {
      float run = -1e9f;  // the best of the left jambs so far and all since then
      int start = 0;
      for (int c = 0; c < columns; ++c) {
        float& sum = sums[static_cast<std::size_t>(c)];
        sum += scores[static_cast<std::size_t>(r1 - 1) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(c)];
        const float jamb = rim.jamb(c, r0, r1);
        if (jamb > run) {
          run = jamb;
          start = c;
        }
        run += sum + rim.across(c, r0) + rim.across(c, r1 - 1);
        if (static_cast<double>(run + jamb) > best.score && c > start)
          best = {start, c + 1, r0, r1, static_cast<double>(run + jamb)};
      }
    }
  }
  return best;
}

/// A leaf that stands in a deep reveal looks like its jamb. Where the soffit goes on past the rectangle and
/// neither face is seen below it, the opening does too.
Rectangle widened(const Elevation& elevation, const Rim& rim, std::uint8_t face, Rectangle box) {
  constexpr int kMost = 16, kMissed = 2;  // cells: 0.4 m, with holes of 5 cm
  constexpr double kMostFace = 0.1;       // share of a column's cells in which a face is hit
  const auto goes_on = [&](int c) {
    if (rim.across(c, box.r1 - 1) <= 0) return false;
    int hits = 0;
    for (int r = box.r0 + 2; r < box.r1 - 2; ++r) hits += (elevation.at(c, r) & face) != 0;
    return hits <= kMostFace * (box.r1 - box.r0 - 4);
  };
  const auto last = [&](int from, int step) {
    int reached = from;
    for (int c = from + step, missed = 0;
         c >= 0 && c < elevation.columns && std::abs(c - from) <= kMost && missed <= kMissed; c += step) {
      missed = goes_on(c) ? 0 : missed + 1;
      if (missed == 0) reached = c;
    }
    return reached;
  };
  box.c0 = last(box.c0, -1);
  box.c1 = last(box.c1 - 1, 1) + 1;
  return box;
}

/// What the cells of a rectangle and its rim show.
struct Evidence {
  double inside = 0;      ///< share of cells with something between the faces
  double other_void = 0;  ///< share of cells in which the other face is missing as well
  double hidden = 0;      ///< share of cells with something before the face and nothing inside
  double rim = 0;         ///< share of the rim (jambs, head, sill) with something between the faces
  double threshold = 0;   ///< share of the width in which the floor goes on inside the wall
  double beyond = 0;      ///< share of cells with something behind an outer wall
};

Evidence weigh(const Elevation& elevation, const Rectangle& box, const Side& side, const FaceDensity& density,
               const FaceDensity& other_density) {
  Evidence evidence;
  const SeenFace other_seen(elevation, side.other, other_density), leaf_seen(elevation, kInside, density);
  double cells = 0, rim_cells = 0;
  const auto any_near = [&](int c, int r, std::uint8_t bit) {
    for (int dc = -3; dc <= 3; ++dc)
      for (int dr = -1; dr <= 1; ++dr) {
        const int column = c + dc, row = r + dr;
        if (column < 0 || row < 0 || column >= elevation.columns || row >= elevation.rows) continue;
        if (elevation.at(column, row) & bit) return true;
      }
    return false;
  };
  for (int r = box.r0; r < box.r1; ++r)
    for (int c = box.c0; c < box.c1; ++c) {
      const std::uint8_t cell = elevation.at(c, r);
      ++cells;
      evidence.inside += leaf_seen(c, r);
      evidence.other_void += !other_seen(c, r);
      evidence.hidden += (cell & side.before) && !(cell & kInside);
      evidence.beyond += (cell & kBeyond) != 0;
      const bool jamb = c == box.c0 || c == box.c1 - 1, top = r == box.r1 - 1, bottom = r == box.r0;
      if (!(jamb || top || bottom)) continue;
      ++rim_cells;
      evidence.rim += any_near(c, r, kInside);
    }
  for (int c = box.c0; c < box.c1; ++c) evidence.threshold += (elevation.at(c, 0) & kInside) != 0;
  evidence.inside /= cells;
  evidence.other_void /= cells;
  evidence.hidden /= cells;
  evidence.beyond /= cells;
  evidence.rim /= rim_cells;
  evidence.threshold /= box.c1 - box.c0;
  return evidence;
}

/// A position along one axis with its standard uncertainty, m.
struct Estimate {
  double value, sigma;
};

/// The outermost strong concentration of `values` about `rough`: reveals stand outside of frames and leaves.
Estimate refine_edge(const std::vector<double>& values, double rough, int outward, double noise) {
  constexpr double kBin = 0.006;
  constexpr std::size_t kEnough = 8;
  const double loose = 0.5 * 0.025;  // half a cell of the elevation
  if (values.size() < kEnough) return {rough, loose};
  const int bins = static_cast<int>(2 * kJambSearch / kBin) + 1;
  std::vector<double> count(static_cast<std::size_t>(bins), 0);
  for (const double v : values) {
    const int bin = static_cast<int>((v - rough + kJambSearch) / kBin);
    if (bin >= 0 && bin < bins) count[static_cast<std::size_t>(bin)] += 1;
  }
  const auto window = [&](int i) {
    double sum = 0;
    for (int k = std::max(0, i - 1); k <= std::min(bins - 1, i + 1); ++k)
      sum += count[static_cast<std::size_t>(k)];
    return sum;
  };
  double most = 0;
  for (int i = 0; i < bins; ++i) most = std::max(most, window(i));
  if (most < static_cast<double>(kEnough)) return {rough, loose};
  int chosen = -1;
  for (int k = 0; k < bins && chosen < 0; ++k) {
    const int i = outward > 0 ? bins - 1 - k : k;
    if (window(i) >= 0.35 * most && window(i) >= window(std::clamp(i - outward, 0, bins - 1))) chosen = i;
  }
  const double centre = rough - kJambSearch + (chosen + 0.5) * kBin;
  double sum = 0, n = 0;
  const double reach = std::max(1.5 * kBin, 2 * noise);
  for (const double v : values)
    if (std::abs(v - centre) <= reach) {
      sum += v;
      ++n;
    }
  return {sum / n, std::max(0.002, noise / std::sqrt(n) * 2)};
}

/// Jambs, sill and head to the millimetre, on the surfels inside of the wall; the raster's edges otherwise.
void refine(const Elevation& elevation, const Rectangle& box, double noise, FoundOpening& opening) {
  const double s0 = elevation.from + box.c0 * elevation.step, s1 = elevation.from + box.c1 * elevation.step;
  const double z0 = box.r0 * elevation.rise, z1 = box.r1 * elevation.rise;
  std::vector<double> left, right, below, above;
  const double clear = elevation.tolerance + 0.004;
  for (const WallHit& hit : elevation.hits) {
    const double s = static_cast<double>(hit.s), d = static_cast<double>(hit.depth),
                 z = static_cast<double>(hit.z);
    if (d < clear || d > elevation.depth - clear) continue;
    if (z > z0 + 0.10 && z < z1 - 0.10) {
      if (std::abs(s - s0) < kJambSearch) left.push_back(s);
      if (std::abs(s - s1) < kJambSearch) right.push_back(s);
    }
    if (s > s0 + 0.10 && s < s1 - 0.10) {
      if (std::abs(z - z0) < kJambSearch) below.push_back(z);
      if (std::abs(z - z1) < kJambSearch) above.push_back(z);
    }
  }
  const Estimate a = refine_edge(left, s0, -1, noise), b = refine_edge(right, s1, 1, noise);
  opening.span = {a.value, b.value};
  opening.jamb_sigma = std::hypot(a.sigma, b.sigma);
  const Estimate head = refine_edge(above, z1, 1, noise);
  opening.head = head.value;
  opening.head_sigma = head.sigma;
  if (z0 < kFloorContact) {
    opening.sill = 0;
    opening.sill_sigma = 0.003;
  } else {
    const Estimate sill = refine_edge(below, z0, -1, noise);
    opening.sill = sill.value;
    opening.sill_sigma = sill.sigma;
  }
}

/// Is it an opening at all, or a part of the face that something hid?
bool is_opening(const WallPiece& wall, const Rectangle& box, const Elevation& elevation,
                const Evidence& evidence) {
  const double width = (box.c1 - box.c0) * elevation.step, sill = box.r0 * elevation.rise,
               head = box.r1 * elevation.rise;
  if (width < kMinWidth || head - sill < kMinHeight) return false;
  const bool floor_contact = sill < kFloorContact;
  if (floor_contact && head < kMinDoorHead) return false;
  if (evidence.hidden > 0.5 && evidence.inside < 0.3) return false;
  if (!wall.two_sided()) return evidence.rim > 0.35 || evidence.inside > 0.3;
  if (floor_contact && evidence.other_void > 0.6) return evidence.rim > 0.3 || evidence.threshold > 0.5;
  return evidence.inside > 0.35 && evidence.rim > 0.4;  // a leaf or a pane inside of the wall
}

bool touch(const Rectangle& a, const Rectangle& b) {
  return std::min(a.c1, b.c1) > std::max(a.c0, b.c0) && std::min(a.r1, b.r1) > std::max(a.r0, b.r0);
}

/// Share of the cells [c0, c1) x [r0, r1) with the bit.
double share_of(const Elevation& elevation, std::uint8_t bit, int c0, int c1, int r0, int r1) {
  int hits = 0;
  for (int r = r0; r < r1; ++r)
    for (int c = c0; c < c1; ++c) hits += (elevation.at(c, r) & bit) != 0;
  return static_cast<double>(hits) / std::max(1, (c1 - c0) * (r1 - r0));
}

/// Does a leaf as large as the opening hang before the wall beside it?
bool slides_aside(const Elevation& elevation, const Rectangle& box, std::uint8_t close) {
  constexpr double kLeaf = 0.3;   // share of its cells that are hit, even where the scan is thin
  constexpr double kAbove = 0.3;  // of that share above it: a cupboard goes on there
  constexpr double kWidth = 0.7;  // of the opening's: leaves stay in it by a hand's breadth
  const int width = static_cast<int>(kWidth * (box.c1 - box.c0));
  const int knee = static_cast<int>(0.4 / elevation.rise), gap = static_cast<int>(0.15 / elevation.rise);
  if (box.r1 - gap <= knee || box.r1 + 2 * gap > elevation.rows) return false;
  for (const int first : {box.c0 - 4 - width, box.c1 + 4}) {
    if (first < 0 || first + width > elevation.columns) continue;
    const double leaf = share_of(elevation, close, first, first + width, knee, box.r1 - gap);
    if (leaf > kLeaf &&
        share_of(elevation, close, first, first + width, box.r1 + gap, box.r1 + 2 * gap) < kAbove * leaf)
      return true;
  }
  return false;
}

OpeningType type_of(const WallPiece& wall, const FoundOpening& opening, const Evidence& evidence,
                    bool slides) {
  constexpr double kClosed = 0.45;  // share of the opening that a leaf fills
  if (opening.sill >= kFloorContact) return OpeningType::kWindow;
  const bool leaf = opening.swing.has_value() || slides || evidence.inside > kClosed;
  return leaf || !wall.two_sided() ? OpeningType::kDoor : OpeningType::kOpening;
}

/// The openings that show on one side of a wall, the clearest first, but for those known from the other side.
void find_on_side(const StoreyRaster& raster, const WallPiece& wall, int wall_index,
                  const Elevation& elevation, const Side& side, double noise, std::vector<Rectangle>& taken,
                  std::vector<FoundOpening>& openings) {
  constexpr float kTaken = 10;    // more than any rim is worth
  constexpr int kMostTries = 24;  // a wall of 30 m with a door every 1.2 m
  const FaceDensity density(elevation, side.face), other_density(elevation, side.other);
  const Rim rim(elevation, density);
  std::vector<float> scores = void_scores(elevation, side, density, other_density);
  for (int round = 0; round < kMostTries; ++round) {
    Rectangle box = best_rectangle(scores, rim, elevation.columns, elevation.rows);
    if (box.score < kMinVoid) return;
    box = widened(elevation, rim, side.face, box);
    for (int r = box.r0; r < box.r1; ++r)
      for (int c = box.c0; c < box.c1; ++c)
        scores[static_cast<std::size_t>(r) * static_cast<std::size_t>(elevation.columns) +
               static_cast<std::size_t>(c)] = -kTaken;
    if (std::any_of(taken.begin(), taken.end(), [&](const Rectangle& known) { return touch(known, box); }))
      continue;
    const Evidence evidence = weigh(elevation, box, side, density, other_density);
    if (!is_opening(wall, box, elevation, evidence)) continue;
    taken.push_back(box);
    FoundOpening opening;
    opening.wall = wall_index;
    refine(elevation, box, noise, opening);
    if (opening.span.length() < kMinWidth) continue;
    if (opening.sill < kFloorContact) opening.swing = find_leaf(raster, wall, opening.span, opening.head);
    const bool slides = slides_aside(elevation, box, kCloseFront) ||
                        (wall.two_sided() && slides_aside(elevation, box, kCloseBack));
    opening.type = type_of(wall, opening, evidence, slides);
    opening.confidence = 0.35 + 0.62 * std::min(1.0, std::max(evidence.rim, evidence.inside));
    openings.push_back(opening);
  }
}

}  // namespace

std::vector<FoundOpening> find_openings(const LevelCloud& cloud, const StoreyRaster& raster,
                                        const std::vector<WallPiece>& walls, double noise) {
  std::vector<FoundOpening> openings;
  const std::vector<Elevation> elevations = draw_elevations(cloud, raster, walls, noise);
  for (std::size_t w = 0; w < walls.size(); ++w) {
    std::vector<Rectangle> taken;
    const auto index = static_cast<int>(w);
    find_on_side(raster, walls[w], index, elevations[w], {kOnFront, kOnBack, kBeforeFront}, noise, taken,
                 openings);
    if (walls[w].two_sided())
      find_on_side(raster, walls[w], index, elevations[w], {kOnBack, kOnFront, kBeforeBack}, noise, taken,
                   openings);
  }
  return openings;
}

}  // namespace storey
