#include "pipeline/inspect_scan.h"

#include <algorithm>
#include <mutex>

#include "io/open_cloud.h"

namespace storey {
namespace {

constexpr std::size_t kSamplePoints = 200'000;  // a tenth of a second of any format

/// Keeps the extents of each scan. Minimum and maximum do not depend on the order of blocks.
class BoundsSink : public PointSink {
 public:
  explicit BoundsSink(std::size_t scans) : bounds_(scans) {}

  void consume(const PointBlock& block) override {
    if (block.size() == 0) return;
    const auto [x_min, x_max] = std::minmax_element(block.x.begin(), block.x.end());
    const auto [y_min, y_max] = std::minmax_element(block.y.begin(), block.y.end());
    const auto [z_min, z_max] = std::minmax_element(block.z.begin(), block.z.end());
    const std::lock_guard lock(mutex_);
    Bounds3& bounds = bounds_.at(static_cast<std::size_t>(block.scan));
    bounds.min = bounds.min.cwiseMin(Eigen::Vector3d(*x_min, *y_min, *z_min));
    bounds.max = bounds.max.cwiseMax(Eigen::Vector3d(*x_max, *y_max, *z_max));
  }

  std::vector<Bounds3> take() { return std::move(bounds_); }

 private:
  std::mutex mutex_;
  std::vector<Bounds3> bounds_;
};

}  // namespace

std::vector<std::string> ScanFacts::warnings() const {
  std::vector<std::string> all = info.warnings;
  all.insert(all.end(), read.warnings.begin(), read.warnings.end());
  return all;
}

Result<ScanFacts> inspect_scan(const std::filesystem::path& scan, Inspection inspection,
                               RunContext& context) {
  const Result<std::unique_ptr<CloudSource>> source = open_cloud(scan);
  if (!source) return fail(source.error());
  ScanFacts facts;
  facts.inspection = inspection;
  facts.info = (*source)->info();
  SampleSink sample;
  if (Result<void> sampled = (*source)->sample(kSamplePoints, sample); !sampled)
    return fail(std::move(sampled.error()));
  facts.guess = guess_frame(
      sample.points, {.metres_prescribed = facts.info.metres, .scanner_axes = scanner_axes(facts.info)});

  BoundsSink sink(facts.info.scans.size());
  if (inspection == Inspection::kFull) {
    Result<ReadSummary> read = (*source)->read(sink, context);
    if (!read) return fail(std::move(read.error()));
    facts.read = std::move(*read);
  } else if (Result<void> sampled = (*source)->sample(kSamplePoints, sink); !sampled) {
    return fail(std::move(sampled.error()));
  }
  facts.bounds_of_scan = sink.take();
  for (const Bounds3& bounds : facts.bounds_of_scan) {
    facts.bounds.min = facts.bounds.min.cwiseMin(bounds.min);
    facts.bounds.max = facts.bounds.max.cwiseMax(bounds.max);
  }
  return facts;
}

}  // namespace storey
