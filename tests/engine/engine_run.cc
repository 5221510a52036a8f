#include "engine_run.h"

#include <algorithm>

#include "base/parallel.h"
#include "drawing.h"

namespace storey {

MemoryCloud::MemoryCloud(std::vector<Eigen::Vector3d> points) : scans_(1) {
  info_.file = "memory";
  info_.scans.resize(1);
  for (const Eigen::Vector3d& p : points) add(0, p);
}

MemoryCloud::MemoryCloud(const simulator::SimulatedScan& scan, bool poses)
    : scans_(poses && !scan.stations.empty() ? scan.stations.size() : 1) {
  info_.file = "memory";
  info_.scans.resize(scans_.size());
  for (std::size_t i = 0; poses && i < scan.stations.size(); ++i) {
    info_.scans[i].name = scan.stations[i].name;
    info_.scans[i].world_from_scan = scan.stations[i].world_from_scan;
  }
  for (const simulator::ScanPoint& point : scan.points)
    if (point.valid)
      add(scans_.size() > 1 ? static_cast<std::size_t>(std::max(0, point.station)) : 0, point.position);
}

void MemoryCloud::add(std::size_t scan, const Eigen::Vector3d& p) {
  scans_[scan].x.push_back(p.x());
  scans_[scan].y.push_back(p.y());
  scans_[scan].z.push_back(p.z());
}

PointBlock MemoryCloud::block(std::size_t scan, std::size_t first, std::size_t count) const {
  const auto part = [&](const std::vector<double>& values) {
    return std::span<const double>(values).subspan(first, count);
  };
  return {
      static_cast<int>(scan), part(scans_[scan].x), part(scans_[scan].y), part(scans_[scan].z), {}, {}, {}};
}

Result<void> MemoryCloud::sample(std::size_t count, PointSink& sink, const ReadOptions&) const {
  constexpr std::size_t kRun = 64;
  std::size_t total = 0;
  for (const Coordinates& scan : scans_) total += scan.x.size();
  const std::size_t stride = std::max<std::size_t>(1, total / std::max<std::size_t>(1, count));
  for (std::size_t s = 0; s < scans_.size(); ++s)
    for (std::size_t first = 0; first < scans_[s].x.size(); first += kRun * stride)
      sink.consume(block(s, first, std::min(kRun, scans_[s].x.size() - first)));
  return {};
}

Result<ReadSummary> MemoryCloud::read(PointSink& sink, RunContext& context, const ReadOptions&) const {
  constexpr std::size_t kBlock = 5000;
  ReadSummary summary;
  for (std::size_t s = 0; s < scans_.size(); ++s) {
    const std::size_t points = scans_[s].x.size();
    parallel_for((points + kBlock - 1) / kBlock, context.threads(), [&](std::size_t b) {
      sink.consume(block(s, b * kBlock, std::min(kBlock, points - b * kBlock)));
    });
    if (context.cancelled()) return fail(ErrorCode::kCancelled, "cancelled");
    summary.points += points;
    summary.points_of_scan.push_back(points);
  }
  return summary;
}

Result<Built> plan_of(const CloudSource& cloud, const Options& options, int threads) {
  RunContext context(threads);
  const CloudSource* const clouds[] = {&cloud};
  return build_plan(clouds, options, context);
}

simulator::TerrestrialScanner usual_scanner() {
  simulator::TerrestrialScanner scanner;
  scanner.step_deg = 0.5;
  return scanner;
}

simulator::SimulatedScan scan_of(std::string_view drawing, const simulator::World& world,
                                 const std::function<void(simulator::Scene&)>& change) {
  simulator::Scene scene = simulator::parse_drawing(drawing).value();
  if (change) change(scene);
  return simulator::simulate(scene, usual_scanner(), world).value();
}

std::vector<std::string> wrong_in(std::string_view drawing, const simulator::World& world,
                                  const std::function<void(simulator::Scene&)>& change,
                                  const Tolerances& tolerances) {
  const simulator::SimulatedScan scan = scan_of(drawing, world, change);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  if (!built) return {built.error().describe()};
  return differences(built->plan, scan.truth, tolerances);
}

Tolerances lenient_jambs() {
  Tolerances tolerances;
  tolerances.jamb = 0.15;
  return tolerances;
}

}  // namespace storey
