// Stage 10: why the stages took things for what they are, with the names that the plan gives them.
#pragma once

#include "engine/measure/assemble.h"

namespace storey {

/// Of one storey.
struct Explained {
  std::vector<FaceReport> faces;
  std::vector<WallReport> walls;
  std::vector<RoomReport> rooms;
  std::vector<OpeningReport> openings;
  std::vector<LeftOut> left_out;  ///< parts of the plan that are no rooms
};

/// \param storey  as assembled from the findings
Explained explain(const StoreyFindings& findings, const LevelFrame& frame, const Storey& storey,
                  Numbering& numbers);

}  // namespace storey
