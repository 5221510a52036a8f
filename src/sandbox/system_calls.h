// seccomp: which system calls a process may make.
#pragma once

#include "storey/result.h"

namespace storey {

/// True if the kernel filters system calls.
bool can_filter_system_calls();

/// Leaves all threads of the process what reading, computing and writing files needs. What no reader of scans
/// tries (sockets, other programs and processes, tracing, changing the system) ends the process with SIGSYS;
/// all else fails with EPERM. Errors: kInternal.
Result<void> restrict_system_calls();

}  // namespace storey
