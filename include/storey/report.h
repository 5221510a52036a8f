// What a conversion read, found, left out, and how well each stage went: report.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storey/plan.h"
#include "storey/run_context.h"

namespace storey {

struct InputReport {
  std::string file, format;
  std::uint64_t bytes = 0, points = 0, invalid = 0, broken_lines = 0;
  int scans = 0, poses = 0;
};

/// One number that says how well a stage went, for people and for tests.
struct Measure {
  std::string name;  ///< "faces_found", "tilt_deg" …
  double value = 0;
  std::string unit;  ///< "mm", "m2", "1"
};

struct StageReport {
  std::string stage;
  std::vector<Measure> measures;
};

/// The rule of the engine that decided what a thing is, with the numbers that it asked. report.json says it
/// in words.
struct RuleReport {
  std::string rule;
  std::vector<double> numbers;
};

/// What an upright face of the scan was taken for.
struct FaceReport {
  std::string id;  ///< "f1" …
  int storey = 0;
  Point2 from, to;               ///< m in the plan's frame; what is free before it lies to the left
  double shown = 0;              ///< share of its length with any hit, 0…1
  std::optional<double> chance;  ///< that it is a wall's, 0…1, if it may be one
  std::vector<double> cues;      ///< that the chance was weighed from, in the order of Report::face_cues
  RuleReport why;
};

/// What tells whether a wall of the plan is one.
struct WallReport {
  std::string wall;          ///< its id in the plan
  double chance = 0;         ///< that it is one, 0…1
  std::vector<double> cues;  ///< that the chance was weighed from, in the order of Report::wall_cues
};

struct EdgeReport {
  std::vector<std::string> faces;  ///< ids of those it lies on
  double shown = 0;                ///< share of its length that they cover, 0…1
  std::string rule;                ///< that decided where it lies; empty: where its faces do
};

/// Why a room is one, and what its outline lies on.
struct RoomReport {
  std::string room;  ///< its id in the plan
  int storey = 0;
  RuleReport why;
  std::vector<EdgeReport> edges;  ///< from each corner of its polygon to the next
};

/// What tells whether an opening that was found exists.
struct OpeningReport {
  std::string opening;  ///< its id in the plan; empty: it was not drawn
  int storey = 0;
  double x = 0, y = 0;    ///< its middle, m in the plan's frame
  double confidence = 0;  ///< 0…1
  std::vector<std::pair<std::string, double>> cues;
  RuleReport why;  ///< why it was not drawn; no rule: it was
};

struct LeftOut {
  std::string what;            ///< "room", "opening", "wall", "storey" …
  std::string reason;          ///< a clause for people
  std::optional<double> x, y;  ///< where, m in the plan's frame
  int storey = -1;
};

/// Offset of one station against the others, on the faces they share.
struct StationOffset {
  std::string station;
  double offset_mm = 0;
  int shared_faces = 0;
};

/// How densely points lie over a storey, seen from above: the background of the plan in the report for
/// people.
struct DensityMap {
  int storey = 0;
  double x = 0, y = 0;  ///< lower left corner, m in the plan's frame
  double cell = 0;      ///< side of a cell, m
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> levels;  ///< row by row from the lowest, 0 no point … 255 as dense as it gets
};

struct Report {
  std::vector<InputReport> inputs;
  std::vector<StageReport> stages;
  std::vector<std::string> face_cues;  ///< what the cues of faces are called
  std::vector<FaceReport> faces;
  std::vector<std::string> wall_cues;  ///< what the cues of walls are called
  std::vector<WallReport> walls;
  std::vector<RoomReport> rooms;
  std::vector<OpeningReport> openings;
  std::vector<LeftOut> left_out;
  std::vector<StationOffset> station_offsets;
  std::vector<std::string> warnings;
  std::vector<StageCost> costs;     ///< differ from run to run
  std::vector<DensityMap> density;  ///< not part of report.json
};

}  // namespace storey
