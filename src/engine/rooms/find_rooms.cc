#include "engine/rooms/find_rooms.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "base/parallel.h"
#include "engine/gaps/enclosure.h"
#include "engine/gaps/passages.h"
#include "engine/gaps/room_parts.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/distance.h"
#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kEnclosed = 0.35;  // share of a room's outline and horizon that structural faces hold
constexpr double kWalled = 0.55;    // share of its horizon without a ceiling: a yard is open to one side

// How much a cell's label says.
constexpr float kSure = 1.0f;       // weight under the ceiling, or under a lintel
constexpr float kFloorOnly = 0.5f;  // weight: a doorway and the reveal of a window have a floor as well
constexpr float kFilled = 0.25f;    // weight: nothing was seen, but it is enclosed
constexpr float kNothing = 0.1f;    // weight where nothing was seen

struct Workspace {
  Mask free;     // under a ceiling, or over a floor
  Mask ceiling;  // under a ceiling
  Mask barrier;  // a structural face stands here
  Mask lintel;   // here one hangs
  Mask deep;     // the storey has no floor here
};

/// Marks what lies under a ceiling, and what lies over a floor, or over something that stands on it. What
/// hangs over a floor higher than the heads of passages, as arches between columns do, is a ceiling, too.
void mark_free(const StoreyRaster& raster, int factor, int threads, Workspace& work) {
  const GridFrame& fine = raster.columns.frame;
  const HeightMask low = raster.above_floor(-kFloorBand, kOnTables);
  const double head = raster.level.floor_z + highest_head(raster.level);
  const HeightMask over_heads = raster.bins.range(head, raster.level.top_z);
  const HeightMask under_heads = raster.bins.range(raster.level.floor_z + kOnTables, head);
  const auto mark_row = [&](int r) {
    for (int c = 0; c < fine.columns; ++c) {
      const HeightMask hit = raster.columns.hit_at(c, r);
      if (hit == 0) continue;
      const bool over_floor = (hit & low) != 0;
      const bool ceiling = raster.under_ceiling(fine.centre(c, r)) ||
                           (over_floor && (hit & over_heads) != 0 && (hit & under_heads) == 0);
      if (ceiling) work.ceiling.at(c / factor, r / factor) = 1;
      if (ceiling || over_floor) work.free.at(c / factor, r / factor) = 1;
    }
  };
  parallel_for(static_cast<std::size_t>(work.free.frame.rows), threads, [&](std::size_t row) {
    const int first = static_cast<int>(row) * factor;
    for (int r = first; r < std::min(first + factor, fine.rows); ++r) mark_row(r);
  });
}

void draw_faces(const std::vector<WallFace>& faces, Mask& barrier) {
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (const Interval& stretch : face.stands) {
      const Interval on = face.on_line(stretch);
      draw(barrier, face.line.at(on.from), face.line.at(on.to));
    }
    draw(barrier, face.start(), face.line.at(face.reach().from));
    draw(barrier, face.end(), face.line.at(face.reach().to));
  }
}

/// Draws the edge of `mask`, on its own cells, but where a barrier stands already.
void draw_edge(const Mask& mask, Mask& barrier) {
  const Mask walls = barrier;
  each_cell(mask.frame, [&](int c, int r) {
    if (!mask.at(c, r)) return;
    each_beside(mask.frame, c, r, [&](int column, int row) {
      if (!mask.at(column, row) && !walls.at(column, row)) barrier.at(c, r) = 1;
    });
  });
}

/// Where the storey below is nearer in sight than this one's floor; never across a barrier. Its edge becomes
/// one: galleries end at their parapets.
void find_depth(const FloorSight& below, Workspace& work) {
  if (below.depth.empty()) return;
  Mask depth(work.free.frame), floor(work.free.frame);
  for (const Vec2& p : below.depth) mark(depth, p);
  for (const Vec2& p : below.floor) mark(floor, p);
  const Grid<float> to_depth = distance_to(depth, 1, &work.barrier);
  const Grid<float> to_floor = distance_to(floor, 1, &work.barrier);
  for (std::size_t i = 0; i < depth.cells.size(); ++i)
    work.deep.cells[i] = to_depth.cells[i] < to_floor.cells[i];
  draw_edge(work.deep, work.barrier);
}

Workspace prepare(const StoreyRaster& raster, const std::vector<WallFace>& faces, int threads) {
  const GridFrame& fine = raster.columns.frame;
  GridFrame frame = fine;
  const int factor = std::max(1, static_cast<int>(std::lround(2 * kVoxel / fine.cell)));
  frame.cell = fine.cell * factor;
  frame.columns = (fine.columns + factor - 1) / factor;
  frame.rows = (fine.rows + factor - 1) / factor;
  Workspace work{Mask(frame), Mask(frame), Mask(frame), Mask(frame), Mask(frame)};
  mark_free(raster, factor, threads, work);
  draw_faces(faces, work.barrier);
  bridge_gaps(raster, faces, work.barrier);
  work.lintel = find_lintels(raster, work.barrier, threads);
  for (std::size_t i = 0; i < work.lintel.cells.size(); ++i) work.barrier.cells[i] |= work.lintel.cells[i];
  find_depth(raster.below, work);
  return work;
}

/// Labels spread over `space` from where they are, all at the same speed, but no further than `reach` (m)
/// past the ceiling's last cell: through a hole in a face a label would run along the whole body of the wall.
void spread_labels(const Mask& space, const Mask& ceiling, double reach, Grid<std::int32_t>& labels) {
  const int most = static_cast<int>(reach / space.frame.cell);
  Grid<int> past(space.frame);  // cells past the ceiling's last
  std::deque<std::pair<int, int>> front;
  each_cell(space.frame, [&](int c, int r) {
    if (labels.at(c, r)) front.emplace_back(c, r);
  });
  flood(space.frame, std::move(front), [&](const std::pair<int, int>& from, int c, int r) {
    if (!space.at(c, r) || labels.at(c, r)) return false;
    past.at(c, r) = ceiling.at(c, r) ? 0 : past.at(from.first, from.second) + 1;
    if (past.at(c, r) > most) return false;
    labels.at(c, r) = labels.at(from.first, from.second);
    return true;
  });
}

/// How sure the labels are. `outdoors`: where one stands under the sky.
Grid<float> weigh(const Workspace& work, const Grid<std::int32_t>& labels, const Mask& outdoors) {
  Grid<float> weights(labels.frame);
  for (std::size_t i = 0; i < weights.cells.size(); ++i)
    if (work.lintel.cells[i])
      weights.cells[i] = kSure;
    else if (labels.cells[i] != 0)
      weights.cells[i] = work.ceiling.cells[i] ? kSure : work.free.cells[i] ? kFloorOnly : kFilled;
    else if (!work.barrier.cells[i])
      weights.cells[i] = outdoors.cells[i] ? kSure : kNothing;
  return weights;
}

/// Share of each label's area that the mask holds; 0 for what is no room.
std::vector<double> shares_of(const Mask& mask, const RoomRaster& rooms) {
  std::vector<int> all(static_cast<std::size_t>(rooms.rooms) + 1, 0), held = all;
  for (std::size_t i = 0; i < mask.cells.size(); ++i) {
    const auto label = static_cast<std::size_t>(rooms.labels.cells[i]);
    ++all[label];
    held[label] += mask.cells[i];
  }
  std::vector<double> shares(all.size(), 0.0);
  for (std::size_t label = 1; label < all.size(); ++label)
    if (all[label] > 0) shares[label] = static_cast<double>(held[label]) / all[label];
  return shares;
}

enum class Place { kNeither, kRoom, kOutdoors };

struct Verdict {
  Place place = Place::kNeither;
  Reason why;
};

/// A part of the plan that may be a room.
struct Part {
  double area = 0;             ///< m²
  double roofed = 0;           ///< m² of it under a ceiling
  double higher_up = 0;        ///< m² of it under a ceiling of a storey above
  Vec2 middle = Vec2::Zero();  ///< of one that is large enough
  Enclosure around{};          ///< likewise

  bool large_enough() const { return area >= kSmallestRoom; }
  bool has_ceiling() const { return roofed >= kStrays * area; }
};

/// Have half of the parts that walls enclose a ceiling, and does it show over most of these? Phones scan it
/// here and there.
bool ceilings_were_scanned(const std::vector<Part>& parts) {
  std::size_t enclosed = 0, under_one = 0;
  double area = 0, roofed = 0;
  for (const Part& part : parts) {
    if (part.around.mean() < kEnclosed) continue;
    ++enclosed;
    if (!part.has_ceiling()) continue;
    ++under_one;
    area += part.area;
    roofed += part.roofed;
  }
  return 2 * under_one >= enclosed && roofed >= kClearly * area;
}

Verdict by_enclosure(const Enclosure& enclosure, double least) {
  if (enclosure.mean() >= least)
    return {Place::kRoom, {Because::kEnclosed, {enclosure.outline, enclosure.horizon}}};
  return {Place::kNeither, {Because::kNotEnclosed, {enclosure.outline, enclosure.horizon, least}}};
}

/// Of a yard, floor and walls show as they do of a room; what tells them apart is a ceiling. Where ceilings
/// were scanned, but none of this part, walls all around are a room's, unless they rise past the ceilings of
/// the storey, and it is no hall with a ceiling higher up. (Its floor shows where one walked, so the outline
/// says little.) Where few were scanned, walls that only the rooms next door show are around it, too; what
/// one glimpses through a window has no others.
Verdict judge(const Part& part, bool ceilings_scanned) {
  if (part.has_ceiling()) return by_enclosure(part.around, kEnclosed);
  const double horizon = part.around.horizon;
  if (!ceilings_scanned) {
    if (horizon >= kEnclosed && part.around.walls >= kWalled)
      return {Place::kRoom, {Because::kWalledIn, {part.around.walls}}};
    return by_enclosure(part.around, kWalled);
  }
  if (horizon < kWalled) return {Place::kNeither, {Because::kNotWalledIn, {horizon, kWalled}}};
  if (part.higher_up < kStrays * part.area && 2 * part.around.high > horizon)
    return {Place::kOutdoors, {Because::kOutdoors, {part.around.high, horizon}}};
  return {Place::kRoom, {Because::kWalledIn, {horizon}}};
}

/// What each label covers, and how much of it walls enclose.
std::vector<Part> measure_parts(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                                const Mask& ceiling, const Grid<std::int32_t>& labels, std::size_t count,
                                int threads) {
  const GridFrame& frame = labels.frame;
  const double cell_area = frame.cell * frame.cell;
  std::vector<Part> parts(count);
  each_cell(frame, [&](int c, int r) {
    Part& part = parts[static_cast<std::size_t>(labels.at(c, r))];
    part.area += cell_area;
    part.middle += cell_area * frame.centre(c, r);
    part.roofed += ceiling.at(c, r) ? cell_area : 0;
    part.higher_up += raster.ceiling_higher_up.get(frame.centre(c, r), 0) ? cell_area : 0;
  });
  parts[0] = {};  // what has no label
  const FacesInPlan plan(faces);
  const HeightMask above = raster.bins.range(raster.level.top_z + kCeilingEdge, raster.level.limit_z);
  const std::vector<CellBox> boxes = boxes_of(labels, static_cast<std::int32_t>(count) - 1);
  parallel_for(count, threads, [&](std::size_t i) {
    Part& part = parts[i];
    if (!part.large_enough()) return;
    part.middle /= part.area;
    part.around = enclosure(plan, above, labels, static_cast<std::int32_t>(i), boxes[i]);
  });
  return parts;
}

}  // namespace

RoomRaster find_rooms(const StoreyRaster& raster, const std::vector<WallFace>& faces, int threads) {
  const Workspace work = prepare(raster, faces, threads);
  const Mask space = closed(work.free, kNarrowestRoom / 2, work.barrier);

  RoomRaster rooms;
  const std::size_t labels = label_components(cores(space, kNarrowestRoom), rooms.labels).size();
  spread_labels(space, work.ceiling, kNarrowestRoom, rooms.labels);
  const WallsOnPlan walls{faces, work.barrier};
  join_parts(walls, work.ceiling, rooms.labels);
  fill_unseen(walls, rooms.labels);

  const std::vector<Part> parts = measure_parts(raster, faces, work.ceiling, rooms.labels, labels, threads);
  const bool ceilings_scanned = ceilings_were_scanned(parts);
  std::vector<Place> places(parts.size(), Place::kNeither);
  std::vector<std::int32_t> renamed(parts.size(), 0);
  rooms.reasons.emplace_back();  // of no room
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!parts[i].large_enough()) continue;
    const Verdict verdict = judge(parts[i], ceilings_scanned);
    places[i] = verdict.place;
    if (verdict.place == Place::kRoom) {
      renamed[i] = ++rooms.rooms;
      rooms.reasons.push_back(verdict.why);
    } else {
      rooms.refused.push_back({parts[i].middle, parts[i].area, verdict.why});
    }
  }
  Mask outdoors(rooms.labels.frame);
  for (std::size_t i = 0; i < rooms.labels.cells.size(); ++i) {
    std::int32_t& label = rooms.labels.cells[i];
    outdoors.cells[i] = places[static_cast<std::size_t>(label)] == Place::kOutdoors;
    label = renamed[static_cast<std::size_t>(label)];
  }
  for (const double deep : shares_of(work.deep, rooms)) rooms.open_below.push_back(deep > kHalf);
  rooms.seen = shares_of(work.free, rooms);
  rooms.weights = weigh(work, rooms.labels, outdoors);
  return rooms;
}

}  // namespace storey
