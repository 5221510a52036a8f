// What is told by whether it is more or less than half.
#pragma once

namespace storey {

/// share: above it, most of a whole is so; no verdict of that kind hangs on the exact value.
inline constexpr double kHalf = 0.5;

}  // namespace storey
