// How a part of the plan came to be, as a word.
#pragma once

#include "storey/plan.h"

namespace storey {

/// "measured" or "inferred".
inline const char* basis_name(Basis basis) { return basis == Basis::kMeasured ? "measured" : "inferred"; }

}  // namespace storey
