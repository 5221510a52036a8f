// The file with the secrets of a deployment: a line for each, the present one first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config.h"
#include "service/usecases/server_key.h"
#include "storey/result.h"

namespace storey {

/// Where the keys of a deployment are.
std::filesystem::path key_file_of(const ServiceConfig& config);

/// Reads the keys; makes the file with a first one, which has no name, if it is missing. Errors: kUnwritable,
/// kWrongFormat.
Result<std::vector<service::NamedSecret>> load_keys(const std::filesystem::path& file);

/// Puts a new key in front of the others; gives its name. The file is replaced as a whole.
Result<std::string> add_key(const std::filesystem::path& file);

/// Removes a former key. Errors: kInvalidArgument where there is none of that name, or it is the present one.
Result<void> drop_key(const std::filesystem::path& file, const std::string& id);

}  // namespace storey
