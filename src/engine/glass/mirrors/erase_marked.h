// Stage 4: takes surfels out of a storey.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cloud/surfel.h"

namespace storey {

/// Erases the surfels whose mark is not 0. \return how many there were
inline std::size_t erase_marked(std::vector<Surfel>& surfels, const std::vector<std::uint8_t>& marks) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < surfels.size(); ++i)
    if (marks[i] == 0) surfels[kept++] = surfels[i];
  const std::size_t erased = surfels.size() - kept;
  surfels.resize(kept);
  return erased;
}

}  // namespace storey
