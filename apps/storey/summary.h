// The end of a conversion as a person reads it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storey/convert.h"

namespace storey {

/// Storeys with their rooms, areas, the ± of their walls and their openings; what was left out; warnings.
std::string summary_text(const Conversion& conversion, ModelUnits units);

/// Where the files are.
std::string files_text(const std::vector<OutputFile>& files, const std::filesystem::path& folder);

}  // namespace storey
