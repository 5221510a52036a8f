// Finds out how a text cloud is written by looking at its beginning and at places spread over it.
#pragma once

#include "base/input_file.h"
#include "io/xyz/layout.h"

namespace storey::xyz {

/// Errors: kNoPoints for a file without any text, or with comments only; kWrongFormat for a file of another
/// kind, for text without coordinates, and for numbers whose decimal commas cannot be told from separators.
Result<Layout> detect_layout(const InputFile& file);

}  // namespace storey::xyz
