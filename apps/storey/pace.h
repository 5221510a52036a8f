// How fast a conversion goes and how long it will still take.
#pragma once

#include <optional>

#include "storey/run_context.h"

namespace storey {

struct Pace {
  std::optional<double> points_per_second;  ///< while reading
  std::optional<double> seconds_left;       ///< once enough is done to tell
};

/// On the steady clock.
double steady_seconds();

/// Turns progress into pace. Times are seconds on any steady clock.
class PaceMeter {
 public:
  explicit PaceMeter(double start) : start_(start) {}
  Pace at(const Progress& progress, double now);

 private:
  double start_;
  std::optional<double> reading_since_;
};

}  // namespace storey
