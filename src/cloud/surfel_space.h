// Where the surfels of a conversion are kept: in memory while there is room, then in a scratch file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "base/scratch_file.h"

namespace storey {

/// Shared by all stores of a conversion, and owned by a shared_ptr. Every function may be called from any
/// thread.
class SurfelSpace : public std::enable_shared_from_this<SurfelSpace> {
 public:
  /// Room in memory, given back when it is destroyed. Keeps its space alive.
  class Room {
   public:
    Room() = default;
    Room(std::shared_ptr<SurfelSpace> space, std::uint64_t bytes) : space_(std::move(space)), bytes_(bytes) {}
    Room(Room&& other) noexcept = default;
    Room& operator=(Room&& other) noexcept {
      std::swap(space_, other.space_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Room() {
      if (space_ != nullptr) space_->give_back(bytes_);
    }

   private:
    std::shared_ptr<SurfelSpace> space_;
    std::uint64_t bytes_ = 0;
  };

  /// \param limit   bytes, of what is kept in memory
  /// \param folder  where the scratch file is made once it is needed; empty: of the system
  explicit SurfelSpace(std::uint64_t limit = ~std::uint64_t{0}, std::filesystem::path folder = {})
      : left_(limit), folder_(std::move(folder)) {}

  /// Nothing if there is no room for as many bytes.
  std::optional<Room> reserve(std::uint64_t bytes);
  /// Where the bytes lie in the scratch file from now on. Error: kUnwritable.
  Result<std::uint64_t> append(std::span<const std::byte> bytes);
  /// Reads back what was appended. Throws std::system_error if the disk fails.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const { scratch_->read(offset, bytes); }

 private:
  void give_back(std::uint64_t bytes);

  std::mutex mutex_;
  std::uint64_t left_;  // bytes
  std::filesystem::path folder_;
  std::shared_ptr<ScratchFile> scratch_;
};

}  // namespace storey
