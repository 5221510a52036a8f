// How much memory a conversion may take.
#pragma once

#include <cstdint>
#include <string>

#include "storey/options.h"

namespace storey {

/// As the user chose, or else `default_memory_budget`, bytes.
std::uint64_t memory_budget(const Options& options);

/// What this process may still take, bytes: the machine's free memory and swap space, its control group's
/// limit and its own (RLIMIT_AS), whichever is least; the largest number where nothing tells.
std::uint64_t available_memory();

/// Gives back to the system what was freed. Blocks of up to 32 MB that come and go stay this process's else.
void give_back_freed_memory();

/// "350 MB", "12.3 GB".
std::string size_text(std::uint64_t bytes);

/// Half of what this process may still take, bytes: the machine's free memory, its control group's limit and
/// its own (RLIMIT_AS), whichever is least.
std::uint64_t default_memory_budget();

}  // namespace storey
