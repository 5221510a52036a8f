// How wide text is, so that the layout can keep labels apart without asking a font system: the same on every
// machine.
#pragma once

#include <string_view>

namespace storey::drawing {

/// The typeface of all drawings, metric-compatible with Arial and Helvetica.
inline constexpr const char* kTypeface = "Liberation Sans";
inline constexpr double kCapitalHeight = 0.688;  ///< of capitals, in em
inline constexpr double kDescent = 0.212;        ///< below the baseline, in em

/// The width of UTF-8 `text` whose capitals are `height` high, in the unit of `height`.
double text_width(std::string_view text, double height, bool bold = false);

}  // namespace storey::drawing
