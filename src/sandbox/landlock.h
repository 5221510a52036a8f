// Landlock: which files a process may open. Kernels have it since 5.13, if they are started with it.
#pragma once

#include "sandbox/sandbox.h"

namespace storey {

/// Version of Landlock in the running kernel; 0: none.
int landlock_abi();

/// Restricts the calling thread and all it starts to the paths of `rules`. Errors: kInternal.
Result<void> restrict_files(const SandboxRules& rules, int abi);

}  // namespace storey
