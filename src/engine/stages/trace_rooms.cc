#include "engine/stages/trace_rooms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/stages/label_cells.h"
#include "engine/stages/plan_cells.h"
#include "engine/stages/straighten.h"
#include "geometry/contour.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kShortReach = 0.30;  // m that the line of the shortest face goes on past its ends
constexpr double kLongReach = 2.50;   // m that a wall goes on, hidden, to its corner
constexpr double kMargin = 1.0;       // m of plan around everything
constexpr double kRough = 0.10;       // m by which the raster's outline is simplified where no face is near
constexpr double kNoFaceNear = 0.30;  // m from a line of the outline to the next face that could stand for it
constexpr double kMinWall = 0.50;     // m of face that may end in the open
constexpr double kSameEnd = 0.15;     // m between the ends of both faces of a wall
constexpr double kAtEnd = 0.05;       // m about the end of a face
constexpr double kBody = 0.40;        // m behind a face that are its wall
constexpr double kMinInferred = 0.30;   // m
constexpr double kOutlineInset = 0.04;  // m by which the raster's outline stays short of the face
constexpr double kMinRoom = 0.8;        // m²: a broom cupboard
constexpr double kMinHole = 0.02;       // m²

/// The lines that cut the plan and their faces, those with most face first.
struct Lines {
  std::vector<Cut> cuts;
  std::vector<CutFaces> faces;
};

bool same_line(const Line2& a, const Line2& b) {
  return std::abs(a.direction.dot(b.direction)) > 1 - 1e-12 && std::abs(a.offset(b.point)) < 1e-6;
}

Lines lines_of(const std::vector<WallFace>& faces) {
  std::vector<int> order;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].structural && !faces[f].stands.empty()) order.push_back(static_cast<int>(f));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return faces[static_cast<std::size_t>(a)].length() > faces[static_cast<std::size_t>(b)].length();
  });
  Lines lines;
  for (const int f : order) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    const auto known = std::find_if(lines.cuts.begin(), lines.cuts.end(),
                                    [&](const Cut& cut) { return same_line(cut.line, face.line); });
    const auto i = static_cast<std::size_t>(known - lines.cuts.begin());
    if (known == lines.cuts.end()) {
      lines.cuts.push_back({face.line, {}});
      lines.faces.emplace_back();
    }
    const Line2& line = lines.cuts[i].line;
    (line.direction.dot(face.line.direction) > 0 ? lines.faces[i].forward : lines.faces[i].backward)
        .push_back(f);
    const double reach = std::clamp(face.length(), kShortReach, kLongReach);
    const double a = line.along(face.start()), b = line.along(face.end());
    lines.cuts[i].reach.push_back({std::min(a, b) - reach, std::max(a, b) + reach});
  }
  return lines;
}

/// Where a wall ends in the open nothing may show its end: the ends of faces cut the wall's body across.
void add_ends(const std::vector<WallFace>& faces, Lines& lines) {
  const std::size_t known = lines.cuts.size();
  const auto meets_cut = [&](const Vec2& end, const Vec2& along) {
    return std::any_of(
        lines.cuts.begin(), lines.cuts.begin() + static_cast<std::ptrdiff_t>(known), [&](const Cut& cut) {
          if (std::abs(cross(cut.line.direction, along)) < 0.3 || std::abs(cut.line.offset(end)) > kAtEnd)
            return false;
          const double s = cut.line.along(end);
          return std::any_of(cut.reach.begin(), cut.reach.end(),
                             [&](const Interval& reach) { return reach.contains(s); });
        });
  };
  const auto ends_there = [&](const WallFace& other, const WallFace& face, const Vec2& end) {
    if (!other.structural || other.line.direction.dot(face.line.direction) > -0.99) return false;
    const double depth = -face.line.offset((other.start() + other.end()) / 2);
    if (depth <= 0 || depth > kBody) return false;
    return std::any_of(other.stands.begin(), other.stands.end(), [&](const Interval& stretch) {
      const double s = other.line.direction.dot(end - other.start());
      return std::min(std::abs(s - stretch.from), std::abs(s - stretch.to)) < kSameEnd;
    });
  };
  for (const WallFace& face : faces) {
    if (!face.structural || face.glass || face.length() < kMinWall) continue;
    for (const Interval& stretch : face.stands)
      for (const double s : {stretch.from, stretch.to}) {
        const Vec2 end = face.start() + s * face.line.direction;
        const bool both = std::any_of(faces.begin(), faces.end(),
                                      [&](const WallFace& other) { return ends_there(other, face, end); });
        if (both && !meets_cut(end, face.line.direction))
          lines.cuts.push_back({{end, -face.line.normal()}, {{kAtEnd / 10, kBody}}});
      }
  }
}

/// Lines of the raster's outlines where no face is near that could stand for them.
void add_inferred(const RoomRaster& rooms, const std::vector<WallFace>& faces, Lines& lines) {
  const auto explained = [&](const Vec2& p, const Vec2& direction) {
    return std::any_of(faces.begin(), faces.end(), [&](const WallFace& face) {
      if (!face.structural || face.line.direction.dot(direction) < 0.9) return false;
      const double s = face.line.along(p);
      return s > face.extent.from - 0.1 && s < face.extent.to + 0.1 &&
             std::abs(face.line.offset(p)) < kNoFaceNear;
    });
  };
  for (int label = 1; label <= rooms.rooms; ++label)
    for (const std::vector<Vec2>& outline : trace_contours(rooms.labels, label)) {
      const std::vector<Vec2> rough = simplify_ring(outline, kRough);
      for (std::size_t i = 0; i < rough.size(); ++i) {
        const Vec2 &a = rough[i], &b = rough[(i + 1) % rough.size()];
        const double length = (b - a).norm();
        if (length < kMinInferred) continue;
        const Vec2 direction = (b - a) / length;
        int missing = 0;
        for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
          missing += !explained(a + share * (b - a), direction);
        if (missing < 2) continue;
        lines.cuts.push_back(
            {{a - kOutlineInset * left_of(direction), direction}, {{-kShortReach, length + kShortReach}}});
      }
    }
}

/// A stretch of a cell's border with the room to its left.
struct Step {
  int cut;
  bool forward;  // in the sense of the cut
  int from, to;  // corners
};

/// All closed chains of borders about `label`, each with the room to its left.
std::vector<std::vector<Step>> rings_about(int label, const PlanCells& cells,
                                           const std::vector<int>& labels) {
  const auto label_of = [&](int cell) { return cell < 0 ? 0 : labels[static_cast<std::size_t>(cell)]; };
  std::multimap<int, Step> open;
  for (const CellBorder& border : cells.borders()) {
    const bool left = label_of(border.left) == label, right = label_of(border.right) == label;
    if (left == right) continue;
    const Step step = left ? Step{border.cut, true, border.from_corner, border.to_corner}
                           : Step{border.cut, false, border.to_corner, border.from_corner};
    open.emplace(step.from, step);
  }
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
      const auto next = std::max_element(first, last, [&](const auto& a, const auto& b) {
        const auto turn = [&](const Step& step) {
          const Vec2 d = direction(step);
          return std::atan2(cross(along, d), along.dot(d));
        };
        return turn(a.second) < turn(b.second);
      });
      ring.push_back(next->second);
      open.erase(next);
    }
    if (ring.back().to == ring.front().from && ring.size() >= 3) rings.push_back(std::move(ring));
  }
  return rings;
}

/// One edge for each run of steps on one line.
EdgeRing edges_of(const std::vector<Step>& ring, const PlanCells& cells, const Lines& lines,
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

}  // namespace

std::vector<Vec2> corners(const EdgeRing& ring) {
  std::vector<Vec2> points;
  for (const RoomEdge& edge : ring)
    if (points.empty() || (edge.from - points.back()).norm() > 1e-9) points.push_back(edge.from);
  return points;
}

double coverage_of(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  double covered = 0;
  for (const int f : edge.faces) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    covered += std::max(0.0, overlap({face.line.along(edge.from), face.line.along(edge.to)}, face.extent));
  }
  return edge.length() > 0 ? std::min(1.0, covered / edge.length()) : 0;
}

std::vector<RoomShape> trace_rooms(const RoomRaster& rooms, const std::vector<WallFace>& faces) {
  Lines lines = lines_of(faces);
  add_inferred(rooms, faces, lines);
  add_ends(faces, lines);
  const GridFrame& frame = rooms.labels.frame;
  const Vec2 margin = Vec2::Constant(kMargin);
  const PlanCells cells(frame.origin - margin,
                        frame.origin + frame.cell * Vec2(frame.columns, frame.rows) + margin, lines.cuts);
  const std::vector<int> labels = label_cells(cells, lines.faces, faces, rooms);
  std::vector<RoomShape> shapes;
  for (int label = 1; label <= rooms.rooms; ++label) {
    std::vector<EdgeRing> holes;
    const std::size_t first = shapes.size();
    for (const std::vector<Step>& ring : rings_about(label, cells, labels)) {
      EdgeRing edges = edges_of(ring, cells, lines, faces);
      straighten(rooms, label, faces, edges);
      const double area = signed_area(corners(edges));
      if (area > kMinRoom)  // what a leak has joined on the raster is as many rooms as the faces make of it
        shapes.push_back({std::move(edges), {}, label});
      else if (area < -kMinHole)
        holes.push_back(std::move(edges));
    }
    for (EdgeRing& hole : holes)
      for (std::size_t i = first; i < shapes.size(); ++i)
        if (contains(corners(shapes[i].outline), (hole[0].from + hole[0].to) / 2)) {
          shapes[i].holes.push_back(std::move(hole));
          break;
        }
  }
  return shapes;
}

}  // namespace storey
