// Scans of drawn buildings, with the plan that they should give.
//
//   const auto scene = parse_drawing(R"(
//       ##########WWWW###
//       #       #       #
//       #   *   D   *   W
//       #       D       W
//       #       #       #
//       ###########DDDD##)").value();
//   const SimulatedScan scan = simulate(scene, TerrestrialScanner{}).value();
//   scan.stations[0].world_from_scan;       // where the scanner stood
//   scan.points[0].position;                // measured, in the file's frame and unit
//   scan.truth.storeys[0].rooms.size();     // 2
//   write_xyz(scan, XyzFormat{}, "two_rooms.xyz");
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "drawing.h"
#include "sensors.h"
#include "storey/result.h"
#include "truth.h"

namespace storey::simulator {

/// How the scan lies in the file's frame, and what happened to its points on the way there.
struct World {
  double yaw_deg = 0;              ///< the building is turned about z ...
  Eigen::Vector3d shift{0, 0, 0};  ///< ... then moved (m); so lies the truth ...
  double tilt_deg = 0;             ///< ... then the scan is tilted about where the origin came to lie
  double tilt_toward_deg = 0;      ///< the direction that sinks, counter-clockwise from x
  double units_per_m = 1;          ///< 1000 for millimetres, 1 / 0.3048 for feet
  bool y_up = false;               ///< the file's y is up, its z is -y of the scene
  double keep_share = 1;           ///< of the points, at random (thinning)
  double duplicate_share = 0;      ///< of the points written twice
  double outlier_share = 0;        ///< points added anywhere within 5 m around the building
  int noise_points = 0;            ///< points added anywhere in a box of 10 x 10 x 3 m at the origin
  bool shuffle = false;            ///< points in random order
};

struct Station {
  std::string name;
  Eigen::Isometry3d world_from_scan;  ///< translation in the file's unit
};

struct ScanPoint {
  Eigen::Vector3d position{0, 0, 0};  ///< file's frame and unit
  int station = -1;                   ///< index into stations; -1 if the sensor has none
  float intensity = 0;                ///< 0…1
  std::array<std::uint8_t, 3> rgb{};
  int row = 0, column = 0;  ///< in the station's grid of beams
  bool valid = true;        ///< false: a beam without return
};

struct SimulatedScan {
  std::vector<Station> stations;
  std::vector<ScanPoint> points;
  Truth truth;  ///< metres, z up, levelled; with the yaw and shift of the world
  double units_per_m = 1;
};

/// Scans the scene. The same arguments give the same scan, bit for bit, with any number of threads.
/// Fails if the scene contradicts itself, or gives the sensor no place to stand (no station, no path).
Result<SimulatedScan> simulate(const Scene& scene, const Sensor& sensor, const World& world = {},
                               std::uint64_t seed = 1, int threads = 2);

}  // namespace storey::simulator
