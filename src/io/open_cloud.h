// The door to all readers: which one a file needs is decided by its first bytes, not by its name.
#pragma once

#include <filesystem>
#include <memory>

#include "cloud/cloud_source.h"

namespace storey {

Result<std::unique_ptr<CloudSource>> open_cloud(const std::filesystem::path& path);

}  // namespace storey
