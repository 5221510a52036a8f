// What a user can choose of a conversion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "storey/result.h"

namespace storey {

enum class LengthUnit { kAuto, kMetre, kMillimetre, kCentimetre, kFoot, kInch };
enum class UpAxis { kAuto, kZ, kY };
enum class ModelUnits { kMetric, kImperial };  ///< of drawings and labels; plan.json is metric always
enum class Geometry { kTrue, kOrthogonal };    ///< as measured, or squared up with the deviation stated
enum class LayerProfile { kAia, kIso13567 };   ///< names of the layers of DXF and SVG
enum class Orientation { kStraight, kScan };  ///< drawings turned so that most walls lie level, or as scanned
enum class AreaStandard { kNone, kAnsiZ765, kIpms1, kIpms2, kIpms3, kNia, kDin277, kSia416 };

/// What the title block of a sheet says (ISO 7200). Nothing is made up: what is empty stays blank.
struct TitleBlock {
  std::string project;
  std::string address;
  std::string date;    ///< of the survey, as it is to be printed
  std::string author;  ///< who is responsible for the drawing
  std::string number;  ///< of the document
};

struct Options {
  LengthUnit input_units = LengthUnit::kAuto;  ///< unit of the file's coordinates
  UpAxis up = UpAxis::kAuto;
  ModelUnits model_units = ModelUnits::kMetric;
  Geometry geometry = Geometry::kTrue;
  std::vector<int> storeys;                           ///< indices to draw, from 0 at the bottom; empty: all
  std::vector<std::string> formats = {"svg", "png"};  ///< beside plan.json and report.json
  LayerProfile layers = LayerProfile::kAia;
  Orientation orientation = Orientation::kStraight;
  int sheet_scale = 0;                               ///< 50 for 1:50; 0: the largest standard scale that fits
  AreaStandard area_standard = AreaStandard::kNone;  ///< beside net and gross areas, which are given always
  TitleBlock title;
  int threads = 0;                 ///< 0: all cores
  std::uint64_t memory_bytes = 0;  ///< about as much may be taken; what exceeds it goes to a scratch file. 0:
                                   ///< half of what is free
};

/// Metres in one `unit`; 0 for kAuto.
double metres_per(LengthUnit unit);

}  // namespace storey
