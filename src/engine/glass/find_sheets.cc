#include "engine/glass/find_sheets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/faces/standing.h"
#include "engine/glass/fit_sheet.h"
#include "engine/glass/sparse_hits.h"
#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr int kBand = static_cast<int>(kSheetBand / kVoxel);  // cells across: as wide as a sheet
static_assert(kBand * kVoxel == kSheetBand);
constexpr double kFitReach = kSheetBand / 2 + kVoxel;  // m off a sheet: another band may lie better
constexpr double kMinRoom = 0.7;  // m: what stands nearer before a wall is furniture: wardrobes are 0.65
constexpr double kLeastReturns = 0.04;  // share of a piece's rows hit: panes at a grazing angle
constexpr std::size_t kAbout = 5;       // cells along, 0.5 m each way: returns change with distance and angle

constexpr std::uint16_t kLow = (1u << kLowRows) - 1;               // bits: rows of furniture and people, too
constexpr std::uint16_t kHigh = ((1u << kSheetRows) - 1) & ~kLow;  // bits: rows of walls, glass, little else
constexpr std::uint16_t kBlocked = 0x8000;  // bits: no row, where nothing is known of glass

int count(std::uint16_t rows, std::uint16_t half) {
  return std::popcount(static_cast<unsigned>(rows & half));
}

/// The directions of structural faces, those of the longest first; square ones are one.
std::vector<double> guides(const std::vector<WallFace>& faces) {
  std::vector<double> angles;
  for (const std::size_t f : longest_first(faces)) {
    const WallFace& face = faces[f];
    if (!face.structural || face.length() < kWidestDoor) continue;
    const double angle = std::atan2(face.line.direction.y(), face.line.direction.x());
    if (std::ranges::none_of(angles, [&](double known) {
          return std::abs(std::remainder(known - angle, M_PI / 2)) < kSheetTurn;
        }))
      angles.push_back(angle);
  }
  return angles;
}

/// The hits in bands parallel to one direction, piece by piece.
class Bands {
 public:
  Bands(const GridFrame& frame, const Mask& solid, const SparseHits& hits, double angle, int threads) {
    const Vec2 direction(std::cos(angle), std::sin(angle));
    line_ = {frame.origin, direction};
    Eigen::AlignedBox2d box(Vec2::Zero().eval());
    for (const Vec2& corner : {frame.centre(frame.columns, 0), frame.centre(0, frame.rows),
                               frame.centre(frame.columns, frame.rows)})
      box.extend(Vec2(line_.along(corner), line_.offset(corner)));
    line_.point += box.min().x() * direction + box.min().y() * left_of(direction);
    pieces_ = static_cast<int>(box.sizes().x() / kSheetPiece) + 1;
    offsets_ = static_cast<int>(box.sizes().y() / kVoxel) + 1;
    std::vector<std::uint16_t> cells(static_cast<std::size_t>(pieces_) * static_cast<std::size_t>(offsets_));
    hits.each([&](const SheetHit& hit) {
      const int piece = static_cast<int>(line_.along(hit.place) / kSheetPiece),
                offset = static_cast<int>(line_.offset(hit.place) / kVoxel);
      if (piece < 0 || offset < 0 || piece >= pieces_ || offset >= offsets_) return;
      std::uint16_t& cell = cells[index(piece, offset)];
      cell = static_cast<std::uint16_t>(cell | hit.rows);
    });
    parallel_for(static_cast<std::size_t>(offsets_), threads, [&](std::size_t offset) {
      const int o = static_cast<int>(offset);
      for (int p = 0; p < pieces_; ++p) {
        const Vec2 centre = line_.at((p + 0.5) * kSheetPiece) + (o + 0.5) * kVoxel * line_.normal();
        if (solid.get(centre, 1)) cells[index(p, o)] |= kBlocked;
      }
    });
    bands_.resize(cells.size(), kBlocked);
    parallel_for(static_cast<std::size_t>(std::max(0, bands())), threads, [&](std::size_t first) {
      const int o = static_cast<int>(first);
      for (int p = 0; p < pieces_; ++p) {
        std::uint16_t band = 0;
        for (int k = 0; k < kBand; ++k) band = static_cast<std::uint16_t>(band | cells[index(p, o + k)]);
        bands_[index(p, o)] = band;
      }
    });
  }

  int pieces() const { return pieces_; }
  int bands() const { return offsets_ - kBand + 1; }
  /// The rows hit in a piece of a band, or kBlocked where there is a solid or nothing.
  std::uint16_t at(int piece, int band) const {
    return piece < 0 || band < 0 || piece >= pieces_ || band >= bands() ? kBlocked
                                                                        : bands_[index(piece, band)];
  }
  Line2 middle_of(int band) const {
    return {line_.point + (band * kVoxel + kSheetBand / 2) * line_.normal(), line_.direction};
  }

 private:
  std::size_t index(int piece, int offset) const {
    return static_cast<std::size_t>(offset) * static_cast<std::size_t>(pieces_) +
           static_cast<std::size_t>(piece);
  }
  Line2 line_;
  int pieces_ = 0, offsets_ = 0;
  std::vector<std::uint16_t> bands_;
};

/// Shares of the rows of both halves that are hit.
struct Shares {
  double low = 0, high = 0;
};

/// The sums of the values up to so many places from each.
std::vector<double> sums_about(const std::vector<double>& values, std::size_t reach) {
  std::vector<double> until(values.size() + 1);  // sums up to each
  std::partial_sum(values.begin(), values.end(), until.begin() + 1);
  std::vector<double> sums;
  for (std::size_t i = 0; i < values.size(); ++i)
    sums.push_back(until[std::min(values.size(), i + reach + 1)] - until[i - std::min(i, reach)]);
  return sums;
}

/// What clutter would hit in the pieces of a band, by what is hit on that side of it where there is more.
std::vector<Shares> clutter_beside(const Bands& bands, int band) {
  constexpr std::array<int, 3> kFlanks = {6, 10, 14};  // cells across: three bands, 0.08 m to 0.32 m away
  constexpr std::size_t kNear = 3;  // cells along, 0.3 m to both sides: rows enough to outweigh the prior
  constexpr double kPrior = 40;     // rows: where nothing is known, one of so many is hit
  const auto all = static_cast<std::size_t>(bands.pieces());
  std::vector<Shares> shares(all);
  for (const int side : {1, -1}) {
    std::vector<double> low(all), high(all), pieces(all);
    for (std::size_t p = 0; p < all; ++p)
      for (const int flank : kFlanks) {
        const std::uint16_t rows = bands.at(static_cast<int>(p), band + side * flank);
        if (rows & kBlocked) continue;
        low[p] += count(rows, kLow);
        high[p] += count(rows, kHigh);
        ++pieces[p];
      }
    low = sums_about(low, kNear);
    high = sums_about(high, kNear);
    pieces = sums_about(pieces, kNear);
    for (std::size_t p = 0; p < all; ++p) {
      shares[p].low = std::max(shares[p].low, (low[p] + 1) / (pieces[p] * kLowRows + kPrior));
      shares[p].high =
          std::max(shares[p].high, (high[p] + 1) / (pieces[p] * (kSheetRows - kLowRows) + kPrior));
    }
  }
  return shares;
}

/// Nats for a sheet that is hit in a share `returns` of its rows, against clutter that hits a share
/// `clutter`.
double nats_for(int hit, int rows, double returns, double clutter) {
  returns = std::min(kHalf, std::max(returns, 2 * clutter));
  if (returns <= clutter) return 0;
  const double nats =
      hit * std::log(returns / clutter) + (rows - hit) * std::log((1 - returns) / (1 - clutter));
  return std::min(nats, kMostOfAPiece);
}

/// Sums of parts divided by sums of wholes, each over the pieces about a piece.
std::vector<double> shares_about(const std::vector<double>& parts, const std::vector<double>& wholes) {
  std::vector<double> shares = sums_about(parts, kAbout);
  const std::vector<double> all = sums_about(wholes, kAbout);
  for (std::size_t p = 0; p < shares.size(); ++p) shares[p] /= std::max(1.0, all[p]);
  return shares;
}

/// Share of the rows that are hit in the pieces about each piece of a band.
std::vector<double> returns_of(const Bands& bands, int band) {
  std::vector<double> hit, rows;
  for (int p = 0; p < bands.pieces(); ++p) {
    const std::uint16_t piece = bands.at(p, band);
    const bool blocked = (piece & kBlocked) != 0;
    hit.push_back(blocked ? 0 : count(piece, kLow | kHigh));
    rows.push_back(blocked ? 0 : kSheetRows);
  }
  return shares_about(hit, rows);
}

std::vector<SheetPiece> judge(const Bands& bands, int band) {
  const std::vector<Shares> clutter = clutter_beside(bands, band);
  const std::vector<double> returns = returns_of(bands, band);
  std::vector<SheetPiece> pieces(clutter.size());
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const std::uint16_t rows = bands.at(static_cast<int>(p), band);
    pieces[p].hidden = (rows & kBlocked) != 0;
    if (pieces[p].hidden) continue;
    pieces[p].rows = rows;
    const double least = std::max(kLeastReturns, returns[p]);
    pieces[p].low = nats_for(count(rows, kLow), kLowRows, least, clutter[p].low);
    pieces[p].high = nats_for(count(rows, kHigh), kSheetRows - kLowRows, least, clutter[p].high);
  }
  return pieces;
}

struct Candidate {
  GlassSheet sheet;
  double evidence = 0;
};

/// The stretches of `pieces` that speak for a sheet by `least` nats and more (Kadane's scan).
std::vector<Candidate> stretches_of(const Line2& line, const std::vector<SheetPiece>& pieces, double least) {
  std::vector<Candidate> candidates;
  double run = 0, best = 0;
  std::size_t start = 0, first = 0, last = 0;
  const auto finish = [&] {
    if (best >= least)
      candidates.push_back({{line,
                             static_cast<double>(first) * kSheetPiece,
                             {pieces.begin() + static_cast<std::ptrdiff_t>(first),
                              pieces.begin() + static_cast<std::ptrdiff_t>(last) + 1}},
                            best});
    run = best = 0;
  };
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (run == 0) start = p;
    run += pieces[p].low + pieces[p].high;
    if (run > best) {
      best = run;
      first = start;
      last = p;
    }
    if (run <= 0) finish();
  }
  finish();
  return candidates;
}

/// In how many places over a floor of `area` m² a sheet could stand: stretches of bands, along and across so
/// many directions. It does not hang on how far the raster goes beyond the building.
double places_over(double area, std::size_t directions) {
  const double side = std::sqrt(std::max(1.0, area)), pieces = side / kSheetPiece, bands = side / kVoxel;
  return 0.5 * pieces * pieces * bands * 2 * static_cast<double>(std::max<std::size_t>(1, directions));
}

/// Are both the same sheet, seen in bands side by side?
bool same_sheet(const GlassSheet& a, const GlassSheet& b) {
  if (std::abs(a.line.direction.dot(b.line.direction)) < kRoughly) return false;
  const Vec2 from = b.line.at(b.from), to = b.line.at(b.to());
  return std::abs(a.line.offset((from + to) / 2)) < kSheetBand + 2 * kVoxel &&
         overlap(a.extent(), span_along(a.line, from, to)) > 0;
}

/// Calls `visit` with each hit about a sheet, and the number of the piece that it lies beside.
template <class Visit>
void each_about(const SparseHits& hits, const GlassSheet& sheet, const Visit& visit) {
  const Vec2 from = sheet.line.at(sheet.from), to = sheet.line.at(sheet.to()),
             near = Vec2::Constant(kFitReach);
  hits.each_within({from.cwiseMin(to) - near, from.cwiseMax(to) + near}, [&](const SheetHit& hit) {
    const std::optional<std::size_t> piece = sheet.piece_at(sheet.line.along(hit.place));
    if (piece && std::abs(sheet.line.offset(hit.place)) <= kFitReach) visit(hit, *piece);
  });
}

/// Share of the hits that lie on the faces of a sheet, for each piece: in the mean over the rows of the
/// pieces about it, of which one hit often counts no more than another.
std::vector<double> shares_on_faces(const SparseHits& hits, const SheetFit& fit, const GlassSheet& sheet) {
  struct Row {
    int hits = 0, on_face = 0;
  };
  std::vector<std::array<Row, kSheetRows>> pieces(sheet.pieces.size());
  each_about(hits, sheet, [&](const SheetHit& hit, std::size_t piece) {
    for (std::size_t row = 0; row < kSheetRows; ++row)
      if (hit.rows >> row & 1) {
        ++pieces[piece][row].hits;
        pieces[piece][row].on_face += fit.on_face(hit.place);
      }
  });
  std::vector<double> shares, rows;
  for (const std::array<Row, kSheetRows>& piece : pieces) {
    shares.push_back(0);
    rows.push_back(0);
    for (const Row& row : piece) {
      if (row.hits == 0) continue;
      shares.back() += static_cast<double>(row.on_face) / row.hits;
      ++rows.back();
    }
  }
  return shares_about(shares, rows);
}

/// How many height bins are hit in the rows of the pieces about each piece that are hit at all: as a factor
/// on what returns that come one by one, as those of glass do, would hit there (Poisson). Surfaces fill their
/// rows. 0 where nothing is hit.
std::vector<double> crowding(const SparseHits& hits, const GlassSheet& sheet) {
  const std::size_t all = sheet.pieces.size();
  std::vector<std::array<int, kSheetRows>> bins(all);
  each_about(hits, sheet, [&](const SheetHit& hit, std::size_t piece) {
    for (std::size_t row = 0; row < kSheetRows; ++row) bins[piece][row] += hit.bins[row];
  });
  std::vector<double> factors;
  for (std::size_t p = 0; p < all; ++p) {
    std::vector<int> in_hit_rows;
    const std::size_t from = p < kAbout ? 0 : p - kAbout, to = std::min(all, p + kAbout + 1);
    for (std::size_t q = from; q < to; ++q)
      std::ranges::copy_if(bins[q], std::back_inserter(in_hit_rows), [](int count) { return count > 0; });
    const auto hit = static_cast<double>(in_hit_rows.size());
    const double share = hit / static_cast<double>((to - from) * kSheetRows + 1);
    factors.push_back(hit == 0 ? 0 : median(std::move(in_hit_rows)) * share / -std::log(1 - share));
  }
  return factors;
}

/// Are the rows full about most of what speaks for the sheet? Then it is furniture, or a column.
bool is_crowded(const SparseHits& hits, const GlassSheet& sheet) {
  constexpr double kFull =
      3;  // factor: frames, and glass near a station, stay below; fronts and shelves do not
  const std::vector<double> factors = crowding(hits, sheet);
  double full = 0;  // nats
  for (std::size_t p = 0; p < factors.size(); ++p)
    if (factors[p] > kFull) full += weight_of(sheet.pieces[p]);
  return full > kHalf * evidence_of(sheet);
}

/// Puts the sheet where its panes are hit. Pieces beside which as much is hit speak for none: that is
/// clutter.
void fit(const SparseHits& hits, GlassSheet& sheet) {
  std::vector<SheetHit> about;
  each_about(hits, sheet, [&](const SheetHit& hit, std::size_t piece) {
    if (weight_of(sheet.pieces[piece]) > 0) about.push_back(hit);
  });
  const SheetFit fit = fit_sheet(sheet.line, about);
  sheet.from = fit.line.along(sheet.line.at(sheet.from));
  sheet.line = fit.line;
  const std::vector<double> on_faces = shares_on_faces(hits, fit, sheet);
  const bool crowded = is_crowded(hits, sheet);
  for (std::size_t p = 0; p < on_faces.size(); ++p)
    if (SheetPiece& piece = sheet.pieces[p]; (crowded || on_faces[p] < kHalf) && weight_of(piece) > 0)
      piece.low = piece.high = 0;
}

/// Which pieces have floor or ceiling to both sides, and no wall so near that there is no room between them.
/// Past the front of a cupboard the ceiling may show, but no floor behind it.
void find_open(const StoreyRaster& raster, const FacesInPlan& faces, GlassSheet& sheet) {
  const HeightMask ground = raster.floor_bins();
  // Past the frames of the sheet, and before what stands there.
  const auto beside = [&](double s, double side, const auto& shows) {
    for (double along = -kAtCorner; along < kAtCorner; along += raster.columns.frame.cell)
      for (double d = kSheetBand; d < kLeastGap; d += raster.columns.frame.cell)
        if (shows(sheet.line.at(s + along) + side * d * sheet.line.normal())) return true;
    return false;
  };
  const auto on_floor = [&](const Vec2& p) { return raster.columns.hit_in(p, ground); };
  const auto seen = [&](const Vec2& p) { return on_floor(p) || raster.under_ceiling(p); };
  double on_both_sides = 0;  // nats
  for (std::size_t p = 0; p < sheet.pieces.size(); ++p)
    if (const double s = sheet.middle_of(p); beside(s, 1, on_floor) && beside(s, -1, on_floor))
      on_both_sides += weight_of(sheet.pieces[p]);
  const bool through = !raster.level.floor_seen || on_both_sides >= kHalf * evidence_of(sheet);
  const auto before_wall = [&](double s) {
    const Vec2 p = sheet.line.at(s);
    const Line2 across{p, sheet.line.normal()};
    return faces.any(faces.grid.along(across, {-kMinRoom, kMinRoom}), [&](const WallFace& face) {
      return face.structural && face.length() > kWidestDoor &&
             std::abs(face.line.direction.dot(sheet.line.direction)) > kTurned &&
             std::abs(face.line.offset(p)) < kMinRoom && std::abs(face.line.offset(p)) > kOwnNoise &&
             face.extent.contains(face.line.along(p));
    });
  };
  for (std::size_t p = 0; p < sheet.pieces.size(); ++p) {
    const double s = sheet.middle_of(p);
    sheet.pieces[p].open = through && beside(s, 1, seen) && beside(s, -1, seen) && !before_wall(s);
  }
}

}  // namespace

double weight_of(const SheetPiece& piece) { return std::max(0.0, piece.low + piece.high); }

double evidence_of(const GlassSheet& sheet) {
  double sum = 0;
  for (const SheetPiece& piece : sheet.pieces) sum += weight_of(piece);
  return sum;
}

SheetSearch find_sheets(const StoreyRaster& raster, const std::vector<WallFace>& faces, double noise,
                        int threads) {
  const Mask solid = solids(raster, faces, threads);
  const SparseHits hits(raster, solid, threads);
  const std::vector<double> angles = guides(faces);
  SheetSearch search;
  search.blurred = kAllNoises * noise > kSheetBand / 2;
  search.least_evidence = std::log(places_over(raster.level.floor_area, angles.size()) / kByChance);
  std::vector<Candidate> candidates;
  for (const double angle : angles)
    for (const double turn : {0.0, M_PI / 2}) {
      const Bands bands(raster.columns.frame, solid, hits, angle + turn, threads);
      const auto count = static_cast<std::size_t>(std::max(0, bands.bands()));
      const auto in_band = [&](std::size_t i) {
        const int band = static_cast<int>(i);
        return stretches_of(bands.middle_of(band), judge(bands, band), search.least_evidence);
      };
      std::ranges::move(parallel_collect(count, threads, in_band), std::back_inserter(candidates));
    }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::evidence);
  for (Candidate& candidate : candidates) {
    if (std::ranges::any_of(search.sheets,
                            [&](const GlassSheet& known) { return same_sheet(known, candidate.sheet); }))
      continue;
    search.sheets.push_back(std::move(candidate.sheet));
  }
  const FacesInPlan plan(faces);
  parallel_for(search.sheets.size(), threads, [&](std::size_t i) {
    fit(hits, search.sheets[i]);
    find_open(raster, plan, search.sheets[i]);
  });
  return search;
}

}  // namespace storey
