#include "engine/glass/glass_walls.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/faces/face_grid.h"
#include "engine/glass/find_sheets.h"
#include "engine/glass/sparse_hits.h"
#include "engine/scan/counts.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kReach = 1.5;  // m from the last hits to the wall that the sheet ends at: a door

bool is_parallel(const Vec2& a, const Vec2& b) { return std::abs(a.dot(b)) > kAskewFaces; }

/// Where along `line` the stretch `extent` of `other` meets it; nothing if it does not.
std::optional<double> meeting(const Line2& line, const Line2& other, const Interval& extent) {
  const auto hit = intersect(line, other, kCrossing);
  if (!hit) return std::nullopt;
  const double s = other.along(*hit);
  if (s < extent.from - kLeastGap || s > extent.to + kLeastGap) return std::nullopt;
  return line.along(*hit);
}

/// Places on a line where glass may end, and those that part one glass wall from the next.
struct Ends {
  std::vector<double> all, parting;
};

bool continues(const GlassSheet& sheet, const WallFace& face, double reach) {
  return is_parallel(sheet.line.direction, face.line.direction) &&
         std::abs(sheet.line.offset(face.middle())) < reach;
}

/// The walls' faces along the line of each sheet.
std::vector<std::vector<const WallFace*>> faces_beside(const std::vector<GlassSheet>& sheets,
                                                       const FacesInPlan& faces) {
  static_assert(std::max(kLeastGap, kAtCorner) < FaceGrid::kAbout);
  std::vector<std::vector<const WallFace*>> beside(sheets.size());
  for (std::size_t i = 0; i < sheets.size(); ++i)
    for (const std::uint32_t f : faces.grid.along(sheets[i].line))
      if (faces.all[f].structural) beside[i].push_back(&faces.all[f]);
  return beside;
}

/// `beside`: the faces along the sheet's line. `parting`: whether other glass walls part this one.
Ends ends_on(std::size_t own, const GlassSheet& sheet, const std::vector<const WallFace*>& beside,
             const std::vector<GlassWall>& walls, bool parting) {
  Ends ends;
  const auto add = [&](double s, bool parts) {
    ends.all.push_back(s);
    if (parts) ends.parting.push_back(s);
  };
  for (const WallFace* known : beside) {
    const WallFace& face = *known;
    if (const auto s = meeting(sheet.line, face.line, face.extent)) {
      const double at = face.line.along(sheet.line.at(*s));
      add(*s, std::max(at - face.extent.from, face.extent.to - at) > kShortestWall);
    } else if (continues(sheet, face, kAtCorner) && !continues(sheet, face, kOneSurface)) {
      for (const Vec2& end : {face.start(), face.end()})
        add(sheet.line.along(end), face.length() > kShortestWall);
    }
  }
  for (const GlassWall& wall : walls)
    if (const auto s = meeting(sheet.line, wall.line, wall.extent); s && wall.sheet != own) add(*s, parting);
  std::ranges::sort(ends.all);
  std::ranges::sort(ends.parting);
  return ends;
}

struct Stretch {
  Interval extent;
  double low = 0, high = 0;  // nats
  double open = 0;           // share of the pieces
};

/// What the pieces [first, last] of a sheet show together.
Stretch stretch_of(const GlassSheet& sheet, std::size_t first, std::size_t last) {
  Stretch stretch{{sheet.middle_of(first) - kSheetPiece / 2, sheet.middle_of(last) + kSheetPiece / 2}};
  for (std::size_t p = first; p <= last; ++p) {
    const SheetPiece& piece = sheet.pieces[p];
    stretch.low += piece.low;
    stretch.high += piece.high;
    stretch.open += piece.open;
  }
  stretch.open /= static_cast<double>(last + 1 - first);
  return stretch;
}

/// The stretch between two places of a sheet that speaks for it most (Kadane's scan).
std::optional<Stretch> best_stretch(const GlassSheet& sheet, double from, double to) {
  double run = 0, most = 0;
  std::size_t start = 0, first = 0, last = 0;
  for (std::size_t p = 0; p < sheet.pieces.size(); ++p) {
    const double s = sheet.middle_of(p);
    if (s < from || s > to) continue;
    if (run <= 0) {
      run = 0;
      start = p;
    }
    run += sheet.pieces[p].low + sheet.pieces[p].high;
    if (run <= most) continue;
    most = run;
    first = start;
    last = p;
  }
  if (most <= 0) return std::nullopt;
  return stretch_of(sheet, first, last);
}

/// Is there glass beyond doubt, between two rooms? Of a sheet that is glass elsewhere (`known`), furniture
/// may hide what is low, if it does not speak against it.
bool is_glass_wall(const Stretch& stretch, double least, bool known) {
  return stretch.low + stretch.high >= least && stretch.high >= hardly_by_chance() &&
         stretch.low >= (known ? -hardly_by_chance() : hardly_by_chance()) && stretch.open >= kClearly &&
         stretch.extent.length() >= kShortestWall;
}

/// m between two places of a sheet where neither an image nor what stands close to it, cupboards and closed
/// leaves, hides glass.
double bare_length(const GlassSheet& sheet, const FacesInPlan& faces, double from, double to) {
  double bare = 0;
  const auto hidden = [&](double s) {
    const std::optional<std::size_t> piece = sheet.piece_at(s);
    return piece && sheet.pieces[*piece].hidden;
  };
  const auto covered = [&](double s) {
    const Vec2 p = sheet.line.at(s);
    return faces.any(faces.grid.at(p), [&](const WallFace& face) {
      return continues(sheet, face, kBesideLeaf) && face.extent.contains(face.line.along(p));
    });
  };
  for (double s = from + kSheetPiece / 2; s < to; s += kSheetPiece)
    if (!hidden(s) && !covered(s)) bare += kSheetPiece;
  return bare;
}

/// Does enough of a wall (m along the sheet) show as glass? Beside the screen of a shower there is nothing.
bool shows_enough(const GlassSheet& sheet, const FacesInPlan& faces, const Interval& shown,
                  const Interval& wall) {
  const double bare =
      bare_length(sheet, faces, wall.from, shown.from) + bare_length(sheet, faces, shown.to, wall.to);
  return shown.length() > kHalf * (shown.length() + bare);
}

/// Where the glass that ends about `s` meets something solid, looking on in the sense of `sign`: at the
/// nearest of `ends`, if it reaches that.
std::optional<double> end_near(const GlassSheet& sheet, const FacesInPlan& faces,
                               const std::vector<double>& ends, double s, double sign) {
  std::optional<double> nearest;
  for (const double end : ends)
    if (sign * (end - s) >= -kLeastGap && (!nearest || std::abs(end - s) < std::abs(*nearest - s)))
      nearest = end;
  if (!nearest || bare_length(sheet, faces, std::min(s, *nearest), std::max(s, *nearest)) > kReach)
    return std::nullopt;
  return nearest;
}

/// Where the glass that ends about `s` does: at a wall if it reaches one, else at whatever there is.
std::optional<double> end_of(const GlassSheet& sheet, const FacesInPlan& faces, const Ends& ends, double s,
                             double sign) {
  const auto wall = end_near(sheet, faces, ends.parting, s, sign);
  return wall ? wall : end_near(sheet, faces, ends.all, s, sign);
}

/// The glass walls between the places that part them. `known`: the sheet itself is beyond doubt.
std::vector<GlassWall> walls_on(const GlassSheet& sheet, const FacesInPlan& faces, const Ends& ends,
                                double least, bool known) {
  std::vector<GlassWall> walls;
  for (std::size_t i = 0; i <= ends.parting.size(); ++i) {
    const double from = i == 0 ? sheet.from : ends.parting[i - 1];
    const double to = i == ends.parting.size() ? sheet.to() : ends.parting[i];
    const auto stretch = best_stretch(sheet, from, to);
    if (!stretch || !is_glass_wall(*stretch, least, known)) continue;
    const auto first = end_of(sheet, faces, ends, stretch->extent.from, -1),
               last = end_of(sheet, faces, ends, stretch->extent.to, 1);
    if (first && last && *last - *first > kShortestGlassWall &&
        shows_enough(sheet, faces, stretch->extent, {*first, *last}))
      walls.push_back({0, sheet.line, {*first, *last}, stretch->extent.length()});
  }
  return walls;
}

/// The glass walls of one sheet, if it has any beyond doubt.
std::vector<GlassWall> walls_of(std::size_t own, const GlassSheet& sheet, const FacesInPlan& faces,
                                const Ends& ends, double least_evidence) {
  if (walls_on(sheet, faces, ends, least_evidence, false).empty()) return {};
  // Then only as many stretches are in question as the sheet has.
  const double least = std::log(static_cast<double>(ends.parting.size() + 1) / kByChance);
  std::vector<GlassWall> walls = walls_on(sheet, faces, ends, least, true);
  for (GlassWall& wall : walls) wall.sheet = own;
  return walls;
}

bool same_walls(const std::vector<GlassWall>& a, const std::vector<GlassWall>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GlassWall& x, const GlassWall& y) {
    return x.sheet == y.sheet && x.extent.from == y.extent.from && x.extent.to == y.extent.to;
  });
}

/// The glass walls of these sheets, none of which ends at one that is none.
std::vector<GlassWall> settle(const std::vector<GlassSheet>& sheets, const FacesInPlan& faces,
                              double least_evidence) {
  // Glass walls end at each other, in a ring even: all sheets count as ends at first, and then only those
  // that have ends themselves. A sheet is given up when it has failed twice: others that are no walls may
  // have parted it, or not yet.
  const std::vector<std::vector<const WallFace*>> beside = faces_beside(sheets, faces);
  std::vector<GlassWall> walls;
  for (std::size_t i = 0; i < sheets.size(); ++i) walls.push_back({i, sheets[i].line, sheets[i].extent(), 0});
  std::vector<int> failures(sheets.size(), 0);
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<GlassWall> next;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      const Ends ends = ends_on(i, sheets[i], beside[i], walls, round > 0);
      const std::vector<GlassWall> own = walls_of(i, sheets[i], faces, ends, least_evidence);
      failures[i] = own.empty() ? failures[i] + 1 : 0;
      if (failures[i] == 1)
        std::ranges::copy_if(walls, std::back_inserter(next),
                             [&](const GlassWall& wall) { return wall.sheet == i; });
      std::ranges::copy(own, std::back_inserter(next));
    }
    const bool settled = same_walls(next, walls) && std::ranges::count(failures, 1) == 0;
    walls = std::move(next);
    if (settled && round > 0) break;
  }
  std::erase_if(walls, [&](const GlassWall& wall) { return failures[wall.sheet] > 0; });
  return walls;
}

/// Share of the rows above furniture that are hit in the pieces that show of a wall.
double upper_share(const GlassSheet& sheet, const GlassWall& wall) {
  int hit = 0, rows = 0;
  for (std::size_t p = 0; p < sheet.pieces.size(); ++p) {
    const SheetPiece& piece = sheet.pieces[p];
    if (piece.hidden || !wall.extent.contains(sheet.middle_of(p))) continue;
    hit += std::popcount(static_cast<unsigned>(piece.rows >> kLowRows));
    rows += kSheetRows - kLowRows;
  }
  return rows > 0 ? static_cast<double>(hit) / rows : 0;
}

/// Panes of one storey return about alike. The sheets without what returns less than half as often as most of
/// its glass: that is clutter in line.
std::vector<GlassSheet> without_clutter(std::vector<GlassSheet> sheets, const std::vector<GlassWall>& walls) {
  std::vector<double> shares;
  std::vector<std::pair<double, double>> by_length;
  for (const GlassWall& wall : walls) {
    shares.push_back(upper_share(sheets[wall.sheet], wall));
    by_length.emplace_back(shares.back(), wall.covered);
  }
  const double usual = weighted_median(std::move(by_length));
  for (std::size_t w = 0; w < walls.size(); ++w) {
    if (shares[w] >= kHalf * usual) continue;
    GlassSheet& sheet = sheets[walls[w].sheet];
    for (std::size_t p = 0; p < sheet.pieces.size(); ++p)
      if (walls[w].extent.contains(sheet.middle_of(p))) sheet.pieces[p].low = sheet.pieces[p].high = 0;
  }
  return sheets;
}

}  // namespace

std::vector<GlassWall> find_glass_walls(const std::vector<GlassSheet>& sheets,
                                        const std::vector<WallFace>& all_faces, double least_evidence) {
  const FacesInPlan faces(all_faces);
  return settle(without_clutter(sheets, settle(sheets, faces, least_evidence)), faces, least_evidence);
}

}  // namespace storey
