#include "engine/measure/outer_walls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kCell = 0.05;  // m: narrower than walls are assumed to be, wider than gaps at corners

GridFrame frame_about(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls) {
  Vec2 low = Vec2::Constant(std::numeric_limits<double>::infinity()), high = -low;
  const auto add = [&](const std::vector<Vec2>& ring) {
    for (const Vec2& p : ring) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
  };
  for (const RoomShape& room : rooms) add(corners(room.outline));
  for (const WallPiece& wall : walls) add(outline_of(wall));
  return frame_over(low, high, kCell, 2 * kCell);
}

/// Where rooms are, and where walls.
struct Solid {
  Mask room, wall;

  Solid(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls)
      : room(frame_about(rooms, walls)), wall(room.frame) {
    for (const RoomShape& shape : rooms) {
      std::vector<std::vector<Vec2>> rings;
      each_ring(shape, [&](const EdgeRing& ring) { rings.push_back(corners(ring)); });
      fill(room, rings);
    }
    for (const WallPiece& piece : walls) {
      const std::vector<Vec2> outline = outline_of(piece);
      fill(wall, {outline});
      for (std::size_t i = 0; i < outline.size(); ++i)
        draw(wall, outline[i], outline[(i + 1) % outline.size()]);
    }
  }

  Mask free() const {
    Mask free(room.frame);
    for (std::size_t i = 0; i < free.cells.size(); ++i) free.cells[i] = !room.cells[i] && !wall.cells[i];
    return free;
  }
};

/// The cells that one sees straight behind a wall, up to the next wall or room.
struct Sight {
  std::vector<std::size_t> cells;  ///< none where a room is right behind it
  bool ends = false;               ///< at a wall or room
};

Sight look_out(const Solid& solid, const WallPiece& wall, double s) {
  const GridFrame& frame = solid.room.frame;
  Sight sight;
  for (double depth = wall.back_at(s);; depth += kCell / 2) {
    const Vec2 p = wall.front.at(s) - depth * wall.front.normal();
    const int c = frame.column(p.x()), r = frame.row(p.y());
    if (!frame.inside(c, r)) return sight;
    const bool in_room = solid.room.at(c, r) != 0, in_wall = solid.wall.at(c, r) != 0;
    sight.ends = in_room || (in_wall && !sight.cells.empty());
    if (sight.ends) return sight;
    if (!in_wall) sight.cells.push_back(frame.index(c, r));
  }
}

/// Calls `visit` with what one sees from places all along a wall.
template <class Visit>
void look_out_along(const Solid& solid, const WallPiece& wall, const Visit& visit) {
  const int places = std::max(1, static_cast<int>(wall.extent.length() / kCell));
  for (int i = 0; i < places; ++i)
    visit(look_out(solid, wall, wall.extent.from + (i + 0.5) / places * wall.extent.length()));
}

/// What one sees between walls that have no room behind them.
Mask between_walls(const Solid& solid, const std::vector<WallPiece>& walls) {
  Mask between(solid.room.frame);
  for (const WallPiece& wall : walls) {
    if (wall.two_sided()) continue;
    look_out_along(solid, wall, [&](const Sight& sight) {
      if (sight.ends)
        for (const std::size_t cell : sight.cells) between.cells[cell] = 1;
    });
  }
  return between;
}

/// The parts of the plan that are neither room nor wall.
class Regions {
 public:
  Regions(const Solid& solid, const std::vector<WallPiece>& walls) {
    Mask free = solid.free();
    label_components(free, region_);
    const std::int32_t around = region_.cells.front();  // the building; the mask's edge is free
    Mask between = between_walls(solid, walls);
    for (std::size_t i = 0; i < free.cells.size(); ++i) {
      between.cells[i] = between.cells[i] && region_.cells[i] == around;
      free.cells[i] = free.cells[i] && !between.cells[i];
    }
    const auto regions = static_cast<std::int32_t>(label_components(free, region_).size());
    Grid<std::int32_t> parted;
    const std::size_t parts = label_components(between, parted).size();
    for (std::size_t i = 0; i < parted.cells.size(); ++i)
      if (parted.cells[i] > 0) region_.cells[i] = regions + parted.cells[i];
    outside_.assign(static_cast<std::size_t>(regions) + parts, false);
    outside_[static_cast<std::size_t>(region_.cells.front())] = true;
  }

  bool outside(const Sight& sight) const { return !sight.cells.empty() && outside_[region(sight)]; }
  /// What is behind a window.
  void add_outside(const Sight& sight) {
    if (!sight.cells.empty()) outside_[region(sight)] = true;
  }

 private:
  std::size_t region(const Sight& sight) const {
    return static_cast<std::size_t>(region_.cells[sight.cells.front()]);
  }

  Grid<std::int32_t> region_;  // by number; 0 is none
  std::vector<bool> outside_;  // by number
};

}  // namespace

std::vector<bool> outer_walls(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls,
                              const std::vector<FoundOpening>& openings) {
  const Solid solid(rooms, walls);
  Regions regions(solid, walls);
  for (const FoundOpening& opening : openings) {
    const WallPiece& wall = walls[static_cast<std::size_t>(opening.wall)];
    if (!wall.two_sided() && opening.type == OpeningType::kWindow)
      regions.add_outside(look_out(solid, wall, (opening.span.from + opening.span.to) / 2));
  }
  std::vector<bool> outer;
  for (const WallPiece& wall : walls) {
    int outside = 0, all = 0;
    if (!wall.two_sided())
      look_out_along(solid, wall, [&](const Sight& sight) {
        outside += regions.outside(sight);
        ++all;
      });
    outer.push_back(2 * outside > all);
  }
  return outer;
}

}  // namespace storey
