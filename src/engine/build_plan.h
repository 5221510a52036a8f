// From the points of a building to its plan.
#pragma once

#include <span>
#include <vector>

#include "cloud/cloud_source.h"
#include "engine/measure/assemble.h"
#include "engine/scan/level.h"
#include "engine/scan/surface_noise.h"
#include "storey/options.h"
#include "storey/plan.h"
#include "storey/report.h"

namespace storey {

struct Built {
  Plan plan;
  std::vector<ReadSummary> read;  ///< one per cloud
  std::vector<StageReport> stages;
  std::vector<std::string> face_cues;
  std::vector<FaceReport> faces;
  std::vector<std::string> wall_cues;
  std::vector<WallReport> walls;
  std::vector<RoomReport> rooms;
  std::vector<OpeningReport> openings;
  std::vector<LeftOut> left_out;
  std::vector<StationOffset> station_offsets;
  std::vector<DensityMap> density;
};

/// What one storey shows. `slab` holds what lies in `slab_of(level)`; images in mirrors are taken out of it.
/// `patches` are the building's, `noise` is that of its surfaces, and `share_done` (0…1) is told to
/// `context`. What was found so far, if cancelled.
StoreyFindings explore(LevelCloud& slab, const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                       const SurfaceNoise& noise, Geometry geometry, double share_done, RunContext& context);

/// Reads `clouds` as one (they share a frame) and draws the plan of what they show.
/// Errors: those of reading; kNoPoints; kNoPlan with the reason and a remedy; kCancelled.
Result<Built> build_plan(std::span<const CloudSource* const> clouds, const Options& options,
                         RunContext& context);

}  // namespace storey
