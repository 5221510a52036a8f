// Sizes on paper, in millimetres: heights of text by ISO 3098-1, widths of lines by ISO 128-2, the rest as
// drafters are used to. Multiplied by the scale they are millimetres of the building.
#pragma once

#include "export/drawing/drawing.h"

namespace storey::drawing {

inline constexpr Pen kWallPen{0.35};
inline constexpr Pen kInferredWallPen{0.25, LineType::kDashed, 0.35};
inline constexpr Pen kThinPen{0.18};
inline constexpr Pen kInferredPen{0.18, LineType::kDashed, 0.35};
inline constexpr Pen kSwingPen{0.13, LineType::kContinuous, 0.25};
inline constexpr Pen kHiddenPen{0.18, LineType::kDashed, 0};
inline constexpr Pen kDimensionPen{0.13, LineType::kContinuous, 0.3};
inline constexpr Pen kTickPen{0.3};

inline constexpr double kMeasuredWallGrey = 0.25;
inline constexpr double kThicknessInferredGrey = 0.62;
inline constexpr double kColumnGrey = 0.1;

inline constexpr double kMarginPaper = 8;  ///< around a drawing without a sheet

inline constexpr double kNameHeightPaper = 2.5;
inline constexpr double kLabelHeightPaper = 1.8;
inline constexpr double kMarkHeightPaper = 1.8;
inline constexpr double kTitleHeightPaper = 3.5;
inline constexpr double kLineSpacing = 1.75;  ///< from baseline to baseline, in heights of capitals

inline constexpr double kDashPaper = 2;
inline constexpr double kDotPaper = 0.4;
inline constexpr double kDashGapPaper = 1;
inline constexpr double kHatchSpacingPaper = 1.5;

inline constexpr double kTickPaper = 2;
inline constexpr double kLabelGapPaper = 0.8;       ///< between a dimension line and its label
inline constexpr double kExtensionGapPaper = 1.5;   ///< between the feature and its extension line
inline constexpr double kExtensionPastPaper = 1.5;  ///< of the extension line past the dimension line
inline constexpr double kFirstChainPaper = 10;      ///< from the building to the first chain of dimensions
inline constexpr double kChainSpacingPaper = 8;

}  // namespace storey::drawing
