// A file opened for reading at any place, from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "storey/result.h"

namespace storey {

class InputFile {
 public:
  /// Errors: kNotFound; kUnreadable where the system refuses, or `path` is no regular file.
  static Result<InputFile> open(const std::filesystem::path& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  ~InputFile();

  const std::string& name() const { return name_; }
  /// Bytes when it was opened.
  std::uint64_t size() const { return size_; }

  /// Fills `buffer` with the `length` bytes from `offset` on, or with fewer where the file ends; says how
  /// many.
  Result<std::size_t> read_at(std::uint64_t offset, char* buffer, std::size_t length) const;

 private:
  InputFile(int descriptor, std::uint64_t size, std::string name);

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::string name_;
};

}  // namespace storey
