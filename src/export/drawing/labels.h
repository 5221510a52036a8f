// Measured values as people read them on a drawing.
#pragma once

#include <string>

#include "storey/options.h"

namespace storey::drawing {

/// A length for a dimension line. Metric: whole millimetres, "3045" (ISO 129-1: no unit). Imperial: feet and
/// inches to the nearest 1/8", "10'-0 1/8\"", below a foot "5 7/8\"".
std::string length_label(double mm, ModelUnits units);

/// A length in running text, with its unit: "3.045 m", "10'-0 1/8\"", below a foot "5 7/8\"".
std::string length_text(double mm, ModelUnits units);

/// A 95 % half-width beside a length: "±4" (mm) or "±1/8\"" (to the next 1/8" above, so never more precise
/// than measured). Empty for 0: not known.
std::string tolerance_label(double mm, ModelUnits units);

/// "12.46 m²", "134.1 sq ft"; with "±0.05" before the unit where `half_width_m2` is above 0.
std::string area_text(double m2, double half_width_m2, ModelUnits units);

/// `value` with `decimals` places, without an exponent and without "-0".
std::string decimal(double value, int decimals);

}  // namespace storey::drawing
