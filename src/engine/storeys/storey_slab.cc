#include "engine/storeys/storey_slab.h"

#include <algorithm>
#include <iterator>

namespace storey {

HeightRange slab_of(const StoreyLevel& level) {
  return {static_cast<float>(level.floor_z - kSlab),
          static_cast<float>(std::max(level.limit_z, level.top_z) + kSlab)};
}

std::vector<FlatPatch> patches_without(const std::vector<FlatPatch>& patches, const HeightRange& slab,
                                       const std::vector<Surfel>& surfels, double noise, int threads) {
  const auto inside = [&](const FlatPatch& patch) { return cube_lies_between(patch.centre, slab); };
  std::vector<FlatPatch> all;
  std::ranges::remove_copy_if(patches, std::back_inserter(all), inside);
  std::ranges::copy_if(flat_patches(surfels, noise, threads), std::back_inserter(all), inside);
  return all;
}

}  // namespace storey
