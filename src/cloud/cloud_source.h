// How points get from a file into memory: a source hands blocks of points to a sink.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "storey/result.h"
#include "storey/run_context.h"

namespace storey {

/// A run of valid points of one scan. Coordinates are in the world frame (the scan's pose is applied), in the
/// file's own unit and axes. The spans live for the call only. All spans that are not empty have one length.
struct PointBlock {
  int scan = 0;  ///< index into CloudInfo::scans
  std::span<const double> x, y, z;
  std::span<const float> intensity;   ///< 0…1; empty where the file has none or none was asked for
  std::span<const std::uint8_t> rgb;  ///< three per point; empty likewise
  /// What share of its scan is stored before each point, 0…1, ascending; empty where no file is behind it.
  /// Handheld scanners store points in the order in which they measured them.
  std::span<const double> place;
  std::size_t size() const { return x.size(); }
};

/// Takes blocks. `consume` is called from several threads at once, blocks come in any order; an
/// implementation whose result must not depend on the order sums exactly (see VoxelMap).
class PointSink {
 public:
  virtual ~PointSink() = default;
  virtual void consume(const PointBlock& block) = 0;
};

struct Bounds3 {
  Eigen::Vector3d min = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector3d max = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());
  bool empty() const { return !(min.x() <= max.x()); }
};

/// One scan (station, set-up) of a file, as its header tells.
struct ScanInfo {
  std::string name;                                  ///< empty if it has none
  std::string guid;                                  ///< E57 only
  std::optional<std::uint64_t> points;               ///< as declared; nothing where the header does not say
  std::optional<Eigen::Isometry3d> world_from_scan;  ///< pose; its translation is where the scanner stood
  bool spherical = false;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> grid;  ///< rows, columns
  Bounds3 bounds;                                               ///< scan frame, as declared; may be empty
  std::vector<std::string> fields;  ///< standard names: "cartesianX", "intensity", "colorRed" …
};

struct CloudInfo {
  std::string file;
  std::string format;   ///< "e57" or "xyz"
  bool metres = false;  ///< the format prescribes metres
  std::uint64_t bytes = 0;
  std::vector<ScanInfo> scans;  ///< XYZ: exactly one
  std::string details;          ///< format's own remarks for people: separator and columns, or E57 version
  std::vector<std::string> warnings;
};

/// What a full read met.
struct ReadSummary {
  std::uint64_t points = 0;                   ///< handed to the sink
  std::uint64_t invalid = 0;                  ///< marked invalid by the file, or NaN/infinite
  std::uint64_t broken_lines = 0;             ///< XYZ: lines that hold no point
  std::vector<std::uint64_t> points_of_scan;  ///< handed on, per scan
  std::vector<std::string> warnings;
};

struct ReadOptions {
  bool attributes = false;  ///< fill intensity and rgb as well
};

/// An opened cloud file. `read` and `sample` may be called any number of times.
class CloudSource {
 public:
  virtual ~CloudSource() = default;
  virtual const CloudInfo& info() const = 0;

  /// Hands about `count` points to `sink`, in runs spread evenly over the file, the same ones every time.
  /// Reads no more of the file than that takes. Single-threaded.
  virtual Result<void> sample(std::size_t count, PointSink& sink, const ReadOptions& options = {}) const = 0;

  /// Hands every valid point to `sink`, on `context.threads()` threads; memory use does not depend on the
  /// file's size. Reports Stage::kRead progress; checks for cancellation at least every 0.1 s.
  virtual Result<ReadSummary> read(PointSink& sink, RunContext& context,
                                   const ReadOptions& options = {}) const = 0;
};

}  // namespace storey
