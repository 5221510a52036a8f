// What a user can choose of a conversion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "storey/result.h"

namespace storey {

enum class LengthUnit { kAuto, kMetre, kMillimetre, kCentimetre, kFoot, kInch };
enum class UpAxis { kAuto, kZ, kY };
enum class ModelUnits { kMetric, kImperial };   ///< of drawings and labels; plan.json is metric always
enum class Geometry { kTrue, kOrthogonal };     ///< as measured, or squared up with the deviation stated

struct Options {
  LengthUnit input_units = LengthUnit::kAuto;  ///< unit of the file's coordinates
  UpAxis up = UpAxis::kAuto;
  ModelUnits model_units = ModelUnits::kMetric;
  Geometry geometry = Geometry::kTrue;
  std::vector<int> storeys;                    ///< indices to draw, from 0 at the bottom; empty: all
  std::vector<std::string> formats = {"svg", "png"};  ///< beside plan.json and report.json
  int threads = 0;                             ///< 0: all cores
};

/// Metres in one `unit`; 0 for kAuto.
double metres_per(LengthUnit unit);

}  // namespace storey
