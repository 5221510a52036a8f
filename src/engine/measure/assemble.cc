#include "engine/measure/assemble.h"

#include <algorithm>
#include <cmath>

#include "engine/measure/half_width.h"
#include "engine/measure/measure.h"
#include "engine/measure/outer_walls.h"
#include "engine/measure/placer.h"
#include "engine/scan/lengths.h"
#include "engine/walls/find_columns.h"
#include "engine/walls/wall_odds.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

std::string name(char kind, int number) { return kind + std::to_string(number); }

Face seen_face(const RoomEdge& edge, const Vec2& from, const Vec2& to, const std::string& side, double rms,
               const Placer& place) {
  return {place(to), place(from), side, edge.coverage,
          rms * 1000};  // solid to the left: against the room's sense
}

double edge_rms(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  double sum = 0, weight = 0;
  for (const int f : edge.faces) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    sum += face.length() * (face.rms * face.rms + face.moved * face.moved);
    weight += face.length();
  }
  return weight > 0 ? std::sqrt(sum / weight) : 0;
}

/// m by which the face is at most off what shows it.
double largest_deviation(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  double most = 0;
  for (const int f : edge.faces) most = std::max(most, faces[static_cast<std::size_t>(f)].deviation);
  return most;
}

/// A stretch of an edge that bounds a wall; none where the wall shows nothing on that side.
struct SeenEdge {
  const RoomEdge* edge = nullptr;
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();
};

/// What the faces of a wall show of it.
void measure(const SeenEdge& front, const SeenEdge& back, const std::vector<WallFace>& faces,
             const SurfaceNoise& noise, const Placer& place, Wall& wall) {
  wall.faces.push_back(
      seen_face(*front.edge, front.from, front.to, "left", edge_rms(*front.edge, faces), place));
  const Deviation seen_front = place_deviation(*front.edge, faces, noise), between_looks{noise.apart};
  wall.uncertainty.position_mm = 1000 * half_width({seen_front, between_looks});
  if (back.edge) {
    wall.faces.push_back(
        seen_face(*back.edge, back.from, back.to, "right", edge_rms(*back.edge, faces), place));
    wall.uncertainty.thickness_mm =
        1000 * half_width({seen_front, place_deviation(*back.edge, faces, noise), between_looks});
    wall.thickness_source = "both faces";
    if (front.edge->faces.empty() || back.edge->faces.empty()) {
      wall.thickness_basis = Basis::kInferred;
      wall.thickness_source = "inferred: one face is hidden";
    }
  } else {
    wall.thickness_basis = Basis::kInferred;
    wall.thickness_source = "assumed: seen from one side only";
  }
  if (std::ranges::any_of(front.edge->faces,
                          [&](int f) { return faces[static_cast<std::size_t>(f)].glass; })) {
    wall.material = "glass";
    wall.thickness_basis = Basis::kInferred;
    wall.thickness_source = "assumed for glass";
    wall.uncertainty.thickness_mm.reset();
  }
}

Wall make_wall(const StoreyFindings& findings, const WallPiece& piece, const SurfaceNoise& noise,
               Geometry geometry, int first_curve, const Placer& place, int number) {
  Wall wall;
  wall.id = name('w', number);
  const double s0 = piece.extent.from, s1 = piece.extent.to;
  wall.start = place(centre_at(piece, s0));
  wall.end = place(centre_at(piece, s1));
  wall.thickness = piece.thickness();
  wall.polygon = place(outline_of(piece));
  const RoomEdge& front = edge_of(findings.rooms, piece.front_edge);
  const RoomEdge* back = back_of(piece, findings.rooms);
  wall.confidence = chance_of(cues_of(piece, findings.rooms, findings.faces));
  const SeenEdge seen_back{back, back_at(piece, s1), back_at(piece, s0)};
  measure({&front, piece.front.at(s0), piece.front.at(s1)}, seen_back, findings.faces, noise, place, wall);
  if (geometry == Geometry::kOrthogonal)
    wall.deviation_mm = 1000 * std::max(largest_deviation(front, findings.faces),
                                        back ? largest_deviation(*back, findings.faces) : 0);
  if (front.arc > 0) wall.curve_id = name('k', first_curve + front.arc);
  wall.basis = front.faces.empty() ? Basis::kInferred : Basis::kMeasured;
  return wall;
}

/// The number of the last curved wall.
int last_arc(const std::vector<RoomShape>& rooms) {
  int last = 0;
  for (const RoomShape& room : rooms)
    each_ring(room, [&](const EdgeRing& ring) {
      for (const RoomEdge& edge : ring) last = std::max(last, edge.arc);
    });
  return last;
}

/// Nothing encloses a room there: whether what stands is a wall is doubtful.
Wall make_open_wall(const StoreyFindings& findings, const OpenWall& open, const SurfaceNoise& noise,
                    const Placer& place, int number) {
  constexpr double kMostSure =
      0.49;  // share: of such walls that there are; below one half they are drawn as doubted
  Wall wall;
  wall.id = name('w', number);
  const std::vector<Vec2> outline = outline_of(open);
  wall.start = place((outline[1] + outline[2]) / 2);
  wall.end = place((outline[0] + outline[3]) / 2);
  wall.thickness = open.thickness;
  wall.polygon = place(outline);
  const SeenEdge back = open.back ? SeenEdge{&*open.back, open.back->from, open.back->to} : SeenEdge{};
  wall.confidence = std::min(chance_of(cues_of(open, findings.faces)), kMostSure);
  measure({&open.front, open.front.from, open.front.to}, back, findings.faces, noise, place, wall);
  return wall;
}

Opening make_opening(const FoundOpening& found, const WallPiece& piece, const std::string& wall_id,
                     double floor_sigma, const Placer& place, int number) {
  Opening opening;
  opening.id = name('o', number);
  opening.type = found.type;
  opening.wall_id = wall_id;
  opening.start = place(centre_at(piece, found.span.from));
  opening.end = place(centre_at(piece, found.span.to));
  opening.sill = found.sill;
  opening.head = found.head;
  if (found.swing) {
    opening.swing = found.swing;
    opening.swing->hinge = place({found.swing->hinge.x, found.swing->hinge.y});
    opening.swing->leaf_end = place({found.swing->leaf_end.x, found.swing->leaf_end.y});
  }
  opening.confidence = found.confidence;
  opening.uncertainty = {1960 * found.jamb_sigma, 1960 * std::hypot(found.sill_sigma, floor_sigma),
                         1960 * std::hypot(found.head_sigma, floor_sigma)};
  return opening;
}

Room make_room(const StoreyFindings& findings, const RoomShape& shape, const SurfaceNoise& noise,
               const Placer& place, double ceiling, int number) {
  Room room;
  room.id = name('r', number);
  room.name = "Room " + std::to_string(number);
  const std::vector<Vec2> outline = corners(shape.outline);
  room.polygon = place(outline);
  room.area = signed_area(outline);
  for (const EdgeRing& hole : shape.holes) {
    const std::vector<Vec2> ring = corners(hole);
    if (ring.size() < 3) continue;
    room.holes.push_back(place(ring));
    room.area -= std::abs(signed_area(ring));
  }
  room.ceiling_height = ceiling;
  room.area_uncertainty_m2 = area_half_width(shape, findings.faces, noise);
  for (const MeasuredWidth& width : clear_widths(shape, findings.faces, noise))
    room.clear_dimensions.push_back(
        {place(width.from), place(width.to), (width.to - width.from).norm(), 1000 * width.half_width});
  room.confidence = room_confidence(shape, findings.room_raster.seen[static_cast<std::size_t>(shape.label)]);
  return room;
}

}  // namespace

Storey assemble(const StoreyFindings& findings, const LevelFrame& frame, const SurfaceNoise& noise,
                Geometry geometry, int index, Numbering& numbers) {
  const Placer place{frame.origin.head<2>()};
  Storey storey;
  storey.index = index;
  storey.name = "Storey " + std::to_string(index + 1);
  storey.floor_z = findings.raster.level.floor_z + frame.origin.z();
  storey.ceiling_z = findings.raster.level.ceiling_z + frame.origin.z();
  const std::vector<bool> outer = outer_walls(findings.rooms, findings.walls, findings.openings);
  for (std::size_t w = 0; w < findings.walls.size(); ++w) {
    storey.walls.push_back(
        make_wall(findings, findings.walls[w], noise, geometry, numbers.curve, place, ++numbers.wall));
    storey.walls.back().exterior = outer[w];
  }
  numbers.curve += last_arc(findings.rooms);
  for (const OpenWall& open : findings.open_walls)
    storey.walls.push_back(make_open_wall(findings, open, noise, place, ++numbers.wall));
  for (const FoundOpening& found : findings.openings) {
    const auto wall = static_cast<std::size_t>(found.wall);
    storey.openings.push_back(make_opening(found, findings.walls[wall], storey.walls[wall].id, noise.apart,
                                           place, ++numbers.opening));
  }
  const std::vector<double> ceilings = ceiling_heights(findings.raster, findings.room_raster);
  const auto add_column = [&](const EdgeRing& edges, bool attached) {
    const std::vector<Vec2> ring = corners(edges);  // clockwise
    const std::vector<Vec2> outline(ring.rbegin(), ring.rend());
    storey.columns.push_back({name('c', ++numbers.column), place(outline), attached, 0.8, Basis::kMeasured});
  };
  for (const RoomShape& shape : findings.rooms) {
    if (findings.room_raster.is_void(shape.label)) continue;
    const double ceiling = ceilings[static_cast<std::size_t>(shape.label)];
    storey.rooms.push_back(make_room(findings, shape, noise, place, ceiling, ++numbers.room));
    for (const EdgeRing& hole : shape.holes) {
      const std::vector<Vec2> ring = corners(hole);
      if (ring.size() < 3 || std::abs(signed_area(ring)) > kLargestThing) continue;
      add_column(hole, false);
    }
  }
  for (const EdgeRing& ring : findings.attached_columns) add_column(ring, true);
  for (const FoundStair& found : findings.stairs) {
    Stair stair;
    stair.id = name('s', ++numbers.stair);
    stair.polygon = place(found.outline);
    stair.risers = found.risers;
    stair.up_from = place(found.up_from);
    stair.up_to = place(found.up_to);
    stair.confidence = found.confidence;
    storey.stairs.push_back(std::move(stair));
  }
  return storey;
}

}  // namespace storey
