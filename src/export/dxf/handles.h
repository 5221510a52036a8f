// Handles that one part of a file needs to know of another.
#pragma once

#include "export/dxf/group_writer.h"

namespace storey::dxf {

inline constexpr Handle kVportTable = 0x1, kLinetypeTable = 0x2, kLayerTable = 0x3, kStyleTable = 0x4,
                        kViewTable = 0x5, kUcsTable = 0x6, kAppidTable = 0x7, kDimstyleTable = 0x8,
                        kBlockRecordTable = 0x9;
inline constexpr Handle kRootDictionary = 0xA, kGroupDictionary = 0xB, kLayoutDictionary = 0xC,
                        kPlotStyleDictionary = 0xD, kNormalPlotStyle = 0xE, kModelLayout = 0xF,
                        kPaperLayout = 0x10;
inline constexpr Handle kModelSpace = 0x11, kPaperSpace = 0x12, kTextStyle = 0x13, kDimensionStyle = 0x14;

inline constexpr const char* kStyleName = "STOREY";  ///< of the text style and the dimension style

}  // namespace storey::dxf
