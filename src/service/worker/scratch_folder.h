// Folders for what is being made.
#pragma once

#include <filesystem>

namespace storey::service {

/// Removed with all that is in it. While it is in use it is locked, so that what a process leaves that is
/// killed can be told from what others of this machine work in.
class ScratchFolder {
 public:
  /// Makes it; throws where that cannot be done.
  explicit ScratchFolder(std::filesystem::path path);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_;
};

/// Removes the folders in `parent` that nobody uses.
void remove_abandoned_folders(const std::filesystem::path& parent);

}  // namespace storey::service
