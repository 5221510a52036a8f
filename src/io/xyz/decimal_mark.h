// Decimal point or decimal comma.
#pragma once

#include <string_view>

namespace storey::xyz {

enum class DecimalMark {
  kPoint,
  kComma,      ///< other separators stand between the numbers
  kAmbiguous,  ///< decimal commas, it seems, and commas between the numbers as well
};

/// Judges by the lines of `text` that hold nothing but numbers and separators.
DecimalMark find_decimal_mark(std::string_view text);

}  // namespace storey::xyz
