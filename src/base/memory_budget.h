// How much memory a conversion may take.
#pragma once

#include <cstdint>

#include "storey/options.h"

namespace storey {

/// As the user chose, or else `default_memory_budget`, bytes.
std::uint64_t memory_budget(const Options& options);

/// Half of what this process may still take, bytes: the machine's free memory, its control group's limit and
/// its own (RLIMIT_AS), whichever is least.
std::uint64_t default_memory_budget();

}  // namespace storey
