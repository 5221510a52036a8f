// Runs the engine on simulated scans and holds its plans against the truth.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cloud/cloud_source.h"
#include "engine/build_plan.h"
#include "simulate.h"
#include "storey/plan.h"

namespace storey {

/// Points in memory as a source: the file's frame and unit, in the order given.
class MemoryCloud final : public CloudSource {
 public:
  explicit MemoryCloud(std::vector<Eigen::Vector3d> points);
  /// The valid points of a simulated scan; with the stations' poses if `poses`, else as one scan.
  explicit MemoryCloud(const simulator::SimulatedScan& scan, bool poses = true);

  const CloudInfo& info() const override { return info_; }
  Result<void> sample(std::size_t count, PointSink& sink, const ReadOptions& options) const override;
  Result<ReadSummary> read(PointSink& sink, RunContext& context, const ReadOptions& options) const override;

 private:
  struct Coordinates {
    std::vector<double> x, y, z;
  };
  void add(std::size_t scan, const Eigen::Vector3d& p);
  PointBlock block(std::size_t scan, std::size_t first, std::size_t count) const;

  CloudInfo info_;
  std::vector<Coordinates> scans_;
};

Result<Built> plan_of(const CloudSource& cloud, const Options& options = {}, int threads = 2);

/// A scan of the drawing by a terrestrial scanner with its usual errors and a beam every half degree.
/// `change` may alter the scene before.
simulator::SimulatedScan scan_of(std::string_view drawing, const simulator::World& world = {},
                                 const std::function<void(simulator::Scene&)>& change = {});

/// The sensor of `scan_of`.
simulator::TerrestrialScanner usual_scanner();

/// How far a plan may be from the truth.
struct Tolerances {
  double area_share = 0.01;  ///< of a room's true area
  double thickness = 0.010;  ///< m, of walls that were seen from both sides
  double position = 0.010;   ///< m, of their centrelines
  double jamb = 0.05;        ///< m, along the wall
  double height = 0.06;      ///< m, of sills and heads
  double level = 0.010;      ///< m, of floors and ceilings
};

/// What a plan has too much, too little or in the wrong place; a line each, empty if all is right.
/// What the scan did not show is not asked for.
std::vector<std::string> differences(const Plan& plan, const simulator::Truth& truth,
                                     const Tolerances& tolerances = {});

/// Scans the drawing, plans it, and says what is wrong.
std::vector<std::string> wrong_in(std::string_view drawing, const simulator::World& world = {},
                                  const std::function<void(simulator::Scene&)>& change = {},
                                  const Tolerances& tolerances = {});

/// For scenes with doors whose open or closed leaves or deep reveals hide a jamb.
Tolerances lenient_jambs();

/// Of how many rooms, walls, openings and levels these lines tell: a wall that is off is so all along.
std::size_t wrong_things(const Plan& plan, const simulator::Truth& truth, const Tolerances& tolerances);

}  // namespace storey
