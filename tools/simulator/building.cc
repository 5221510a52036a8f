#include "building.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fittings.h"
#include "furnishing.h"
#include "wall_network.h"

namespace storey::simulator {
namespace {

constexpr double kSlab = 0.25;         // thickness of the lowest and the topmost slab, m
constexpr double kGroundBelow = 0.15;  // the ground outside below the lowest floor, m
constexpr double kSmallestRoom = 0.3;  // m²; smaller hollows between walls are no rooms
constexpr int kColumnCorners = 32;
constexpr double kThinnestWedge = 0.001;  // m, of a sloped ceiling at its upper end
constexpr double kRiserWithoutStorey = 0.17;

Ring column_ring(const ColumnSpec& column) {
  return column.round ? disc(column.center, column.size.x(), kColumnCorners)
                      : rectangle(column.center, column.size, column.turn);
}

/// What is cut out of one run: an interval of its length and what stays there.
struct Cut {
  double from = 0, to = 0, sill = 0, head = 0;
  double n_from = 0, n_to = 0;  ///< stays between sill and head, across the wall; nothing if equal
};

class StoreyBuilder {
 public:
  StoreyBuilder(const StoreySpec& spec, int index, Mesh& mesh) : spec_(spec), index_(index), mesh_(mesh) {}

  Result<TruthStorey> build() {
    auto runs = wall_runs(spec_);
    if (!runs) return tl::unexpected(runs.error());
    runs_ = std::move(*runs);
    truth_.floor = spec_.floor;
    truth_.ceiling = spec_.floor + spec_.height;
    truth_.sloped = !spec_.slopes.empty();
    for (const WallRun& run : runs_) build_run(run);
    build_columns();
    find_rooms();
    if (auto done = name_rooms(); !done) return tl::unexpected(done.error());
    find_faces();
    for (const FurnitureSpec& piece : spec_.furniture)
      add_furniture(mesh_, piece, spec_.floor, spec_.height, index_);
    return std::move(truth_);
  }

  /// Regions where this storey has no floor.
  const std::vector<Ring>& voids() const { return voids_; }
  /// Regions that lie under the sky.
  const std::vector<Ring>& outdoors() const { return outdoors_; }
  /// The walls' outline with the rooms filled in.
  const std::vector<Ring>& footprint() const { return footprint_; }

 private:
  Tag tag(Part part, Surface surface = Surface::kPlaster, int element = -1) const {
    return {part, surface, index_, element};
  }

  void add(const Ring& ring, double bottom, double top, const Tag& tag) {
    mesh_.add_prism(ring, spec_.floor + bottom, spec_.floor + top, tag);
  }

  std::vector<Cut> cuts_of(const WallRun& run) const {
    const std::string& id = spec_.walls[run.wall].id;
    const auto within = [&](double at) { return at >= run.s_start - 1e-9 && at < run.s_end - 1e-9; };
    std::vector<Cut> cuts;
    for (const OpeningSpec& o : spec_.openings)
      if (o.wall == id && within(o.at))
        cuts.push_back(
            {o.at, std::min(o.at + o.width, run.s_end), o.sill, std::min(o.head, spec_.height), 0, 0});
    for (const NicheSpec& n : spec_.niches)
      if (n.wall == id && within(n.at)) {
        const double half = run.thickness / 2;
        cuts.push_back({n.at, std::min(n.at + n.width, run.s_end), n.sill, std::min(n.head, spec_.height),
                        n.right ? -half + n.depth : -half, n.right ? half : half - n.depth});
      }
    std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.from < b.from; });
    return cuts;
  }

  void build_run(const WallRun& run) {
    const WallSpec& wall = spec_.walls[run.wall];
    const Tag solid = tag(Part::kWall, wall.surface);
    const auto add_part = [&](double from, double to, double bottom, double top, double n0 = -1e3,
                              double n1 = 1e3) {
      if (to - from > 1e-9 && top - bottom > 1e-6)
        for (const Ring& piece : run_pieces(run, from, to, n0, n1)) add(piece, bottom, top, solid);
    };
    const double top = std::min(wall.top.value_or(spec_.height), spec_.height);
    double s = run.s_start;
    for (const Cut& cut : cuts_of(run)) {
      add_part(s, cut.from, 0, top);
      add_part(cut.from, cut.to, 0, cut.sill);
      add_part(cut.from, cut.to, cut.head, top);
      if (cut.n_from < cut.n_to) add_part(cut.from, cut.to, cut.sill, cut.head, cut.n_from, cut.n_to);
      s = cut.to;
    }
    add_part(s, run.s_end, 0, top);
    add_plan_walls(run, wall);
    add_openings(run, wall);
  }

  /// The run in the plan: one wall, or several where niches of full height change its thickness.
  void add_plan_walls(const WallRun& run, const WallSpec& wall) {
    double s = run.s_start;
    const auto add_wall = [&](double from, double to, double n0, double n1) {
      if (to - from < 1e-9) return;
      TruthWall out;
      out.id = "w" + std::to_string(index_) + "_" + std::to_string(truth_.walls.size());
      const double middle = (n0 + n1) / 2;
      out.start = run.at(from, middle);
      out.end = run.at(to, middle);
      out.thickness = n1 - n0;
      out.glass = wall.surface == Surface::kGlass;
      out.arc = run.arc;
      const bool whole = from <= run.s_start && to >= run.s_end;
      out.polygon = whole ? run.polygon : unite(run_pieces(run, from, to, n0, n1)).at(0).outer;
      truth_.walls.push_back(std::move(out));
    };
    const double half = run.thickness / 2;
    for (const Cut& cut : cuts_of(run)) {
      if (cut.n_from >= cut.n_to || cut.sill > 0 || cut.head < spec_.height) continue;
      add_wall(s, cut.from, -half, half);
      add_wall(cut.from, cut.to, cut.n_from, cut.n_to);
      s = cut.to;
    }
    add_wall(s, run.s_end, -half, half);
  }

  void add_openings(const WallRun& run, const WallSpec& wall) {
    for (const OpeningSpec& o : spec_.openings) {
      if (o.wall != wall.id || o.at < run.s_start - 1e-9 || o.at >= run.s_end - 1e-9) continue;
      TruthOpening out;
      const int element = static_cast<int>(truth_.openings.size());
      out.id = "o" + std::to_string(index_) + "_" + std::to_string(element);
      out.start = run.at(o.at, 0);
      out.end = run.at(std::min(o.at + o.width, run.s_end), 0);
      out.wall = wall_at((out.start + out.end) / 2);
      out.sill = o.sill;
      out.head = std::min(o.head, spec_.height);
      out.thickness = run.thickness;
      out.type = o.type;
      out.state = o.type == OpeningType::kOpening ? LeafState::kNone : o.state;
      out.cover = o.cover;
      out.down_to_floor = o.state == LeafState::kGlazed && o.sill < 0.1;
      truth_.openings.push_back(out);
      OpeningSpec fitted = o;
      fitted.head = out.head;
      add_fittings(mesh_, fitted, run, spec_.floor, tag(Part::kOpening, Surface::kWood, element));
    }
  }

  int wall_at(const Point2& p) const {
    for (std::size_t i = truth_.walls.size(); i-- > 0;)
      if (contains(truth_.walls[i].polygon, p)) return static_cast<int>(i);
    return static_cast<int>(truth_.walls.size()) - 1;
  }

  void build_columns() {
    for (const ColumnSpec& column : spec_.columns) {
      const Ring ring = column_ring(column);
      add(ring, 0, spec_.height, tag(Part::kWall, Surface::kConcrete));
      truth_.columns.push_back({ring, column.attached});
    }
  }

  std::vector<Ring> solid_rings() const {
    std::vector<Ring> rings;
    for (const TruthWall& wall : truth_.walls) rings.push_back(wall.polygon);
    for (const TruthColumn& column : truth_.columns) rings.push_back(column.polygon);
    return rings;
  }

  void find_rooms() {
    outline_ = unite(solid_rings());
    if (outline_.empty()) return;
    Point2 low = outline_[0].outer[0], high = low;
    for (const Region& region : outline_) {
      footprint_.push_back(region.outer);
      for (const Point2& p : region.outer) low = low.cwiseMin(p), high = high.cwiseMax(p);
    }
    const Point2 margin(1, 1);
    const Region around{rectangle((low + high) / 2, high - low + 2 * margin, 0), {}};
    for (Region& region : subtract({around}, solid_rings())) {
      const bool outdoors = contains(region, low - margin / 2);
      if (outdoors || area(region) < kSmallestRoom) continue;
      TruthRoom room;
      room.id = "r" + std::to_string(index_) + "_" + std::to_string(truth_.rooms.size());
      room.kind = "room";
      room.floor = spec_.floor;
      room.ceiling_height = spec_.height;
      room.region = std::move(region);
      truth_.rooms.push_back(std::move(room));
    }
  }

  Result<void> name_rooms() {
    std::vector<std::size_t> no_rooms;
    for (const RoomSpec& spec : spec_.rooms) {
      const auto room = std::find_if(truth_.rooms.begin(), truth_.rooms.end(),
                                     [&](const TruthRoom& r) { return contains(r.region, spec.at); });
      if (room == truth_.rooms.end())
        return fail(ErrorCode::kInvalidArgument, "no room at " + std::to_string(spec.at.x()) + ", " +
                                                     std::to_string(spec.at.y()) + " (\"" + spec.kind +
                                                     "\")");
      room->kind = spec.kind;
      room->floor = spec_.floor + spec.floor;
      room->ceiling_height = spec.ceiling.value_or(spec_.height) - spec.floor;
      for (const Ring& piece : convex_pieces({room->region})) {
        if (spec.floor > 0) add(piece, 0, spec.floor, tag(Part::kFloor));
        if (spec.ceiling) add(piece, *spec.ceiling, spec_.height, tag(Part::kCeiling));
      }
      if (spec.is_void) voids_.push_back(room->region.outer);
      if (spec.outdoors) outdoors_.push_back(room->region.outer);
      if (spec.is_void || spec.outdoors) {
        no_rooms.push_back(static_cast<std::size_t>(room - truth_.rooms.begin()));
      }
    }
    std::sort(no_rooms.rbegin(), no_rooms.rend());
    for (const std::size_t i : no_rooms)
      truth_.rooms.erase(truth_.rooms.begin() + static_cast<std::ptrdiff_t>(i));
    return {};
  }

  void find_faces() {
    const auto add_ring = [&](const Ring& ring) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        TruthFace face;
        face.a = ring[i];
        face.b = ring[(i + 1) % ring.size()];
        const Point2 along = (face.b - face.a).normalized();
        const Point2 before = (face.a + face.b) / 2 + Point2(along.y(), -along.x()) * 1e-4;
        for (std::size_t r = 0; r < truth_.rooms.size(); ++r)
          if (contains(truth_.rooms[r].region, before)) face.room = static_cast<int>(r);
        truth_.faces.push_back(face);
      }
    };
    for (const Region& region : outline_) {
      add_ring(region.outer);
      for (const Ring& hole : region.holes) add_ring(hole);
    }
  }

  const StoreySpec& spec_;
  const int index_;
  Mesh& mesh_;
  std::vector<WallRun> runs_;
  std::vector<Region> outline_;
  std::vector<Ring> footprint_, voids_, outdoors_;
  TruthStorey truth_;
};

/// A room under a void that takes up most of it is as high as both storeys.
void raise_under_voids(TruthStorey& below, const std::vector<Ring>& voids, double ceiling) {
  for (TruthRoom& room : below.rooms) {
    double open = 0;
    for (const Region& part : intersect({room.region}, voids)) open += area(part);
    if (open > area(room.region) / 2) room.ceiling_height = ceiling - room.floor;
  }
}

/// Under each slope a wedge that fills the room above it.
void add_slopes(Mesh& mesh, const StoreySpec& storey, int index, const std::vector<Ring>& footprint) {
  for (const SlopeSpec& slope : storey.slopes) {
    const double rise = std::tan(slope.slope * std::numbers::pi / 180);
    const Point2 along = (slope.b - slope.a).normalized();
    const Point2 inward(-along.y(), along.x());
    const double ceiling = storey.floor + storey.height;
    const Height plane{storey.floor + slope.low - rise * inward.dot(slope.a), rise * inward};
    const double reach = (storey.height - slope.low - kThinnestWedge) / rise;
    if (reach <= 0) continue;
    for (const Ring& piece : convex_pieces(unite(footprint))) {
      Ring wedge = clip_convex(piece, slope.a, along);
      if (!wedge.empty()) wedge = clip_convex(wedge, slope.a + inward * reach, -along);
      if (wedge.size() >= 3)
        mesh.add_prism(wedge, plane, Height{ceiling, {0, 0}}, {Part::kCeiling, Surface::kPlaster, index, -1});
    }
  }
}

Ring stair_ring(const StairSpec& stair) {
  const double angle = stair.direction * std::numbers::pi / 180;
  const Point2 along(std::cos(angle), std::sin(angle));
  const double length = stair.going * stair.steps;
  return rectangle(stair.start + along * length / 2, {length, stair.width}, stair.direction);
}

void add_stair(Mesh& mesh, const StairSpec& stair, double floor, double rise, int index) {
  const double angle = stair.direction * std::numbers::pi / 180;
  const Point2 along(std::cos(angle), std::sin(angle));
  for (int i = 0; i < stair.steps; ++i)
    mesh.add_prism(
        rectangle(stair.start + along * stair.going * (i + 0.5), {stair.going, stair.width}, stair.direction),
        floor, floor + rise / stair.steps * (i + 1), {Part::kOther, Surface::kConcrete, index, -1});
}

/// The solid between two storeys, or under the lowest, or over the topmost.
struct Slab {
  double bottom = 0, top = 0;
  std::vector<Ring> area, holes;
  int storey_above = 0;
};

void add_slab(Mesh& mesh, const Slab& slab) {
  for (const Ring& piece : convex_pieces(subtract(unite(slab.area), slab.holes)))
    mesh.add_prism(piece, slab.bottom, slab.top, {Part::kFloor, Surface::kConcrete, slab.storey_above, -1});
}

}  // namespace

Result<Building> build(const Scene& scene) {
  Building building;
  building.truth.scene = scene.name;
  Mesh& mesh = building.mesh;
  std::vector<Ring> below, holes_below;  // of the storey under the next: walls and rooms; stairs and yards
  Point2 low(-5, -5), high(5, 5);
  for (std::size_t i = 0; i < scene.storeys.size(); ++i) {
    const StoreySpec& spec = scene.storeys[i];
    const StoreySpec* next = i + 1 < scene.storeys.size() ? &scene.storeys[i + 1] : nullptr;
    const int index = static_cast<int>(i);
    StoreyBuilder builder(spec, index, mesh);
    auto storey = builder.build();
    if (!storey) return tl::unexpected(storey.error());
    add_slopes(mesh, spec, index, builder.footprint());

    Slab floor{spec.floor - kSlab, spec.floor, builder.footprint(), builder.voids(), index};
    if (i > 0) {
      const StoreySpec& under = scene.storeys[i - 1];
      floor.bottom = under.floor + under.height;
      floor.area.insert(floor.area.end(), below.begin(), below.end());
      floor.holes.insert(floor.holes.end(), holes_below.begin(), holes_below.end());
    }
    if (spec.has_floor) add_slab(mesh, floor);
    if (i > 0 && !builder.voids().empty())
      raise_under_voids(building.truth.storeys.back(), builder.voids(), storey->ceiling);
    if (!next && spec.has_ceiling)
      add_slab(mesh, {storey->ceiling, storey->ceiling + kSlab, builder.footprint(), builder.outdoors(),
                      index + 1});

    holes_below = builder.outdoors();
    for (const StairSpec& stair : spec.stairs) {
      add_stair(mesh, stair, spec.floor, next ? next->floor - spec.floor : kRiserWithoutStorey * stair.steps,
                index);
      storey->stairs.push_back(stair_ring(stair));
      holes_below.push_back(stair_ring(stair));
    }
    below = builder.footprint();
    for (const Ring& ring : below)
      for (const Point2& p : ring) low = low.cwiseMin(p), high = high.cwiseMax(p);
    building.truth.storeys.push_back(std::move(*storey));
  }
  if (scene.outside && !scene.storeys.empty())
    add_outside(mesh, low, high, scene.storeys.front().floor - kGroundBelow);
  return building;
}

}  // namespace storey::simulator
