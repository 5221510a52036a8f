// The plan that a perfect reading of the scan would give, and which of it the scan shows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "polygons.h"
#include "scene.h"

namespace storey::simulator {

struct TruthWall {
  std::string id;
  Point2 start{0, 0}, end{0, 0};  ///< on the centreline
  double thickness = 0;
  bool exterior = false;  ///< one of its faces looks outdoors
  bool glass = false;
  bool arc = false;  ///< one chord of a curved wall
  Ring polygon;
  double left_seen = 0, right_seen = 0;  ///< share of the face's length with points, 0…1
};

/// A stretch of the outline of walls and columns, with the solid on the left of a to b.
struct TruthFace {
  Point2 a{0, 0}, b{0, 0};
  int room = -1;    ///< index of the room it looks into; -1 outdoors, into a void or a hollow
  double seen = 0;  ///< share of its length with points, openings left out
  std::vector<std::pair<double, double>> unseen;  ///< stretches without points, metres from a
};

struct TruthOpening {
  std::string id;
  int wall = 0;                   ///< index into walls
  Point2 start{0, 0}, end{0, 0};  ///< jambs on the centreline
  double sill = 0, head = 0;      ///< above the floor
  double thickness = 0;
  OpeningType type = OpeningType::kDoor;
  LeafState state = LeafState::kOpen;
  Cover cover = Cover::kNone;
  bool down_to_floor = false;  ///< a glazed door: "door" and "window" are both right
  double seen = 0;             ///< share of its area that beams crossed or met
};

struct TruthRoom {
  std::string id;
  std::string kind;
  Region region;
  double floor = 0;           ///< height in the frame of the truth
  double ceiling_height = 0;  ///< above its floor
  double walls_seen = 0, floor_seen = 0;
};

struct TruthColumn {
  Ring polygon;
  bool attached = false;
};

struct TruthStorey {
  double floor = 0, ceiling = 0;
  bool sloped = false;
  double ceiling_seen = 0;
  std::vector<TruthWall> walls;
  std::vector<TruthFace> faces;
  std::vector<TruthOpening> openings;
  std::vector<TruthRoom> rooms;
  std::vector<TruthColumn> columns;
  std::vector<Ring> stairs;
};

struct Truth {
  std::string scene;
  double tilt_deg = 0;  ///< of the scan; the truth is levelled
  double yaw_deg = 0;   ///< of the building in the frame, for information
  std::vector<TruthStorey> storeys;
};

/// JSON of the form "storey.truth/1", see docs/simulator.md. Coordinates are rounded to 10 µm.
std::string truth_json(const Truth& truth);

const char* type_name(OpeningType type);
const char* state_name(LeafState state);

}  // namespace storey::simulator
