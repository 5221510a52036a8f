#include "convert_sandbox.h"

#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "sandbox/sandbox.h"

namespace storey {

namespace fs = std::filesystem;

SandboxedConversion::~SandboxedConversion() {
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());
}

Result<void> SandboxedConversion::make_folder(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code status;
  for (fs::path path = fs::absolute(folder).lexically_normal(); !fs::exists(path, status);
       path = path.parent_path())
    if (path.has_filename()) missing.push_back(path);
  for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
    if (fs::create_directory(*path, status)) made_.push_back(*path);
    if (status)
      return fail({ErrorCode::kUnwritable,
                   "cannot be made (" + status.message() + ")",
                   path->string(),
                   {},
                   "choose another folder"});
  }
  return {};
}

Result<void> SandboxedConversion::enter(const std::vector<fs::path>& scans, const fs::path& folder,
                                        const std::string& mode) {
  if (mode == "off") return {};
  if (Result<void> made = make_folder(folder); !made) return made;
  SandboxRules rules;
  rules.readable = conversion_resources();
  rules.readable.insert(rules.readable.end(), scans.begin(), scans.end());
  rules.writable = {folder};
  ::setenv("TMPDIR", fs::absolute(folder).c_str(), 1);  // where a scan goes that does not fit into memory
  if (!made_.empty()) rules.tidied = {made_.front().parent_path()};
  return enter_sandbox(rules, mode == "required");
}

}  // namespace storey
