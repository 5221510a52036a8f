// `storey convert --sandbox`: what a conversion gives up before it opens a scan.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storey/result.h"

namespace storey {

/// The folder for results, made in advance, and made undone where nothing came into it.
class SandboxedConversion {
 public:
  SandboxedConversion() = default;
  ~SandboxedConversion();
  SandboxedConversion(const SandboxedConversion&) = delete;
  SandboxedConversion& operator=(const SandboxedConversion&) = delete;

  /// Leaves the process the scans and fonts to read and `folder` to write, for good. `mode`: "off", "auto"
  /// (as far as the kernel can) or "required". Errors: kUnwritable, kInternal.
  Result<void> enter(const std::vector<std::filesystem::path>& scans, const std::filesystem::path& folder,
                     const std::string& mode);

 private:
  Result<void> make_folder(const std::filesystem::path& folder);

  std::vector<std::filesystem::path> made_;  ///< outermost first
};

}  // namespace storey
