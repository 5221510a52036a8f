#include "engine/scan/point_spacing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>
#include <span>

#include "engine/scan/neighbourhood.h"

namespace storey {
namespace {

constexpr float kAbout = 0.10f;  // m about a point in which its neighbours are counted: a dozen and more
constexpr float kPlace = 0.30f;  // m: cubes, of which one and those beside it are one place
constexpr std::size_t kSample = 5000;            // points that tell the spacing to a hundredth
constexpr std::size_t kMostSurfels = 1'000'000;  // voxels: of a thousand m² of surface and more
constexpr float kBlock = 2;                      // m: of what lies in one, a tenth has neighbours in the next

/// What lies in some blocks of the building, wherever they lie: all, or enough to tell how it was scanned.
std::vector<Surfel> sampled_blocks(const SurfelView& surfels) {
  const std::uint64_t one_in = surfels.size() / kMostSurfels + 1;
  std::vector<Surfel> sample;
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    std::ranges::copy_if(chunk, std::back_inserter(sample), [&](const Surfel& surfel) {
      return (cube_key(surfel.mean, kBlock) * 0x9e3779b97f4a7c15ull >> 32) % one_in == 0;
    });
  });
  return sample;
}

/// How far apart points at random lie of which as many are about `p` as here, `p` itself among them.
float spacing_at(const Eigen::Vector3f& p, Vicinity& vicinity) {
  const std::size_t count = vicinity.count_within(kAbout, p);
  return kAbout * std::sqrt(std::numbers::pi_v<float> / static_cast<float>(count));
}

/// The upper one of two in the middle. \pre there are values
float median(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double spacing_of(const SurfelView& surfels) {
  const std::vector<Surfel> blocks = sampled_blocks(surfels);
  const Neighbourhood neighbourhood(blocks, kAbout);
  const std::size_t step = std::max<std::size_t>(1, blocks.size() / kSample);
  std::vector<float> spacings;
  for (std::size_t i = 0; i < blocks.size(); i += step) {
    Vicinity vicinity = neighbourhood.around(blocks[i].mean);
    spacings.push_back(spacing_at(blocks[i].mean, vicinity));
  }
  return spacings.empty() ? 0 : static_cast<double>(median(spacings));
}

std::vector<float> spacings_about(const std::vector<Surfel>& surfels, int threads) {
  std::vector<float> own(surfels.size()), about(surfels.size());
  const Neighbourhood neighbours(surfels, kAbout, threads);
  neighbours.visit_all(threads, [&](std::size_t, std::uint32_t i, Vicinity& vicinity) {
    own[i] = spacing_at(surfels[i].mean, vicinity);
  });
  const Neighbourhood places(surfels, kPlace, threads);
  places.visit_cubes(threads,
                     [&](std::size_t, std::span<const std::uint32_t> members, const Vicinity& vicinity) {
                       std::vector<float> spacings;
                       for (const std::uint32_t j : vicinity.all()) spacings.push_back(own[j]);
                       const float spacing = median(spacings);
                       for (const std::uint32_t i : members) about[i] = spacing;
                     });
  return about;
}

}  // namespace storey
