// What the columns of a cloud hold, judged by their values.
#pragma once

#include <cstddef>
#include <vector>

#include "io/xyz/layout.h"

namespace storey::xyz {

/// Sampled lines as numbers; every row has the same length, at least 3. Text fields are NaN.
using SampleRows = std::vector<std::vector<double>>;

/// Columns of lines that begin with x y z. Three that form unit vectors are normals, skipped; three of whole
/// numbers 0…255 are red, green and blue (of a longer run that begins at the fourth column, the first is
/// intensity: the order of .pts); six columns that end in fractions 0…1 or in whole numbers up to 65535 have
/// colours of that kind; of what is left, the first is intensity.
std::vector<Column> guess_columns(const SampleRows& rows);

/// Sets how `layout` scales intensity and colour, from the range of the sampled values.
void set_scales(const SampleRows& rows, Layout& layout);

}  // namespace storey::xyz
