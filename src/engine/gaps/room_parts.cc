#include "engine/gaps/room_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/scan/lengths.h"
#include "geometry/distance.h"
#include "geometry/joined_numbers.h"
#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kMaxUnseen = 6.0;  // m²: a bathroom; larger unseen parts may hold rooms of their own

double cell_area(const GridFrame& frame) { return frame.cell * frame.cell; }

/// The connected parts of what was not seen.
struct Regions {
  Grid<std::int32_t> labels;
  std::vector<bool> within;  // per label: small enough to be a part of a room, and not outside

  explicit Regions(const Mask& unseen) {
    const std::vector<int> sizes = label_components(unseen, labels);
    const GridFrame& frame = labels.frame;
    within.assign(sizes.size(), true);
    within[0] = false;
    for (std::size_t region = 1; region < sizes.size(); ++region)
      within[region] = sizes[region] * cell_area(frame) <= kMaxUnseen;
    each_cell(frame, [&](int c, int r) {
      if (r == 0 || c == 0 || r + 1 == frame.rows || c + 1 == frame.columns)
        within[static_cast<std::size_t>(labels.at(c, r))] = false;
    });
  }
  bool is_within(std::size_t cell) const { return within[static_cast<std::size_t>(labels.cells[cell])]; }
};

Mask inverse(const Mask& mask) {
  Mask rest(mask.frame);
  for (std::size_t i = 0; i < mask.cells.size(); ++i) rest.cells[i] = !mask.cells[i];
  return rest;
}

/// Where nothing parts rooms: neither walls nor their lines.
Mask open_space(const WallsOnPlan& walls, AtCorners at_corners) {
  Mask shut = walls.barrier;
  draw_on(walls, at_corners, shut);
  return inverse(shut);
}

/// What was not seen of the open space, where that is as wide as rooms are: not the insides of walls.
Mask wide_unseen(const Mask& open, const Grid<std::int32_t>& labels) {
  Mask unseen = opened(open, kNarrowestRoom);
  for (std::size_t i = 0; i < unseen.cells.size(); ++i)
    if (labels.cells[i] != 0) unseen.cells[i] = 0;
  return unseen;
}

/// Which labels are large enough to be rooms.
std::vector<bool> large_labels(const Grid<std::int32_t>& labels) {
  std::vector<double> areas(static_cast<std::size_t>(std::ranges::max(labels.cells)) + 1, 0);
  for (const std::int32_t label : labels.cells)
    areas[static_cast<std::size_t>(label)] += cell_area(labels.frame);
  std::vector<bool> large(areas.size());
  for (std::size_t label = 1; label < areas.size(); ++label) large[label] = areas[label] >= kSmallestRoom;
  return large;
}

/// The labels that are large enough to be rooms; nothing elsewhere.
Grid<std::int32_t> without_scraps(const Grid<std::int32_t>& labels) {
  const std::vector<bool> large = large_labels(labels);
  Grid<std::int32_t> rooms = labels;
  for (std::int32_t& label : rooms.cells)
    if (!large[static_cast<std::size_t>(label)]) label = 0;
  return rooms;
}

/// Regions with one label beside them get it, if they are small enough.
void fill_regions(const Mask& unseen, Grid<std::int32_t>& labels) {
  const GridFrame& frame = labels.frame;
  const Regions regions(unseen);
  std::vector<std::set<std::int32_t>> beside(regions.within.size());  // the labels around each region
  for (int r = 1; r + 1 < frame.rows; ++r)
    for (int c = 1; c + 1 < frame.columns; ++c) {
      const auto region = static_cast<std::size_t>(regions.labels.at(c, r));
      if (!regions.within[region]) continue;
      each_beside(frame, c, r, [&](int column, int row) {
        if (const std::int32_t label = labels.at(column, row); label != 0) beside[region].insert(label);
      });
    }
  for (std::size_t i = 0; i < labels.cells.size(); ++i) {
    const std::set<std::int32_t>& owners = beside[static_cast<std::size_t>(regions.labels.cells[i])];
    if (owners.size() == 1) labels.cells[i] = *owners.begin();
  }
}

/// Joins parts that lie together in a space as wide as rooms are, be it seen or not.
void join_across_unseen(const WallsOnPlan& walls, const std::vector<bool>& large,
                        const Grid<std::int32_t>& labels, JoinedNumbers& same) {
  const Mask open = open_space(walls, AtCorners::kStop);
  const Regions unseen(wide_unseen(open, labels));
  const auto is_large = [&](std::int32_t label) { return large[static_cast<std::size_t>(label)]; };
  Mask space(labels.frame);
  for (std::size_t i = 0; i < space.cells.size(); ++i)
    space.cells[i] = open.cells[i] && (is_large(labels.cells[i]) || unseen.is_within(i));
  Grid<std::int32_t> wholes;
  const std::vector<int> sizes = label_components(cores(space, kNarrowestRoom), wholes);
  std::vector<std::int32_t> part_of(sizes.size(), 0);  // per whole: one of its labels
  for (std::size_t i = 0; i < labels.cells.size(); ++i) {
    const auto whole = static_cast<std::size_t>(wholes.cells[i]);
    if (whole == 0 || !is_large(labels.cells[i])) continue;
    if (part_of[whole] == 0) part_of[whole] = labels.cells[i];
    same.join(part_of[whole], labels.cells[i]);
  }
}

/// Joins parts from one to the other of which the ceiling goes on, however narrow the room is there: over
/// doors it does not.
void join_under_ceiling(const Mask& ceiling, const std::vector<bool>& large, const Grid<std::int32_t>& labels,
                        JoinedNumbers& same) {
  const auto roofed_part = [&](int c, int r) {
    const std::int32_t label = labels.at(c, r);
    return ceiling.at(c, r) != 0 && large[static_cast<std::size_t>(label)] ? label : 0;
  };
  std::map<std::pair<std::int32_t, std::int32_t>, double> necks;  // m along which parts touch
  for (int r = 0; r + 1 < labels.frame.rows; ++r)
    for (int c = 0; c + 1 < labels.frame.columns; ++c)
      for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}}) {
        const std::int32_t a = roofed_part(c, r), b = roofed_part(c + dc, r + dr);
        if (a != b && a != 0 && b != 0) necks[std::minmax(a, b)] += labels.frame.cell;
      }
  for (const auto& [parts, neck] : necks)
    if (neck >= kNarrowestOpening) same.join(parts.first, parts.second);
}

}  // namespace

void join_parts(const WallsOnPlan& walls, const Mask& ceiling, Grid<std::int32_t>& labels) {
  const std::vector<bool> large = large_labels(labels);
  JoinedNumbers same(large.size());  // labels that stand for one room
  join_across_unseen(walls, large, labels, same);
  join_under_ceiling(ceiling, large, labels, same);
  for (std::int32_t& label : labels.cells) label = same.first_of(label);
}

void fill_unseen(const WallsOnPlan& walls, Grid<std::int32_t>& labels) {
  // Where walls show all around, lines of others do not part what lies within, and what was seen of it in
  // scraps is of the room there.
  Grid<std::int32_t> rooms = without_scraps(labels);
  fill_regions(wide_unseen(inverse(walls.barrier), rooms), rooms);
  for (std::size_t i = 0; i < labels.cells.size(); ++i)
    if (rooms.cells[i] != 0) labels.cells[i] = rooms.cells[i];
  Mask unseen = open_space(walls, AtCorners::kGoOn);
  fill_regions(wide_unseen(unseen, labels), labels);  // what is narrower leads on into the bodies of walls
  for (std::size_t i = 0; i < unseen.cells.size(); ++i)
    if (labels.cells[i] != 0) unseen.cells[i] = 0;
  fill_regions(unseen, labels);
}

}  // namespace storey
