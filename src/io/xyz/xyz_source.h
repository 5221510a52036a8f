// XYZ text clouds (.xyz, .txt, .csv, .asc, .pts): columns `x y z` and then any of intensity and colour.
#pragma once

#include <filesystem>
#include <memory>

#include "cloud/cloud_source.h"

namespace storey {

Result<std::unique_ptr<CloudSource>> open_xyz(const std::filesystem::path& path);

}  // namespace storey
