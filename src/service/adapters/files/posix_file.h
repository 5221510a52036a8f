// System calls on files, as Results.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "storey/result.h"

namespace storey::service {

/// "cannot ACTION: what the system says", with the remedy where there is one.
tl::unexpected<Error> system_error(const std::string& action, const std::filesystem::path& file, int number,
                                   ErrorCode code = ErrorCode::kUnwritable);

/// A file descriptor that is closed by its owner.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

/// Makes the folder, and those above it, where they are missing. Durable: the names of those that it made are
/// on disk when it returns.
Result<void> make_folder(const std::filesystem::path& folder, bool durable);

/// Brings the names of what is in the folder to the disk.
Result<void> sync_folder(const std::filesystem::path& folder);

/// Puts the finished file `from`, which is open, in its place, whose folder is made if need be. Durable: name
/// and bytes are on disk when it returns. If that fails, the file is in neither place or still in its first.
Result<void> move_into_place(int open_file, const std::filesystem::path& from,
                             const std::filesystem::path& to, bool durable);

Result<void> write_all(int descriptor, std::span<const char> bytes, const std::filesystem::path& file);

/// Appends all of `from` to `to`, inside the kernel where the file system can.
Result<void> append_file(int from, int to, const std::filesystem::path& file);

}  // namespace storey::service
