// The bytes of a run of records to blocks of points in the world frame.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cloud/cloud_source.h"
#include "io/e57/document.h"
#include "io/e57/packet_walker.h"

namespace storey::e57 {

/// What a field means to a point. The first three are x, y, z or range, azimuth, elevation.
enum class Role : std::size_t {
  kFirst,
  kSecond,
  kThird,
  kInvalidState,
  kIntensity,
  kIntensityInvalid,
  kRed,
  kGreen,
  kBlue,
  kColourInvalid,
};
inline constexpr std::size_t kRoleCount = 10;

/// Which fields of a scan are decoded, and how.
struct PointLayout {
  struct Channel {
    std::size_t field = 0;
    std::optional<std::size_t> stream;  ///< index into `streams`; nothing if the field has no bits
  };

  std::vector<Stream> streams;
  std::array<std::optional<Channel>, kRoleCount> channels;
  bool spherical = false;
  bool always_finite = false;  ///< no stored number gives infinity or none at all
  bool intensity = false, colour = false;
  Limits intensity_limits;
  std::array<Limits, 3> colour_limits;

  const std::optional<Channel>& channel(Role role) const { return channels[static_cast<std::size_t>(role)]; }
};

/// Nothing if the scan has no full set of coordinates. Cartesian ones are preferred.
std::optional<PointLayout> layout_points(const Scan& scan, bool attributes);

struct PointCounts {
  std::uint64_t valid = 0, invalid = 0;
};

/// One per thread.
class PointDecoder {
 public:
  /// `scan` must outlive the decoder; `scan_index` is what blocks carry.
  PointDecoder(const Scan& scan, int scan_index, const PointLayout& layout);

  /// Hands the points of `run`, whose bytes `streams` has gathered, to `sink`.
  PointCounts decode(const RecordRun& run, const StreamGatherer& streams, PointSink& sink);

 private:
  // Small enough that all of a block's values stay in the first-level cache.
  static constexpr std::size_t kBlock = 1024;
  using Values = std::array<double, kBlock>;

  double* values(Role role) { return values_[static_cast<std::size_t>(role)].data(); }
  void unpack_block(std::uint64_t first, std::size_t count, const StreamGatherer& streams);
  void number(std::uint64_t first, std::size_t count);
  void place_in_world(std::size_t count);
  std::size_t keep_valid(std::size_t count);
  void normalise_attributes(std::size_t count);

  const Scan& scan_;
  int scan_index_;
  PointLayout layout_;
  std::vector<Values> values_;  // by role
  Values places_;               // of the records in the scan, 0…1
  std::vector<float> intensity_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace storey::e57
