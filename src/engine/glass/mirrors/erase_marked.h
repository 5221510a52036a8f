// Stage 4: takes surfels out of a storey.
#pragma once

#include <cstdint>
#include <vector>

#include "cloud/surfel.h"

namespace storey {

/// Erases the surfels whose mark is not 0; whether there was any.
inline bool erase_marked(std::vector<Surfel>& surfels, const std::vector<std::uint8_t>& marks) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < surfels.size(); ++i)
    if (marks[i] == 0) surfels[kept++] = surfels[i];
  const bool any = kept < surfels.size();
  surfels.resize(kept);
  return any;
}

}  // namespace storey
