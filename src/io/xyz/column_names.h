// Header lines: what the names in them say about the columns.
#pragma once

#include <string_view>
#include <vector>

#include "io/xyz/layout.h"

namespace storey::xyz {

/// Columns that `line` names ("X Y Z R G B", "//X,Y,Z", "# x;y;z;reflectance"), unknown names as kSkip.
/// Empty if the line does not name x, y and z, each once.
std::vector<Column> columns_named_by(std::string_view line);

}  // namespace storey::xyz
