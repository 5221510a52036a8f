// E57 clouds (ASTM E2807-11).
#pragma once

#include <filesystem>
#include <memory>

#include "cloud/cloud_source.h"

namespace storey {

Result<std::unique_ptr<CloudSource>> open_e57(const std::filesystem::path& path);

}  // namespace storey
