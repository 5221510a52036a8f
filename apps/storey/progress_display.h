// Progress as people see it: a bar on a terminal, now and then a line elsewhere.
#pragma once

#include <memory>
#include <string>

#include "pace.h"
#include "storey/run_context.h"
#include "terminal.h"

namespace storey {

class ProgressDisplay {
 public:
  ProgressDisplay() = default;
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  virtual ~ProgressDisplay() = default;

  /// Shows `progress`, or not if the last time was a moment ago. One call at a time.
  virtual void show(const Progress& progress) = 0;
  /// Leaves the place as it was before the first `show`. Calling it again does nothing.
  virtual void clear() = 0;
};

/// A bar if `file_descriptor` is a terminal that can show one, lines if not.
std::unique_ptr<ProgressDisplay> make_progress_display(int file_descriptor);

/// One line of at most `terminal.columns` - 1 columns: stage, bar, share, points per second, time left. What
/// does not fit is left out, least important first.
std::string progress_bar(const Progress& progress, const Pace& pace, const Terminal& terminal);

/// One plain line without a line end: "walls 50 %, 56 % of all, 0:12 left".
std::string progress_line(const Progress& progress, const Pace& pace);

}  // namespace storey
