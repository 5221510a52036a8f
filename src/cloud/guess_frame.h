// Finds the unit and the up axis of a cloud from a sample of it, by what every building has: floors and
// ceilings, a room's height apart.
#pragma once

#include <Eigen/Core>
#include <mutex>
#include <vector>

#include "cloud/cloud_source.h"
#include "storey/options.h"

namespace storey {

/// Keeps what it is handed. For samples.
class SampleSink final : public PointSink {
 public:
  void consume(const PointBlock& block) override;
  std::vector<Eigen::Vector3d> points;  ///< file's unit and axes

 private:
  std::mutex mutex_;
};

struct FrameGuess {
  LengthUnit unit = LengthUnit::kMetre;
  UpAxis up = UpAxis::kZ;
  double up_certainty = 1;    ///< how likely `up` is right, 0.5…1; 1 if it was forced
  double clear_height = 0;    ///< typical height between floor and ceiling, file's unit; 0: none was seen
  bool unit_certain = false;  ///< a clear height was seen: a usual one, or the format prescribes the unit
  Bounds3 bounds;             ///< of the middle 98 % of the sample, file's unit and axes
};

/// What is known of a frame before its points are looked at.
struct FrameHints {
  LengthUnit unit = LengthUnit::kAuto;             ///< forced by the user
  UpAxis up = UpAxis::kAuto;                       ///< forced by the user
  bool metres_prescribed = false;                  ///< by the format; writers may have broken it
  std::vector<Eigen::Vector3d> scanner_axes = {};  ///< see scanner_axes(); file's axes
};

/// The directions of the scanners' own vertical axes (z, by nearly all devices), as the poses turn them.
/// Poses that turn nothing are left out: converters write such for want of others.
std::vector<Eigen::Vector3d> scanner_axes(const CloudInfo& info);

inline constexpr double kFlatness =
    0.02;  ///< ratio of smallest to middle eigenvalue of a plane's points: 14 % of its width in depth

inline constexpr double kUsualClear = 2.7;  ///< m between floor and ceiling: storeys of dwellings and offices

inline constexpr double kUpIsCertain = 0.8;  ///< share: of a lower `up_certainty` people should hear

/// `points` in the file's unit and axes. Forced values are kept, the rest is guessed; an empty sample gives
/// metres, z up. A prescribed unit is left only where no room could be so high.
FrameGuess guess_frame(const std::vector<Eigen::Vector3d>& points, const FrameHints& hints = {});

}  // namespace storey
