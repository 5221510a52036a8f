// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

#include "storey/options.h"

namespace storey {

std::string decimal_text(double value, int decimals);

/// Three or four digits and a unit: "812", "12.3 k", "1.30 M", "2.05 G".
std::string short_count(double count);

/// Every digit, in groups of three: "12 345 678".
std::string full_count(std::uint64_t count);

/// Decimal units: "97.8 MB".
std::string byte_size(std::uint64_t bytes);

/// Minutes and seconds, from an hour on with hours: "0:07", "1:02:03".
std::string clock_time(double seconds);

/// "1 room", "3 rooms".
std::string counted(std::size_t count, const std::string& singular);

/// A length given in metres: "3.25 m", or feet and inches to the nearest 1/8: `10' 7 7/8"`.
std::string length_text(double metres, ModelUnits units);

/// An area given in square metres: "12.34 m²" or "132.8 ft²".
std::string area_text(double square_metres, ModelUnits units);

/// A tolerance given in millimetres: "2.1 mm" or "0.08 in".
std::string tolerance_text(double millimetres, ModelUnits units);

/// An area's tolerance in the unit of `area_text`, the number only: "0.05".
std::string area_tolerance_text(double square_metres, ModelUnits units);

}  // namespace storey
