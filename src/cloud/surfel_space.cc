#include "cloud/surfel_space.h"

namespace storey {

std::optional<SurfelSpace::Room> SurfelSpace::reserve(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > left_) return std::nullopt;
  left_ -= bytes;
  return Room(shared_from_this(), bytes);
}

void SurfelSpace::give_back(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  left_ += bytes;
}

Result<std::uint64_t> SurfelSpace::append(std::span<const std::byte> bytes) {
  {
    const std::lock_guard lock(mutex_);
    if (scratch_ == nullptr) {
      Result<std::shared_ptr<ScratchFile>> opened = ScratchFile::open(folder_);
      if (!opened) return tl::unexpected(opened.error());
      scratch_ = std::move(*opened);
    }
  }
  return scratch_->append(bytes);
}

}  // namespace storey
