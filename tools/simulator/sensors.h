// The instruments. Every knob has its unit in its name or comment; defaults are those of good instruments in
// use. A scan depends on nothing but scene, sensor, world and seed.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "beam.h"

namespace storey::simulator {

/// Standard deviation of a range, and when a beam brings nothing back.
struct RangeNoise {
  double sigma_mm = 2;           ///< white wall, head-on, near
  double sigma_mm_per_m = 0.05;  ///< added per metre of range
  double oblique = 0.3;          ///< share added per (1 / cosine of incidence - 1), at most five times sigma
  double dark = 0.3;             ///< share added per (1 / square root of reflectance - 1)
  double weakest = 0.015;        ///< least signal that still returns; 1 is a white wall head-on within 10 m
};

/// More beams into one place, as if the operator had scanned it again and again.
struct DensityBoost {
  Point2 center{0, 0};  ///< scene frame
  double radius = 1;    ///< m
  int factor = 10;
};

/// A laser scanner on a tripod at each of the scene's stations.
struct TerrestrialScanner {
  double step_deg = 0.25;   ///< between beams, in both angles
  double lowest_deg = -60;  ///< the tripod hides what is below
  double highest_deg = 90;
  double min_range_m = 0.4;
  double max_range_m = 40;
  RangeNoise noise;
  double angle_noise_deg = 0.002;
  double beam_mm = 4;              ///< diameter where it leaves
  double divergence_mrad = 0.3;    ///< full angle
  double mixed_share = 0.5;        ///< of beams split by an edge: those that return a range in between
  double registration_mm = 1.5;    ///< standard deviation of each station's position, per axis
  double registration_deg = 0.01;  ///< and of its heading
  Optics optics;
  bool keep_missing = false;  ///< beams without return are points too, marked invalid (gridded files)
  std::optional<DensityBoost> boost;

  /// An instrument without any error: every point lies on a surface.
  static TerrestrialScanner ideal(double step_deg = 0.5);
};

/// A rotating scanner carried along the scene's paths, located by SLAM. Gives no poses.
struct HandheldScanner {
  double points_per_m = 12000;  ///< beams per metre walked
  double height_m = 1.4;
  double lowest_deg = -65;
  double highest_deg = 90;
  double min_range_m = 0.5;
  double max_range_m = 20;
  RangeNoise noise{8, 0.2, 0.3, 0.3, 0.02};
  double drift_mm_per_m = 2;      ///< of the position, per metre walked since the start or the loop closure
  double drift_deg_per_m = 0.01;  ///< of the heading
  double loop_closure = 0.7;      ///< share of the way at which the position jumps back; 1 never
  Optics optics;
};

/// A phone's depth camera, its frames fused into voxels. Gives no poses.
struct PhoneCamera {
  double frames_per_m = 8;
  double height_m = 1.45;
  double fov_deg = 60;            ///< horizontal; the picture is 4:3
  int rays_across = 96;           ///< per frame
  double lowest_pitch_deg = -45;  ///< of the view's axis; the pitch varies between these
  double highest_pitch_deg = 5;
  double max_range_m = 4.5;
  double noise_mm = 12;      ///< at 2 m, growing with the square of the range
  double voxel_mm = 20;      ///< one point each
  int fewest_hits = 2;       ///< voxels hit less often are dropped
  double rounding_mm = 40;   ///< surfaces are averaged within this radius, which rounds corners
  double hole_share = 0.03;  ///< of the surface missing, in patches of 0.3 m
  double drift_mm_per_m = 1.5;
  Optics optics;
};

using Sensor = std::variant<TerrestrialScanner, HandheldScanner, PhoneCamera>;

/// A point as measured, in the scene's frame, with all errors of the sensor.
struct RawPoint {
  Eigen::Vector3d position{0, 0, 0};
  Surface surface = Surface::kPlaster;
  float intensity = 0;  ///< 0…1
  int station = -1;     ///< index into Recording::stations; -1 if the sensor has none
  int row = 0, column = 0;
  bool valid = true;  ///< false: the beam had no return; position is then that of the station
};

struct RawStation {
  std::string name;
  Eigen::Isometry3d pose;  ///< scene from scan, as registered, with its error
  int storey = 0;
};

struct Recording {
  std::vector<RawStation> stations;
  std::vector<RawPoint> points;
  std::vector<Echo> echoes;  ///< in truth, for what was seen; without boosted and fused ones' copies
  std::vector<Crossing> crossings;
};

/// `threads` changes the time it takes and nothing else.
Recording record(const Building& building, const Scene& scene, const TerrestrialScanner& sensor,
                 std::uint64_t seed, int threads);
Recording record(const Building& building, const Scene& scene, const HandheldScanner& sensor,
                 std::uint64_t seed, int threads);
Recording record(const Building& building, const Scene& scene, const PhoneCamera& sensor, std::uint64_t seed,
                 int threads);

}  // namespace storey::simulator
