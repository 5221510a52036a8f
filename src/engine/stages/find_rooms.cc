#include "engine/stages/find_rooms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <map>

#include "engine/stages/standing.h"
#include "geometry/contour.h"
#include "geometry/distance.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kCell = 0.04;          // m: two voxels, so that thin scans leave few holes
constexpr double kMinWidth = 0.50;      // m: narrower strips are not rooms but reveals and gaps
constexpr double kMinArea = 0.8;        // m²: a broom cupboard
constexpr double kClose = 0.50;         // m: holes in the coverage of floor and ceiling that are closed
constexpr double kPastCeiling = 0.40;   // m under things that hide the ceiling, from where it shows
constexpr double kEnclosed = 0.40;      // share of a room's outline that has to lie along structural faces
constexpr double kCornerReach = 2.5;    // m by which a wall goes on unseen to its corner
constexpr double kMaxUnseen = 4.0;      // m²: larger unseen parts may hold rooms of their own
constexpr double kMaxFilledHole = 1.5;  // m²: lamps, beams and other things that hide a ceiling
constexpr double kParallel = 0.9994;    // cosine of 2°: faces of one wall
constexpr double kAcross = 0.5;         // sine of 30°: what meets a wall at less runs along it
constexpr double kThinnest = 0.03;      // m: no partition is thinner
constexpr double kThickest = 0.80;      // m, of old walls of stone
constexpr double kSameJamb = 0.15;      // m by which a wall's faces end apart at a jamb: a casing's width
constexpr double kWidestPassage = 1.8;  // m: double doors; what is wider joins rooms if it has no lintel
constexpr double kMinHead = 1.85;       // m, at most 1.98, as doors are made: lowest head of an opening
constexpr double kSoffitGap = 0.10;     // m between hits on a lintel's soffit that are closed
constexpr double kMinSpan = 0.45;       // m between the walls a lintel rests on
constexpr double kMaxLintel = 1.5;      // m² of soffit: larger ones are low ceilings
constexpr double kMaxSpan = 3.6;        // m: what spans more is a beam, unless its faces make it a header

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

/// Under a ceiling, over a floor, or over something that stands on it.
bool is_free(const StoreyRaster& raster, const Vec2& p) {
  const double floor = raster.level.floor_z;
  const std::uint64_t hit = raster.columns.get(p).hit;
  return hit != 0 && (raster.under_ceiling(p) || (hit & raster.bins.range(floor - 0.1, floor + 1.2)) != 0);
}

/// Marks every cell that the stretch from `a` to `b` touches, without diagonal leaks.
void draw(Mask& mask, const Vec2& a, const Vec2& b) {
  const double step = mask.frame.cell / 4;
  const int n = std::max(1, static_cast<int>(std::ceil((b - a).norm() / step)));
  int last_c = 0, last_r = 0;
  for (int i = 0; i <= n; ++i) {
    const Vec2 p = a + (b - a) * (static_cast<double>(i) / n);
    const int c = mask.frame.column(p.x()), r = mask.frame.row(p.y());
    if (mask.frame.inside(c, r)) mask.at(c, r) = 1;
    if (i > 0 && c != last_c && r != last_r && mask.frame.inside(last_c, r)) mask.at(last_c, r) = 1;
    last_c = c;
    last_r = r;
  }
}

void draw_faces(const std::vector<WallFace>& faces, Mask& barrier) {
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (const Interval& stretch : face.stands)
      draw(barrier, face.line.at(face.extent.from + stretch.from),
           face.line.at(face.extent.from + stretch.to));
  }
}

/// Connected cells of `mask` get labels from 1 on; returns the sizes (index 0 unused).
std::vector<int> label_components(const Mask& mask, Grid<std::int32_t>& labels) {
  labels = Grid<std::int32_t>(mask.frame, 0);
  std::vector<int> sizes = {0};
  std::vector<std::pair<int, int>> stack;
  for (int r = 0; r < mask.frame.rows; ++r)
    for (int c = 0; c < mask.frame.columns; ++c) {
      if (!mask.at(c, r) || labels.at(c, r)) continue;
      const auto label = static_cast<std::int32_t>(sizes.size());
      sizes.push_back(0);
      labels.at(c, r) = label;
      stack.emplace_back(c, r);
      while (!stack.empty()) {
        const auto [x, y] = stack.back();
        stack.pop_back();
        ++sizes[static_cast<std::size_t>(label)];
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          if (!mask.frame.inside(x + dx, y + dy) || !mask.at(x + dx, y + dy) || labels.at(x + dx, y + dy))
            continue;
          labels.at(x + dx, y + dy) = label;
          stack.emplace_back(x + dx, y + dy);
        }
      }
    }
  return sizes;
}

/// Under a lintel one sees the floor and, at the head of the opening, the lintel's soffit, but no ceiling.
bool under_lintel(const StoreyRaster& raster, const Vec2& p) {
  const double floor = raster.level.floor_z, ceiling = raster.ceiling_at(p);
  const std::uint64_t hit = raster.columns.get(p).hit;
  const std::uint64_t soffit = raster.bins.range(floor + kMinHead, ceiling - 0.09);
  const std::uint64_t body = raster.bins.range(floor + 0.15, floor + kMinHead - 0.05);
  return (hit & soffit) != 0 && (hit & body) == 0 &&
         (hit & raster.bins.range(floor - 0.1, floor + 0.1)) != 0 && !raster.under_ceiling(p);
}

/// Cells within `radius` of `mask`, less those within `radius` of what is then left out.
Mask closed(const Mask& mask, double radius) {
  const Grid<float> near = distance_to(mask, 1, nullptr);
  Mask far(mask.frame);
  for (std::size_t i = 0; i < far.cells.size(); ++i)
    far.cells[i] = static_cast<double>(near.cells[i]) > radius;
  const Grid<float> inner = distance_to(far, 1, nullptr);
  Mask result = mask;
  for (std::size_t i = 0; i < result.cells.size(); ++i)
    if (static_cast<double>(inner.cells[i]) > radius) result.cells[i] = 1;
  return result;
}

/// The lintels of openings that have no leaf and little wall above them. A lintel rests on
/// walls at both of its ends; lamps and ducts do not.
Mask find_lintels(const StoreyRaster& raster, const Mask& barrier) {
  Mask lintel(barrier.frame);
  const GridFrame& fine = raster.columns.frame;
  for (int r = 0; r < fine.rows; ++r)
    for (int c = 0; c < fine.columns; ++c) {
      const Vec2 p = fine.centre(c, r);
      if (under_lintel(raster, p)) lintel.at(barrier.frame.column(p.x()), barrier.frame.row(p.y())) = 1;
    }
  lintel = closed(lintel, kSoffitGap);
  Grid<std::int32_t> parts;
  const std::vector<int> sizes = label_components(lintel, parts);
  struct Rest {
    Vec2 min = Vec2::Constant(1e9), max = Vec2::Constant(-1e9);
    double span() const { return min.x() > max.x() ? 0 : (max - min).norm(); }
  };
  std::vector<Rest> rests(sizes.size());
  const int reach = std::max(1, static_cast<int>(std::lround(0.30 / barrier.frame.cell)));
  for (int r = reach; r + reach < barrier.frame.rows; ++r)
    for (int c = reach; c + reach < barrier.frame.columns; ++c) {
      const auto part = static_cast<std::size_t>(parts.at(c, r));
      if (part == 0) continue;
      for (int dr = -reach; dr <= reach; ++dr)
        for (int dc = -reach; dc <= reach; ++dc) {
          if (!barrier.at(c + dc, r + dr)) continue;
          const Vec2 p = barrier.frame.centre(c + dc, r + dr);
          rests[part].min = rests[part].min.cwiseMin(p);
          rests[part].max = rests[part].max.cwiseMax(p);
        }
    }
  const double area = barrier.frame.cell * barrier.frame.cell;
  for (std::size_t i = 0; i < barrier.cells.size(); ++i) {
    const auto part = static_cast<std::size_t>(parts.cells[i]);
    lintel.cells[i] = part != 0 && sizes[part] * area <= kMaxLintel && rests[part].span() >= kMinSpan &&
                      rests[part].span() <= kMaxSpan;
  }
  return lintel;
}

/// Does the wall end at `p` with a jamb? At the mouth of a corridor it turns away, into a face longer than
/// walls are thick.
bool is_jamb(const std::vector<WallFace>& faces, const WallFace& wall, const Vec2& p) {
  return std::none_of(faces.begin(), faces.end(), [&](const WallFace& face) {
    return face.structural && face.length() > kThickest &&
           std::abs(cross(face.line.direction, wall.line.direction)) > kAcross &&
           std::min((face.start() - p).norm(), (face.end() - p).norm()) < kSameJamb;
  });
}

/// Is the gap between the faces, which one wall has before itself, a passage through it? The wall's back
/// shows the same gap, which that of a niche does not.
bool is_passage(const std::vector<WallFace>& faces, const WallFace& a, const WallFace& b) {
  bool ends = false, goes_on = false;
  for (const WallFace& back : faces) {
    if (!back.structural || back.glass || back.line.direction.dot(a.line.direction) > -kParallel) continue;
    const double depth = -a.line.offset(back.start());
    if (depth < kThinnest || depth > kThickest) continue;
    ends |= std::abs(a.line.along(back.start()) - a.extent.to) < kSameJamb && is_jamb(faces, a, back.start());
    goes_on |= std::abs(a.line.along(back.end()) - a.line.along(b.start())) < kSameJamb &&
               is_jamb(faces, a, back.end());
  }
  return (ends || goes_on) && is_jamb(faces, a, a.end()) && is_jamb(faces, a, b.start());
}

/// Closes openings between faces of one wall whose lintel was not seen, and passages that have none.
void bridge_gaps(const StoreyRaster& raster, const std::vector<WallFace>& faces, Mask& barrier) {
  for (const WallFace& a : faces)
    for (const WallFace& b : faces) {
      if (&a == &b || !a.structural || !b.structural || a.line.direction.dot(b.line.direction) < kParallel)
        continue;
      if (std::abs(a.line.offset(b.start())) > 0.03) continue;
      const double next = a.line.along(b.start()), gap = next - a.extent.to;
      if (gap <= 0 || gap > kWidestPassage) continue;
      const bool door = gap <= kWidestDoor && !open_behind(raster, a.line, a.extent.to, next);
      if (door || is_passage(faces, a, b)) draw(barrier, a.end(), b.start());
    }
}

/// Draws on from the ends of faces along their lines, where another face or such a line is met within
/// `reach`.
void draw_extensions(const std::vector<WallFace>& faces, double reach, const Mask& barrier, Mask& drawn) {
  constexpr double kLeave = 0.10;  // m past the own end before a meeting counts
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (const bool forward : {true, false}) {
      const Vec2 from = forward ? face.end() : face.start();
      const Vec2 direction = forward ? face.line.direction : Vec2(-face.line.direction);
      for (double s = kLeave; s <= reach; s += barrier.frame.cell / 2) {
        if (!barrier.get(from + s * direction)) continue;
        draw(drawn, from, from + s * direction);
        break;
      }
    }
  }
}

void mark(const std::vector<Vec2>& places, Mask& mask) {
  for (const Vec2& p : places) {
    const int c = mask.frame.column(p.x()), r = mask.frame.row(p.y());
    if (mask.frame.inside(c, r)) mask.at(c, r) = 1;
  }
}

/// Draws the edge of `mask`, on its own cells, but where a barrier stands already.
void draw_edge(const Mask& mask, Mask& barrier) {
  const Mask walls = barrier;
  for (int r = 0; r < mask.frame.rows; ++r)
    for (int c = 0; c < mask.frame.columns; ++c) {
      if (!mask.at(c, r)) continue;
      for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
        if (mask.frame.inside(c + dc, r + dr) && !mask.at(c + dc, r + dr) && !walls.at(c + dc, r + dr))
          barrier.at(c, r) = 1;
    }
}

/// Where the storey below is nearer in sight than this one's floor; never across a barrier. Its edge becomes
/// one: galleries end at their parapets.
void find_depth(const FloorSight& below, Workspace& work) {
  if (below.depth.empty()) return;
  Mask depth(work.free.frame), floor(work.free.frame);
  mark(below.depth, depth);
  mark(below.floor, floor);
  const Grid<float> to_depth = distance_to(depth, 1, &work.barrier);
  const Grid<float> to_floor = distance_to(floor, 1, &work.barrier);
  for (std::size_t i = 0; i < depth.cells.size(); ++i)
    work.deep.cells[i] = to_depth.cells[i] < to_floor.cells[i];
  draw_edge(work.deep, work.barrier);
}

Workspace prepare(const StoreyRaster& raster, const std::vector<WallFace>& faces) {
  const GridFrame& fine = raster.columns.frame;
  GridFrame frame = fine;
  const int factor = std::max(1, static_cast<int>(std::lround(kCell / fine.cell)));
  frame.cell = fine.cell * factor;
  frame.columns = (fine.columns + factor - 1) / factor;
  frame.rows = (fine.rows + factor - 1) / factor;
  Workspace work{Mask(frame), Mask(frame), Mask(frame), Mask(frame), Mask(frame)};
  for (int r = 0; r < fine.rows; ++r)
    for (int c = 0; c < fine.columns; ++c) {
      if (is_free(raster, fine.centre(c, r))) work.free.at(c / factor, r / factor) = 1;
      if (raster.under_ceiling(fine.centre(c, r))) work.ceiling.at(c / factor, r / factor) = 1;
    }
  draw_faces(faces, work.barrier);
  bridge_gaps(raster, faces, work.barrier);
  work.lintel = find_lintels(raster, work.barrier);
  for (std::size_t i = 0; i < work.lintel.cells.size(); ++i) work.barrier.cells[i] |= work.lintel.cells[i];
  find_depth(raster.below, work);
  return work;
}

/// Free cells after closing holes up to 2 `radius` wide; never across a barrier.
Mask close_holes(const Workspace& work, double radius) {
  const Grid<float> to_free = distance_to(work.free, 1, &work.barrier);
  Mask grown(work.free.frame);
  for (std::size_t i = 0; i < grown.cells.size(); ++i)
    grown.cells[i] = !work.barrier.cells[i] && static_cast<double>(to_free.cells[i]) <= radius;
  Mask outside(work.free.frame);  // barriers are no outside: holes beside them close as well
  for (std::size_t i = 0; i < outside.cells.size(); ++i)
    outside.cells[i] = !grown.cells[i] && !work.barrier.cells[i];
  const Grid<float> to_outside = distance_to(outside, 1, &work.barrier);
  Mask closed(work.free.frame);
  for (std::size_t i = 0; i < closed.cells.size(); ++i)
    closed.cells[i] =
        !work.barrier.cells[i] &&
        (work.free.cells[i] || (grown.cells[i] && static_cast<double>(to_outside.cells[i]) > radius));
  return closed;
}

/// Labels spread over `space` from where they are, all at the same speed, but no further than `reach` (m)
/// past the ceiling's last cell: through a hole in a face a label would run along the whole body of the wall.
void spread_labels(const Mask& space, const Mask& ceiling, double reach, Grid<std::int32_t>& labels) {
  struct Front {
    int column, row, past;  // cells past the ceiling's last
  };
  const int most = static_cast<int>(reach / space.frame.cell);
  std::deque<Front> front;
  for (int r = 0; r < space.frame.rows; ++r)
    for (int c = 0; c < space.frame.columns; ++c)
      if (labels.at(c, r)) front.push_back({c, r, 0});
  while (!front.empty()) {
    const auto [c, r, past] = front.front();
    front.pop_front();
    for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (!space.frame.inside(c + dc, r + dr) || !space.at(c + dc, r + dr) || labels.at(c + dc, r + dr))
        continue;
      const int beyond = ceiling.at(c + dc, r + dr) ? 0 : past + 1;
      if (beyond > most) continue;
      labels.at(c + dc, r + dr) = labels.at(c, r);
      front.push_back({c + dc, r + dr, beyond});
    }
  }
}

/// Share of each label's outline that lies along a structural face that looks at it.
std::vector<double> enclosure(const Grid<std::int32_t>& labels, const std::vector<WallFace>& faces,
                              std::size_t count) {
  // Every cell near the free side of a structural face knows that it is held there.
  Mask held(labels.frame);
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (double s = face.extent.from; s <= face.extent.to; s += labels.frame.cell / 2)
      for (double d = -0.04; d <= 0.20; d += labels.frame.cell / 2) {
        const Vec2 p = face.line.at(s) + d * face.line.normal();
        const int c = labels.frame.column(p.x()), r = labels.frame.row(p.y());
        if (labels.frame.inside(c, r)) held.at(c, r) = 1;
      }
  }
  std::vector<double> along(count, 0);
  for (std::size_t label = 1; label < count; ++label) {
    const auto outlines = trace_contours(labels, static_cast<std::int32_t>(label));
    if (outlines.empty()) continue;
    for (const Vec2& p : outlines.front()) along[label] += held.get(p);
    along[label] /= static_cast<double>(outlines.front().size());
  }
  return along;
}

/// What was not seen, but lies within the walls of one room, belongs to it: behind furniture, past the scan's
/// reach. The walls are taken to go on to their corners.
void fill_unseen(const std::vector<WallFace>& faces, const Mask& barrier, Grid<std::int32_t>& labels) {
  Mask shut = barrier;
  draw_extensions(faces, kCornerReach, barrier, shut);
  Mask unseen(labels.frame);
  for (std::size_t i = 0; i < unseen.cells.size(); ++i)
    unseen.cells[i] = labels.cells[i] == 0 && !shut.cells[i];
  Grid<std::int32_t> regions;
  const std::vector<int> sizes = label_components(unseen, regions);
  std::vector<std::map<std::int32_t, int>> borders(sizes.size());  // cells of border shared with each room
  std::vector<bool> outside(sizes.size(), false);
  for (int r = 0; r < labels.frame.rows; ++r)
    for (int c = 0; c < labels.frame.columns; ++c) {
      const auto region = static_cast<std::size_t>(regions.at(c, r));
      if (region == 0) continue;
      for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        if (!labels.frame.inside(c + dc, r + dr))
          outside[region] = true;
        else if (const std::int32_t label = labels.at(c + dc, r + dr); label != 0)
          ++borders[region][label];
      }
    }
  const double area = labels.frame.cell * labels.frame.cell;
  for (std::size_t i = 0; i < labels.cells.size(); ++i) {
    const auto region = static_cast<std::size_t>(regions.cells[i]);
    if (region == 0 || outside[region] || borders[region].size() != 1 || sizes[region] * area > kMaxUnseen)
      continue;
    labels.cells[i] = borders[region].begin()->first;
  }
}

/// Enclosed holes without structural faces belong to the room around them: what hid the ceiling there was no
/// wall.
void fill_holes(const Mask& barrier, Grid<std::int32_t>& labels) {
  Mask empty(labels.frame);
  for (std::size_t i = 0; i < empty.cells.size(); ++i) empty.cells[i] = labels.cells[i] == 0;
  Grid<std::int32_t> holes;
  const std::vector<int> sizes = label_components(empty, holes);
  std::vector<int> walls(sizes.size(), 0);
  std::vector<std::int32_t> owner(sizes.size(),
                                  0);  // the one room around it; -1: several, or the raster's edge
  for (int r = 0; r < labels.frame.rows; ++r)
    for (int c = 0; c < labels.frame.columns; ++c) {
      const auto hole = static_cast<std::size_t>(holes.at(c, r));
      if (hole == 0) continue;
      walls[hole] += barrier.at(c, r);
      for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        if (!labels.frame.inside(c + dc, r + dr)) {
          owner[hole] = -1;
          continue;
        }
        const std::int32_t label = labels.at(c + dc, r + dr);
        if (label == 0 || owner[hole] == label || owner[hole] == -1) continue;
        owner[hole] = owner[hole] == 0 ? label : -1;
      }
    }
  const double area = labels.frame.cell * labels.frame.cell;
  for (std::size_t i = 0; i < holes.cells.size(); ++i) {
    const auto hole = static_cast<std::size_t>(holes.cells[i]);
    if (hole == 0 || owner[hole] <= 0 || sizes[hole] * area > kMaxFilledHole) continue;
    if (walls[hole] * labels.frame.cell > 0.12) continue;  // a column's smallest visible outline
    labels.cells[i] = owner[hole];
  }
}

/// How sure the labels are.
Grid<float> weigh(const Workspace& work, const Grid<std::int32_t>& labels) {
  Grid<float> weights(labels.frame);
  for (std::size_t i = 0; i < weights.cells.size(); ++i)
    if (work.lintel.cells[i])
      weights.cells[i] = kSure;
    else if (labels.cells[i] != 0)
      weights.cells[i] = work.ceiling.cells[i] ? kSure : work.free.cells[i] ? kFloorOnly : kFilled;
    else if (!work.barrier.cells[i])
      weights.cells[i] = kNothing;
  return weights;
}

/// Which labels are void over more than half of their area.
std::vector<bool> find_voids(const Mask& deep, const RoomRaster& rooms) {
  std::vector<int> all(static_cast<std::size_t>(rooms.rooms) + 1, 0), voids = all;
  for (std::size_t i = 0; i < deep.cells.size(); ++i) {
    const auto label = static_cast<std::size_t>(rooms.labels.cells[i]);
    ++all[label];
    voids[label] += deep.cells[i];
  }
  std::vector<bool> open_below(all.size(), false);
  for (std::size_t label = 1; label < all.size(); ++label) open_below[label] = 2 * voids[label] > all[label];
  return open_below;
}

}  // namespace

RoomRaster find_rooms(const StoreyRaster& raster, const std::vector<WallFace>& faces) {
  const Workspace work = prepare(raster, faces);
  const Mask space = close_holes(work, kClose / 2);

  Mask core(space.frame);
  const Grid<float> to_edge = distance_to(space, 0, nullptr);
  for (std::size_t i = 0; i < core.cells.size(); ++i)
    core.cells[i] = static_cast<double>(to_edge.cells[i]) > kMinWidth / 2;
  RoomRaster rooms;
  const std::vector<int> cores = label_components(core, rooms.labels);
  spread_labels(space, work.ceiling, kPastCeiling, rooms.labels);
  fill_holes(work.barrier, rooms.labels);
  fill_unseen(faces, work.barrier, rooms.labels);

  std::vector<double> area(cores.size(), 0);
  for (const std::int32_t label : rooms.labels.cells)
    area[static_cast<std::size_t>(label)] += space.frame.cell * space.frame.cell;
  const std::vector<double> enclosed = enclosure(rooms.labels, faces, cores.size());
  std::vector<std::int32_t> renamed(cores.size(), 0);
  for (std::size_t i = 1; i < cores.size(); ++i)
    if (area[i] >= kMinArea && enclosed[i] >= kEnclosed) renamed[i] = ++rooms.rooms;
  for (std::int32_t& label : rooms.labels.cells) label = renamed[static_cast<std::size_t>(label)];
  rooms.open_below = find_voids(work.deep, rooms);
  rooms.weights = weigh(work, rooms.labels);
  return rooms;
}

}  // namespace storey
