// The measured plan: what the engine finds and every exporter draws. A plain value, in metres, z up, in the
// frame of the scan (levelled and turned upright, see Frame).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace storey {

struct Point2 {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point2&, const Point2&) = default;
};

/// A closed ring without a repeated last point; counter-clockwise for outlines, clockwise for holes.
using Ring = std::vector<Point2>;

/// Where a statement comes from: points that show it, or a conclusion from what surrounds it.
enum class Basis { kMeasured, kInferred };

/// One of a wall's two long faces, as far as the scan saw it.
struct Face {
  Point2 a, b;          ///< ends; the solid lies to the left of a→b
  std::string side;     ///< "left" or "right" of the wall's start→end
  double coverage = 0;  ///< share of its length that points show, 0…1
  double rms_mm = 0;    ///< of the points about the fitted line
};

/// 95 % half-widths; nothing where nothing was measured.
struct WallUncertainty {
  double position_mm = 0;              ///< of a face across the wall
  std::optional<double> thickness_mm;  ///< none for a wall seen from one side
};

/// A straight wall, or one chord of a curved one.
struct Wall {
  std::string id;                            ///< unique in the plan: "w1"
  Point2 start, end;                         ///< on the centreline, m
  double thickness = 0;                      ///< m
  Basis thickness_basis = Basis::kMeasured;  ///< inferred: seen from one side only
  std::string thickness_source;    ///< for people: "both faces", "typical for outer walls of this scan" …
  bool exterior = false;           ///< one of its sides is outside of the building
  std::string material = "solid";  ///< "solid" or "glass"
  std::optional<std::string> curve_id;  ///< chords of one curved wall share it
  Ring polygon;                         ///< outline in plan, without openings
  std::vector<Face> faces;              ///< those that were seen, at most two
  double confidence = 0;                ///< 0…1, calibrated: of walls stated at 0.9, nine in ten exist
  Basis basis = Basis::kMeasured;
  WallUncertainty uncertainty;
  std::optional<double> deviation_mm;  ///< orthogonal geometry: the largest distance from the true geometry
};

enum class OpeningType { kDoor, kWindow, kOpening };

/// The way a leaf turns, drawn only where the leaf was seen.
struct Swing {
  Point2 hinge;          ///< on the wall's centreline, at a jamb
  Point2 leaf_end;       ///< free edge of the leaf as scanned, m
  double angle_deg = 0;  ///< from closed, 0…180
};

struct OpeningUncertainty {
  double width_mm = 0, sill_mm = 0, head_mm = 0;  ///< 95 % half-widths
};

struct Opening {
  std::string id;  ///< "o1"
  OpeningType type = OpeningType::kOpening;
  std::string wall_id;
  Point2 start, end;          ///< jambs, on the wall's centreline
  double sill = 0, head = 0;  ///< above the storey's floor, m
  std::optional<Swing> swing;
  double confidence = 0;
  Basis basis = Basis::kMeasured;
  OpeningUncertainty uncertainty;
};

/// The clear distance between two faces of a room, through its middle.
struct ClearDimension {
  Point2 from, to;
  double length = 0;          ///< m
  double uncertainty_mm = 0;  ///< 95 % half-width
};

struct Room {
  std::string id;    ///< "r1"
  std::string name;  ///< for people: "Room 1"
  Ring polygon;      ///< along the wall faces, straight past openings
  std::vector<Ring> holes;
  double area = 0;            ///< m², holes subtracted
  double ceiling_height = 0;  ///< above the room's floor, m; 0 where the ceiling was not seen
  std::vector<ClearDimension> clear_dimensions;
  double confidence = 0;
  Basis basis = Basis::kMeasured;
  double area_uncertainty_m2 = 0;  ///< 95 % half-width
};

struct Column {
  std::string id;  ///< "c1"
  Ring polygon;
  bool attached = false;  ///< stands against a wall: pilaster, chimney breast, boxed pipe
  double confidence = 0;
  Basis basis = Basis::kMeasured;
};

struct Stair {
  std::string id;                        ///< "s1"
  Ring polygon;                          ///< of the treads
  int risers = 0;                        ///< counted, one more than treads; 0 where they could not be
  std::optional<Point2> up_from, up_to;  ///< direction of climbing
  double confidence = 0;
  Basis basis = Basis::kMeasured;

  bool is_straight() const { return polygon.size() == 4; }  ///< else the flight turns
};

struct Storey {
  int index = 0;       ///< 0 is the lowest one scanned
  std::string name;    ///< for people: "Storey 1"
  double floor_z = 0;  ///< m, in the plan's frame
  double ceiling_z = 0;
  std::vector<Wall> walls;
  std::vector<Opening> openings;
  std::vector<Room> rooms;
  std::vector<Column> columns;
  std::vector<Stair> stairs;
};

/// How the plan's frame came out of the scan's: plan = rotation * (unit_metres * scan coordinates).
struct Frame {
  double unit_metres = 1;    ///< metres in one unit of the file
  bool unit_forced = false;  ///< given by the user, not found
  char up_axis = 'z';
  bool up_forced = false;
  double tilt_deg = 0;  ///< taken out, 0 where the scan was level
  /// Three rows of a rotation and a shift in metres: plan = rows · (unit_metres · scan, 1).
  std::array<double, 12> plan_from_scan{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

struct Plan {
  Frame frame;
  std::vector<Storey> storeys;
};

}  // namespace storey
