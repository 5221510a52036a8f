#include "engine/glass/reflection.h"

#include <algorithm>
#include <cmath>

#include "engine/glass/find_sheets.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kImageTolerance = 0.06;  // m: reflection doubles the errors
constexpr double kHidden = 0.5;           // m by which a wall goes on behind furniture

// How finely surfels are told apart that may show behind a plane. No result hangs on it.
constexpr double kClump = 1.0;  // m of plan: what is larger shows something of itself behind most planes
constexpr int kBlock = 4;       // cells of a clump each: a plane looks at a hundred blocks

/// Does the face reach as far along its line?
bool near(const WallFace& face, const Vec2& p) {
  const double s = face.line.along(p);
  return s > face.extent.from - kHidden && s < face.extent.to + kHidden;
}

/// The cells that structural faces pass through, seen there or hidden.
Mask cells_of(const std::vector<WallFace>& faces, const GridFrame& frame) {
  Mask cells(frame);
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (double s = face.extent.from; s < face.extent.to; s += frame.cell / 2) {
      const Vec2 p = face.line.at(s);
      const int c = frame.column(p.x()), r = frame.row(p.y());
      if (frame.inside(c, r)) cells.at(c, r) = 1;
    }
  }
  return cells;
}

// Column and row of a place; what lies beyond an edge counts for the cell there.
int column_of(const GridFrame& frame, const Vec2& p) {
  return std::clamp(frame.column(p.x()), 0, frame.columns - 1);
}
int row_of(const GridFrame& frame, const Vec2& p) { return std::clamp(frame.row(p.y()), 0, frame.rows - 1); }

/// Calls `visit` with column and row of each cell of the box.
template <class Visit>
void visit_cells(const GridFrame& frame, const Eigen::AlignedBox2d& box, const Visit& visit) {
  for (int r = row_of(frame, box.min()); r <= row_of(frame, box.max()); ++r)
    for (int c = column_of(frame, box.min()); c <= column_of(frame, box.max()); ++c) visit(c, r);
}

GridFrame frame_of_cells(const GridFrame& fine, double cell) {
  return frame_over(fine.origin, fine.origin + fine.cell * Vec2(fine.columns, fine.rows), cell, 0);
}

/// All around the plane that may show in it, or be shown.
Eigen::AlignedBox2d box_about(const MirrorPlane& plane) {
  Eigen::AlignedBox2d box;
  for (const double s : {plane.extent.from - kMirrorReach, plane.extent.to + kMirrorReach})
    for (const double offset : {-kMirrorReach, kMirrorReach})
      box.extend((plane.line.at(s) + offset * plane.line.normal()).eval());
  return box;
}

bool in_reach(const MirrorPlane& plane, const Vec2& behind) {
  const double s = plane.line.along(behind);
  return plane.line.offset(behind) >= -kMirrorReach && s >= plane.extent.from - kMirrorReach &&
         s <= plane.extent.to + kMirrorReach;
}

}  // namespace

/// The faces about a plane that stand square to it: they are their own images.
class SquareFaces {
 public:
  SquareFaces(const std::vector<WallFace>& faces, const FaceGrid& grid, const MirrorPlane& plane)
      : line_(plane.line), first_(plane.extent.from - kMirrorReach) {
    const double length = plane.extent.length() + 2 * kMirrorReach;
    at_.resize(static_cast<std::size_t>(length / kStep) + 1);
    for (const std::uint32_t f : grid.within(box_about(plane))) {
      const WallFace& face = faces[f];
      const double cosine = face.line.direction.dot(plane.line.normal());
      if (std::abs(cosine) <= kTurned) continue;
      // Where it lies along the plane, from right behind that to as far as one looks.
      const double lean = face.line.direction.dot(plane.line.direction) / cosine;
      const double here = plane.line.along(face.line.point) - lean * plane.line.offset(face.line.point);
      const double there = here - lean * kMirrorReach, about = 1.1 * kImageTolerance;
      const double last = static_cast<double>(at_.size() - 1);
      const double from = (std::min(here, there) - about - first_) / kStep;
      const double to = (std::max(here, there) + about - first_) / kStep;
      if (to < 0 || from > last + 1) continue;
      for (auto i = static_cast<std::size_t>(std::max(0.0, from));
           i <= static_cast<std::size_t>(std::min(last, to)); ++i)
        at_[i].push_back(&face);
    }
  }

  /// Does `plan`, behind the plane, or its image lie on one of them?
  bool hold(const Vec2& plan, const Vec2& image) const {
    const double at = (line_.along(plan) - first_) / kStep;
    if (at < 0 || at >= static_cast<double>(at_.size())) return false;
    return std::ranges::any_of(at_[static_cast<std::size_t>(at)], [&](const WallFace* face) {
      return std::abs(face->line.offset(plan)) < kImageTolerance && (near(*face, plan) || near(*face, image));
    });
  }

 private:
  static constexpr double kStep = 0.5;  // m along the plane
  Line2 line_;
  double first_;
  std::vector<std::vector<const WallFace*>> at_;  // per step: those that pass it
};

Reflection::Reflection(const LevelCloud& cloud, const StoreyRaster& raster,
                       const std::vector<WallFace>& faces, std::span<const MirrorPlane> planes,
                       std::size_t every)
    : station_sets_(cloud.station_sets),
      raster_(raster),
      faces_(faces),
      face_grid_(faces),
      sight_lines_(cloud.stations, cloud.station_sets),
      walls_(cells_of(faces, raster.columns.frame)) {
  fill_clumps(cloud, about(planes), every);
  for (Clump& clump : clumps_.cells) describe(clump);
  sum_up_blocks();
}

Mask Reflection::about(std::span<const MirrorPlane> planes) const {
  Mask asked(frame_of_cells(raster_.columns.frame, kBlock * kClump));
  for (const MirrorPlane& plane : planes)
    visit_cells(asked.frame, box_about(plane), [&](int c, int r) { asked.at(c, r) = 1; });
  return asked;
}

bool Reflection::in_rooms(const Surfel& surfel) const {
  const double z = surfel.mean.z();
  return z > raster_.level.floor_z - kBelowFloor && z < raster_.level.limit_z;
}

void Reflection::fill_clumps(const LevelCloud& cloud, const Mask& asked, std::size_t every) {
  clumps_ = Grid<Clump>(frame_of_cells(raster_.columns.frame, kClump));
  const auto visit = [&](const auto& take) {
    for (std::size_t i = 0; i < cloud.surfels.size(); i += every) {
      const Surfel& surfel = cloud.surfels[i];
      const Vec2 plan = surfel.mean.head<2>().cast<double>();
      if (in_rooms(surfel) && asked.at(column_of(asked.frame, plan), row_of(asked.frame, plan)))
        take(surfel, clumps_.at(column_of(clumps_.frame, plan), row_of(clumps_.frame, plan)));
    }
  };
  visit([](const Surfel&, Clump& clump) { ++clump.last; });
  std::size_t all = 0;
  for (Clump& clump : clumps_.cells) {
    clump.first = all;
    all += clump.last;
    clump.last = clump.first;
  }
  looked_at_.resize(all);
  visit([&](const Surfel& surfel, Clump& clump) { looked_at_[clump.last++] = surfel; });
}

void Reflection::describe(Clump& clump) const {
  StationSet known = 0;
  for (std::size_t i = clump.first; i < clump.last; ++i) {
    clump.plan.extend(looked_at_[i].mean.head<2>().cast<double>().eval());
    if (sight_lines_.without_poses() || looked_at_[i].stations == known) continue;
    known = looked_at_[i].stations;
    for (const std::uint32_t station : (*station_sets_)[known]) clump.add_station(station);
  }
}

void Reflection::sum_up_blocks() {
  blocks_ = Grid<Seen>(frame_of_cells(raster_.columns.frame, kBlock * kClump));
  for (int r = 0; r < clumps_.frame.rows; ++r)
    for (int c = 0; c < clumps_.frame.columns; ++c) {
      Seen& block = blocks_.at(c / kBlock, r / kBlock);
      block.plan.extend(clumps_.at(c, r).plan);
      for (const std::uint32_t station : clumps_.at(c, r).stations) block.add_station(station);
    }
}

void Reflection::Seen::add_station(std::uint32_t station) {
  const auto place = std::ranges::lower_bound(stations, station);
  if (place == stations.end() || *place != station) stations.insert(place, station);
}

bool Reflection::may_show(const Seen& seen, const MirrorPlane& plane) const {
  return !seen.plan.isEmpty() && sight_lines_.may_pass(plane.line, plane.extent, seen.plan, seen.stations);
}

/// Calls `visit` with each clump of which something may show behind the plane within kMirrorReach, and some
/// others.
template <class Visit>
void Reflection::visit_clumps(const MirrorPlane& plane, const Visit& visit) const {
  visit_cells(blocks_.frame, box_about(plane), [&](int column, int row) {
    if (!may_show(blocks_.at(column, row), plane)) return;
    const int past_column = std::min((column + 1) * kBlock, clumps_.frame.columns);
    const int past_row = std::min((row + 1) * kBlock, clumps_.frame.rows);
    for (int r = row * kBlock; r < past_row; ++r)
      for (int c = column * kBlock; c < past_column; ++c)
        if (const Clump& clump = clumps_.at(c, r); may_show(clump, plane)) visit(clump);
  });
}

std::vector<Sighting> Reflection::sightings_behind(const MirrorPlane& plane) const {
  const SquareFaces square(faces_, face_grid_, plane);
  std::vector<Sighting> sightings;
  visit_clumps(plane, [&](const Clump& clump) {
    for (std::size_t i = clump.first; i < clump.last; ++i) look_at(looked_at_[i], plane, square, sightings);
  });
  return sightings;
}

void Reflection::look_at(const Surfel& surfel, const MirrorPlane& plane, const SquareFaces& square,
                         std::vector<Sighting>& sightings) const {
  const Eigen::Vector3d p = surfel.mean.cast<double>();
  if (plane.line.offset(p.head<2>()) > -kOnMirror || !in_reach(plane, p.head<2>())) return;
  const std::size_t before = sightings.size();
  const bool only_through = sight_lines_.all_pass(plane.line, surfel, [&](const Crossing& at) {
    if (!plane.extent.contains(at.s)) return false;
    sightings.push_back({Sighting::Kind::kOther, at, plane.line.along(p.head<2>())});
    return true;
  });
  if (sightings.size() == before) return;
  const Sighting::Kind kind = kind_of(p, only_through, plane.line, square);
  for (std::size_t i = before; i < sightings.size(); ++i) sightings[i].kind = kind;
}

Sighting::Kind Reflection::kind_of(const Eigen::Vector3d& p, bool only_through, const Line2& line,
                                   const SquareFaces& square) const {
  if (p.z() < raster_.level.floor_z + kPastTrim || p.z() > raster_.level.ceiling_z - kPastTrim)
    return Sighting::Kind::kEither;
  const Vec2 plan = p.head<2>(), image = mirrored(plan, line);
  if (square.hold(plan, image)) return Sighting::Kind::kEither;
  if (!only_through) return Sighting::Kind::kOther;
  const HeightMask heights = raster_.bins.range(p.z() - kImageTolerance, p.z() + kImageTolerance);
  bool shows = false, hidden = false;
  visit_about(image, [&](int c, int r) {
    shows = shows || (raster_.columns.hit_at(c, r) & heights) != 0;
    hidden = hidden || walls_.at(c, r) != 0;
  });
  if (shows && -line.offset(plan) < kMirrorDepth) return Sighting::Kind::kEither;
  if (shows) return in_sight(image, line) ? Sighting::Kind::kImage : Sighting::Kind::kOther;
  return hidden ? Sighting::Kind::kEither : Sighting::Kind::kOther;
}

/// Does no wall hide what stands at `plan` from the mirror? Where no poses are known, it would be seen square
/// to that; else the sight lines tell.
bool Reflection::in_sight(const Vec2& plan, const Line2& line) const {
  if (!sight_lines_.without_poses()) return true;
  const double length = line.offset(plan);
  for (double s = kAtCorner; s < length - kAtCorner; s += walls_.frame.cell)
    if (walls_.get(plan - s * line.normal())) return false;
  return true;
}

/// Calls `visit` with column and row of each cell where an image may be found again.
template <class Visit>
void Reflection::visit_about(const Vec2& plan, const Visit& visit) const {
  const GridFrame& frame = raster_.columns.frame;
  const int reach = static_cast<int>(std::ceil(kImageTolerance / frame.cell));
  const int column = frame.column(plan.x()), row = frame.row(plan.y());
  for (int r = row - reach; r <= row + reach; ++r)
    for (int c = column - reach; c <= column + reach; ++c)
      if (frame.inside(c, r)) visit(c, r);
}

}  // namespace storey
