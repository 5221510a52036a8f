#include "io/e57/point_decoder.h"

#include <algorithm>
#include <cmath>

#include "io/e57/bit_unpack.h"
#include "io/e57/point_math.h"

namespace storey::e57 {
namespace {

using Names = std::array<const char*, 3>;
constexpr Names kCartesian = {"cartesianX", "cartesianY", "cartesianZ"};
constexpr Names kSpherical = {"sphericalRange", "sphericalAzimuth", "sphericalElevation"};
constexpr Names kColour = {"colorRed", "colorGreen", "colorBlue"};

bool has_numbers(const Scan& scan, const Names& names) {
  return std::all_of(names.begin(), names.end(), [&](const char* name) {
    const auto field = scan.find_field(name);
    return field && scan.fields[*field].type != FieldType::kString;
  });
}

/// Lets `role` be read from the field of this name, if there is one.
void add_channel(const Scan& scan, Role role, std::string_view name, PointLayout& layout) {
  const auto field = scan.find_field(name);
  if (!field || scan.fields[*field].type == FieldType::kString) return;
  PointLayout::Channel channel{*field, std::nullopt};
  if (const unsigned bits = scan.fields[*field].bits; bits > 0) {
    channel.stream = layout.streams.size();
    layout.streams.push_back({*field, bits});
  }
  layout.channels[static_cast<std::size_t>(role)] = channel;
}

Role operator+(Role role, std::size_t i) { return static_cast<Role>(static_cast<std::size_t>(role) + i); }

void add_attributes(const Scan& scan, PointLayout& layout) {
  const auto limits_of = [&](Role role, const std::optional<Limits>& declared, Limits otherwise) {
    if (declared) return *declared;
    return scan.fields[layout.channel(role)->field].value_limits.value_or(otherwise);
  };
  add_channel(scan, Role::kIntensity, "intensity", layout);
  layout.intensity = layout.channel(Role::kIntensity).has_value();
  if (layout.intensity) {
    layout.intensity_limits = limits_of(Role::kIntensity, scan.intensity_limits, {0, 1});
    add_channel(scan, Role::kIntensityInvalid, "isIntensityInvalid", layout);
  }
  layout.colour = has_numbers(scan, kColour);
  if (!layout.colour) return;
  for (std::size_t i = 0; i < 3; ++i) {
    add_channel(scan, Role::kRed + i, kColour[i], layout);
    layout.colour_limits[i] = limits_of(Role::kRed + i, scan.colour_limits[i], {0, 255});
  }
  add_channel(scan, Role::kColourInvalid, "isColorInvalid", layout);
}

/// Integers of usual scales cannot leave the range of doubles, whatever the pose.
bool cannot_overflow(const Scan& scan, const Names& names) {
  constexpr double kHarmless = 1e200;
  const auto harmless = [&](const char* name) {
    const Field& field = scan.fields[*scan.find_field(name)];
    return field.is_integer() && std::abs(field.scale) < kHarmless && std::abs(field.offset) < kHarmless;
  };
  const auto& pose = scan.info.world_from_scan;
  return std::all_of(names.begin(), names.end(), harmless) &&
         (!pose || pose->translation().cwiseAbs().maxCoeff() < kHarmless);
}

/// 0…1; what is no number becomes 0.
double normalised(double value, const Limits& limits) {
  const double share = (value - limits.first) / (limits.second - limits.first);
  return share > 0 ? std::min(share, 1.0) : 0.0;
}

}  // namespace

std::optional<PointLayout> layout_points(const Scan& scan, bool attributes) {
  PointLayout layout;
  const bool cartesian = has_numbers(scan, kCartesian);
  if (!cartesian && !has_numbers(scan, kSpherical)) return std::nullopt;
  layout.spherical = !cartesian;
  const Names& names = cartesian ? kCartesian : kSpherical;
  layout.always_finite = cartesian && cannot_overflow(scan, names);
  for (std::size_t i = 0; i < 3; ++i) add_channel(scan, Role::kFirst + i, names[i], layout);
  add_channel(scan, Role::kInvalidState, cartesian ? "cartesianInvalidState" : "sphericalInvalidState",
              layout);
  if (attributes) add_attributes(scan, layout);
  return layout;
}

PointDecoder::PointDecoder(const Scan& scan, int scan_index, const PointLayout& layout)
    : scan_(scan), scan_index_(scan_index), layout_(layout), values_(kRoleCount) {
  if (layout_.intensity) intensity_.resize(kBlock);
  if (layout_.colour) rgb_.resize(3 * kBlock);
}

PointCounts PointDecoder::decode(const RecordRun& run, const StreamGatherer& streams, PointSink& sink) {
  PointCounts counts;
  for (std::uint64_t first = run.begin; first < run.end; first += kBlock) {
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, run.end - first));
    unpack_block(first - run.begin, count, streams);
    number(first, count);
    place_in_world(count);
    const std::size_t kept = keep_valid(count);
    counts.valid += kept;
    counts.invalid += count - kept;
    if (kept == 0) continue;
    normalise_attributes(kept);
    sink.consume({scan_index_,
                  {values(Role::kFirst), kept},
                  {values(Role::kSecond), kept},
                  {values(Role::kThird), kept},
                  {intensity_.data(), layout_.intensity ? kept : 0},
                  {rgb_.data(), layout_.colour ? 3 * kept : 0},
                  {places_.data(), kept}});
  }
  return counts;
}

void PointDecoder::unpack_block(std::uint64_t first, std::size_t count, const StreamGatherer& streams) {
  for (std::size_t role = 0; role < kRoleCount; ++role) {
    const auto& channel = layout_.channels[role];
    if (!channel) continue;
    const Field& field = scan_.fields[channel->field];
    if (!channel->stream) {
      unpack(field, nullptr, 0, count, values_[role].data());
      continue;
    }
    const std::uint64_t bit = streams.first_bit(*channel->stream) + first * field.bits;
    unpack(field, streams.bytes(*channel->stream) + bit / 8, static_cast<unsigned>(bit % 8), count,
           values_[role].data());
  }
}

/// Where the records of a block stand in the scan.
void PointDecoder::number(std::uint64_t first, std::size_t count) {
  const double share = 1 / static_cast<double>(scan_.record_count);
  for (std::size_t i = 0; i < count; ++i) places_[i] = static_cast<double>(first + i) * share;
}

void PointDecoder::place_in_world(std::size_t count) {
  double* const x = values(Role::kFirst);
  double* const y = values(Role::kSecond);
  double* const z = values(Role::kThird);
  if (layout_.spherical) cartesian_from_spherical(x, y, z, count);
  if (scan_.info.world_from_scan) transform(*scan_.info.world_from_scan, x, y, z, count);
}

/// Moves the valid points of the block to its front; their number.
std::size_t PointDecoder::keep_valid(std::size_t count) {
  const double* const state = layout_.channel(Role::kInvalidState) ? values(Role::kInvalidState) : nullptr;
  const double* const x = values(Role::kFirst);
  const double* const y = values(Role::kSecond);
  const double* const z = values(Role::kThird);
  const bool finite = layout_.always_finite || all_finite(x, y, z, count);
  if (finite && (state == nullptr || all_zero(state, count))) return count;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if ((state != nullptr && state[i] != 0) || !std::isfinite(x[i]) || !std::isfinite(y[i]) ||
        !std::isfinite(z[i]))
      continue;
    for (std::size_t role = 0; role < kRoleCount; ++role)
      if (layout_.channels[role]) values_[role][kept] = values_[role][i];
    places_[kept] = places_[i];
    ++kept;
  }
  return kept;
}

void PointDecoder::normalise_attributes(std::size_t count) {
  if (layout_.intensity) {
    const double* const raw = values(Role::kIntensity);
    const double* const invalid =
        layout_.channel(Role::kIntensityInvalid) ? values(Role::kIntensityInvalid) : nullptr;
    for (std::size_t i = 0; i < count; ++i)
      intensity_[i] = invalid != nullptr && invalid[i] != 0
                          ? 0.0f
                          : static_cast<float>(normalised(raw[i], layout_.intensity_limits));
  }
  if (!layout_.colour) return;
  const double* const invalid =
      layout_.channel(Role::kColourInvalid) ? values(Role::kColourInvalid) : nullptr;
  for (std::size_t c = 0; c < 3; ++c) {
    const double* const raw = values(Role::kRed + c);
    for (std::size_t i = 0; i < count; ++i)
      rgb_[3 * i + c] =
          invalid != nullptr && invalid[i] != 0
              ? std::uint8_t{0}
              : static_cast<std::uint8_t>(std::lround(255 * normalised(raw[i], layout_.colour_limits[c])));
  }
}

}  // namespace storey::e57
