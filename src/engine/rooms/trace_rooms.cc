#include "engine/rooms/trace_rooms.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/gaps/room_parts.h"
#include "engine/rooms/cut_lines.h"
#include "engine/rooms/label_cells.h"
#include "engine/rooms/plan_cells.h"
#include "engine/rooms/straighten.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/intervals.h"
#include "geometry/joined_numbers.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kMinHole = 0.02;  // m²: thinner than the thinnest column

/// A stretch of a cell's border with the room to its left.
struct Step {
  int cut;
  bool forward;  // in the sense of the cut
  int from, to;  // corners
};

/// For each label the borders with the room to their left.
std::vector<std::vector<Step>> steps_of_labels(const PlanCells& cells, const std::vector<int>& labels,
                                               int last) {
  std::vector<std::vector<Step>> steps(static_cast<std::size_t>(last) + 1);
  const auto label_of = [&](int cell) {
    return static_cast<std::size_t>(cell < 0 ? 0 : labels[static_cast<std::size_t>(cell)]);
  };
  for (const CellBorder& border : cells.borders()) {
    const std::size_t left = label_of(border.left), right = label_of(border.right);
    if (left == right) continue;
    steps[left].push_back({border.cut, true, border.from_corner, border.to_corner});
    steps[right].push_back({border.cut, false, border.to_corner, border.from_corner});
  }
  return steps;
}

/// All closed chains of the borders of one room, each with the room to its left.
std::vector<std::vector<Step>> rings_of(const std::vector<Step>& steps, const PlanCells& cells) {
  std::multimap<int, Step> open;
  for (const Step& step : steps) open.emplace(step.from, step);
  const auto direction = [&](const Step& step) -> Vec2 {
    const Vec2& along = cells.cuts()[static_cast<std::size_t>(step.cut)].line.direction;
    return step.forward ? along : Vec2(-along);
  };
  std::vector<std::vector<Step>> rings;
  while (!open.empty()) {
    std::vector<Step> ring = {open.begin()->second};
    open.erase(open.begin());
    while (ring.back().to != ring.front().from) {
      // Where parts of the room touch in a corner, the sharpest left turn stays with the own part.
      const auto [first, last] = open.equal_range(ring.back().to);
      if (first == last) break;
      const Vec2 along = direction(ring.back());
      const auto next = std::ranges::max_element(first, last, {}, [&](const auto& step) {
        const Vec2 d = direction(step.second);
        return std::atan2(cross(along, d), along.dot(d));
      });
      ring.push_back(next->second);
      open.erase(next);
    }
    if (ring.back().to == ring.front().from && ring.size() >= 3) rings.push_back(std::move(ring));
  }
  return rings;
}

/// One edge for each run of steps on one line.
EdgeRing edges_of(const std::vector<Step>& ring, const PlanCells& cells, const CutLines& lines,
                  const std::vector<WallFace>& faces) {
  const std::size_t n = ring.size();
  const auto same = [&](const Step& a, const Step& b) { return a.cut == b.cut && a.forward == b.forward; };
  std::size_t first = 0;
  while (first < n && same(ring[(first + n - 1) % n], ring[first])) ++first;
  EdgeRing edges;
  for (std::size_t k = 0; k < n;) {
    const Step& step = ring[(first + k) % n];
    std::size_t last = k;
    while (last + 1 < n && same(ring[(first + last + 1) % n], step)) ++last;
    const auto cut = static_cast<std::size_t>(step.cut);
    RoomEdge edge;
    edge.line = step.forward ? cells.cuts()[cut].line : cells.cuts()[cut].line.reversed();
    edge.from = cells.corners()[static_cast<std::size_t>(step.from)];
    edge.to = cells.corners()[static_cast<std::size_t>(ring[(first + last) % n].to)];
    if (cut < lines.faces.size())
      edge.faces = step.forward ? lines.faces[cut].forward : lines.faces[cut].backward;
    edge.coverage = coverage_of(edge, faces);
    edges.push_back(std::move(edge));
    k = last + 1;
  }
  return edges;
}

/// m: the shorter side of the rectangle that has this area, m², and the ring's perimeter.
double strip_width(const EdgeRing& ring, double area) {
  double half = 0;  // of the perimeter
  for (const RoomEdge& edge : ring) half += edge.length() / 2;
  return (half - std::sqrt(std::max(0.0, half * half - 4 * area))) / 2;
}

/// What a leak has joined on the raster is as many rooms as the faces make of it. Strips are none: they are
/// cavities behind casework, and gaps between two faces of one wall.
std::vector<RoomShape> shapes_of(int label, std::vector<EdgeRing> rings) {
  std::vector<RoomShape> shapes;
  std::vector<EdgeRing> holes;
  for (EdgeRing& edges : rings) {
    const double area = signed_area(corners(edges));
    if (area > kSmallestRoom && strip_width(edges, area) >= kNarrowestRoom)
      shapes.push_back({std::move(edges), {}, label});
    else if (area < -kMinHole)
      holes.push_back(std::move(edges));
  }
  for (EdgeRing& hole : holes)
    for (RoomShape& shape : shapes)
      if (contains(corners(shape.outline), hole[0].middle())) {
        shape.holes.push_back(std::move(hole));
        break;
      }
  return shapes;
}

/// The plan cut along the lines of faces, and whose its cells are.
struct LabelledCells {
  CutLines lines;
  PlanCells cells;
  std::vector<int> labels;  ///< per cell
};

LabelledCells labelled_cells(const RoomRaster& rooms, const std::vector<WallFace>& faces, int threads) {
  CutLines lines = cut_lines(rooms, faces);
  const GridFrame& frame = rooms.labels.frame;
  const Vec2 margin = Vec2::Constant(kAroundBuilding);
  PlanCells cells(frame.origin - margin, frame.end() + margin, lines.cuts);
  std::vector<int> labels = label_cells(cells, lines.faces, faces, rooms, threads);
  return {std::move(lines), std::move(cells), std::move(labels)};
}

/// How much of a stretch of a line has a wall that stands on it, m. Either of its faces shows that.
double standing_on(const Line2& line, const Interval& span, const FacesInPlan& faces) {
  std::vector<Interval> stands;
  for (const std::uint32_t f : faces.grid.along(line, span)) {
    const WallFace& face = faces.all[f];
    if (!face.structural || std::abs(face.line.direction.dot(line.direction)) < kNearlyParallel ||
        std::abs(line.offset(face.middle())) > kOwnWall)
      continue;
    for (const Interval& stretch : face.stands) {
      const Interval on = face.on_line(stretch);
      stands.push_back(span_along(line, face.line.at(on.from), face.line.at(on.to)));
    }
  }
  return covered_length(span, std::move(stands));
}

/// Where two labels touch on one line.
struct Touch {
  Line2 line;
  double length = 0, open = 0;  // m, and of it where nothing stands
};

/// The touch on the line that a place lies on; a new one if there is none. Walls are often cut along two
/// lines that are nearly one.
Touch& touch_on(const Line2& line, const Vec2& place, std::vector<Touch>& touches) {
  for (Touch& touch : touches)
    if (std::abs(touch.line.direction.dot(line.direction)) > kParallelFaces &&
        std::abs(touch.line.offset(place)) < kThinnestWall)
      return touch;
  return touches.emplace_back(Touch{line});
}

/// m of the borders between labels along which nothing stands, on lines along most of which nothing does. By
/// the two labels.
std::map<std::pair<int, int>, double> open_between(const LabelledCells& plan, const FacesInPlan& faces,
                                                   const RoomRaster& rooms) {
  std::map<std::pair<int, int>, std::vector<Touch>> touching;
  for (const CellBorder& border : plan.cells.borders()) {
    if (border.left < 0 || border.right < 0) continue;
    const int left = plan.labels[static_cast<std::size_t>(border.left)];
    const int right = plan.labels[static_cast<std::size_t>(border.right)];
    if (left == right || left == 0 || right == 0 || rooms.is_void(left) != rooms.is_void(right)) continue;
    const Line2& line = plan.cells.cuts()[static_cast<std::size_t>(border.cut)].line;
    const Vec2 middle = line.at(border.span.middle());
    Touch& touch = touch_on(line, middle, touching[std::minmax(left, right)]);
    touch.length += border.span.length();
    touch.open += border.span.length() - standing_on(line, border.span, faces);
  }
  std::map<std::pair<int, int>, double> open;
  for (const auto& [labels, touches] : touching)
    for (const Touch& touch : touches)
      if (2 * touch.open >= touch.length) open[labels] += touch.open;
  return open;
}

/// Gives one label to those between which nothing stands. False if each is a room of its own.
bool join_labels(const LabelledCells& plan, const FacesInPlan& faces, RoomRaster& rooms) {
  JoinedNumbers same(static_cast<std::size_t>(rooms.rooms) + 1);
  bool any = false;
  for (const auto& [labels, length] : open_between(plan, faces, rooms)) {
    if (length < kNarrowestOpening) continue;
    same.join(labels.first, labels.second);
    any = true;
  }
  if (any)
    for (std::int32_t& label : rooms.labels.cells) label = same.first_of(label);
  return any;
}

/// m of the edge along which a wall stands. One that the room next door alone shows counts half: what was
/// glimpsed through a window has the backs of walls about it, too.
double walled_length(const RoomEdge& edge, const FacesInPlan& faces) {
  double backs = 0;
  for (const std::uint32_t f : faces.grid.along(edge.line, edge.along(edge.line))) {
    const WallFace& face = faces.all[f];
    if (!is_solid(face) || face.coverage <= 0 ||
        face.line.direction.dot(edge.line.direction) > -kParallelFaces)
      continue;
    const double beyond = -edge.line.offset(face.middle());
    if (beyond < -kThinnestWall || beyond > kThickestPartition) continue;
    backs += std::max(0.0, overlap(span_along(face.line, edge.from, edge.to), face.extent));
  }
  const double shown = edge.coverage * edge.length();
  return std::max(shown, std::lerp(shown, std::min(edge.length(), backs), kHalf));
}

/// Share of the outlines along which walls stand.
double walled_share(const std::vector<RoomShape>& shapes, const FacesInPlan& faces) {
  ShownLength outlines;
  for (const RoomShape& shape : shapes)
    each_ring(shape, [&](const EdgeRing& ring) {
      for (const RoomEdge& edge : ring) outlines.add(edge.length(), walled_length(edge, faces));
    });
  return outlines.share();
}

/// m of the edge along which those of its faces lie that count.
template <class Counts>
double covered_by(const RoomEdge& edge, const std::vector<WallFace>& faces, const Counts& counts) {
  double covered = 0;
  for (const int f : edge.faces)
    if (const WallFace& face = faces[static_cast<std::size_t>(f)]; counts(face))
      covered += std::max(0.0, overlap(edge.along(face.line), face.extent));
  return covered;
}

/// What the outlines of some shapes enclose, and the middle of the first one's corners.
RefusedPlace refused(const std::vector<RoomShape>& shapes, const Reason& why) {
  RefusedPlace place{Vec2::Zero(), 0, why};
  const std::vector<Vec2> first = corners(shapes.front().outline);
  for (const Vec2& corner : first) place.at += corner / static_cast<double>(first.size());
  for (const RoomShape& shape : shapes) place.area += signed_area(corners(shape.outline));
  return place;
}

}  // namespace

std::vector<Vec2> corners(const EdgeRing& ring) {
  std::vector<Vec2> points;
  for (const RoomEdge& edge : ring)
    if (points.empty() || (edge.from - points.back()).norm() > 1e-9) points.push_back(edge.from);
  return points;
}

double coverage_of(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  const double covered =
      covered_by(edge, faces, [](const WallFace& face) { return face.coverage > 0; });  // not assumed
  return edge.length() > 0 ? std::min(1.0, covered / edge.length()) : 0;
}

bool is_glass(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  return covered_by(edge, faces, [](const WallFace& face) { return face.glass; }) > edge.length() / 2;
}

std::vector<RoomShape> trace_rooms(RoomRaster& rooms, const std::vector<WallFace>& faces, int threads) {
  const FacesInPlan faces_in_plan(faces);
  LabelledCells plan = labelled_cells(rooms, faces, threads);
  while (join_labels(plan, faces_in_plan, rooms)) plan = labelled_cells(rooms, faces, threads);
  const CutLines& lines = plan.lines;
  const PlanCells& cells = plan.cells;
  const std::vector<std::vector<Step>> steps = steps_of_labels(cells, plan.labels, rooms.rooms);
  std::vector<std::vector<RoomShape>> shapes(steps.size());
  parallel_for(steps.size(), threads, [&](std::size_t label) {
    if (label == 0) return;  // what is no room
    std::vector<EdgeRing> rings;
    for (const std::vector<Step>& ring : rings_of(steps[label], cells)) {
      rings.push_back(edges_of(ring, cells, lines, faces));
      straighten(rooms, static_cast<int>(label), faces, rings.back());
    }
    shapes[label] = shapes_of(static_cast<int>(label), std::move(rings));
  });
  std::vector<RoomShape> all;
  for (std::size_t label = 1; label < shapes.size(); ++label) {
    constexpr double kWalled = 0.55;  // share of the outlines: of rooms, walls stand along more
    if (shapes[label].empty()) continue;
    const double walled = walled_share(shapes[label], faces_in_plan);
    if (rooms.is_void(static_cast<int>(label)) || walled >= kWalled) {
      std::ranges::move(shapes[label], std::back_inserter(all));
      continue;
    }
    rooms.refused.push_back(refused(shapes[label], {Because::kHardlyWalled, {walled, kWalled}}));
    std::ranges::replace(rooms.labels.cells, static_cast<std::int32_t>(label), 0);
  }
  return all;
}

}  // namespace storey
