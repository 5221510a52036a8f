// A building as it is described for the simulator: what stands where, not yet how it looks to a beam.
// Metres and degrees; x, y, z right-handed with z up; heights of things in a storey are above its floor.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace storey::simulator {

using Point2 = Eigen::Vector2d;
using Ring = std::vector<Point2>;  ///< a closed polygon; the first point is not repeated

/// What a beam meets. Decides reflectance, colour, and whether the beam stops there.
enum class Surface { kPlaster, kConcrete, kWood, kDark, kMetal, kFabric, kSkin, kGround, kGlass, kMirror };

/// A wall by its centreline; an arc if `through` is set. Walls whose ends coincide (1 mm) are mitred; an end
/// on another wall's centreline makes a T.
struct WallSpec {
  std::string id;
  Point2 from{0, 0}, to{0, 0};
  std::optional<Point2> through;  ///< a point of the centreline's arc between the ends
  double thickness = 0.2;
  Surface surface = Surface::kPlaster;  ///< kGlass makes a glass partition
  std::optional<double> top = {};  ///< above the floor, of a parapet; else the wall is as high as the storey
};

enum class OpeningType { kDoor, kWindow, kOpening };
enum class LeafState { kOpen, kAjar, kClosed, kSliding, kGlazed, kNone };
enum class Cover { kNone, kCurtain, kBlind };

/// A hole through a wall, and what fills it.
struct OpeningSpec {
  std::string wall;  ///< id of the wall
  double at = 0;     ///< along the centreline from the wall's start to the nearer jamb
  double width = 0.9;
  double sill = 0;
  double head = 2.05;  ///< a full-height opening where it reaches the storey's height
  OpeningType type = OpeningType::kDoor;
  LeafState state = LeafState::kOpen;
  bool hinge_at_end = false;   ///< the leaf hangs on the jamb farther from the wall's start
  bool opens_right = false;    ///< the leaf swings to the right of the wall's direction, else to the left
  double angle = 85;           ///< of an open leaf from closed; an ajar one stands at 20
  Cover cover = Cover::kNone;  ///< on the side the leaf would swing to
  double cover_share = 1;      ///< of the width (curtain) or the height (blind)
};

/// A recess in one face of a wall; of full height if it spans the storey, then it shows in the plan.
struct NicheSpec {
  std::string wall;
  double at = 0;
  double width = 0.6;
  double depth = 0.1;
  double sill = 0;
  double head = 100;
  bool right = false;  ///< cut into the face on the right of the wall's direction
};

/// A solid from floor to ceiling: a free column, or a pier, chimney breast or boxed pipe in contact with
/// walls.
struct ColumnSpec {
  Point2 center{0, 0};
  Point2 size{0.3, 0.3};  ///< diameter in x if round
  double turn = 0;        ///< about its centre, counter-clockwise
  bool round = false;
  bool attached = false;  ///< touches a wall
};

enum class FurnitureShape { kBox, kCylinder, kTable, kShelf };

/// A thing that is no part of the building and must not show in the plan.
struct FurnitureSpec {
  FurnitureShape shape = FurnitureShape::kBox;
  Point2 center{0, 0};
  Point2 size{0.6, 0.6};  ///< diameter in x of a cylinder
  double bottom = 0;
  double top = 0.75;  ///< at most up to the ceiling
  double turn = 0;
  Surface surface = Surface::kWood;
};

/// A person who walks along the path, once per station or once per scan; stands if it is one point.
struct PersonSpec {
  std::vector<Point2> path;
  double radius = 0.22;
  double height = 1.75;
};

/// What differs from the storey's default in the room around the point `at`.
struct RoomSpec {
  Point2 at{0, 0};
  std::string kind = "room";
  double floor = 0;               ///< raised floor (split level) above the storey's floor
  std::optional<double> ceiling;  ///< dropped ceiling above the storey's floor
  bool is_void = false;           ///< no floor here: the room below goes through
  bool outdoors = false;          ///< a yard, balcony or terrace: open to the sky, and no room
};

/// A sloped ceiling: height `low` along the line from a to b, rising to its left by `slope`.
struct SlopeSpec {
  Point2 a{0, 0}, b{1, 0};
  double low = 1.2;
  double slope = 40;
};

/// A straight flight up to the next storey, with a hole above it.
struct StairSpec {
  Point2 start{0, 0};    ///< middle of the lowest riser
  double direction = 0;  ///< of walking up, counter-clockwise from x
  double width = 1.0;
  double going = 0.27;
  int steps = 15;
};

/// Where a terrestrial scanner stands.
struct StationSpec {
  Point2 position{0, 0};
  double height = 1.6;
};

struct StoreySpec {
  double floor = 0;     ///< height of the floor in the scene
  double height = 2.5;  ///< clear height
  bool has_floor = true;
  bool has_ceiling = true;
  std::vector<WallSpec> walls;
  std::vector<OpeningSpec> openings;
  std::vector<NicheSpec> niches;
  std::vector<ColumnSpec> columns;
  std::vector<FurnitureSpec> furniture;
  std::vector<PersonSpec> people;
  std::vector<RoomSpec> rooms;
  std::vector<SlopeSpec> slopes;
  std::vector<StairSpec> stairs;
  std::vector<StationSpec> stations;
  std::vector<Point2> path;  ///< of a handheld scanner or a phone, through this storey
};

struct Scene {
  std::string name = "scene";
  std::vector<StoreySpec> storeys;  ///< from the lowest up
  bool outside = true;              ///< ground and neighbouring houses around the building
};

}  // namespace storey::simulator
