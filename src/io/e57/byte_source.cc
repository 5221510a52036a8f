#include "io/e57/byte_source.h"

#include <cstring>
#include <string>

#include "base/input_file.h"

namespace storey::e57 {
namespace {

Error ends_early(std::uint64_t offset) {
  return {ErrorCode::kDamaged,
          "the file ends before byte " + std::to_string(offset),
          {},
          {},
          "copy the file again"};
}

class FileSource : public ByteSource {
 public:
  explicit FileSource(InputFile file) : file_(std::move(file)) {}

  std::uint64_t size() const override { return file_.size(); }

  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    const auto count = file_.read_at(offset, reinterpret_cast<char*>(out.data()), out.size());
    if (!count) return fail(count.error());
    if (*count < out.size()) return fail(ends_early(offset + out.size()));
    return {};
  }

 private:
  InputFile file_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }

  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset)
      return fail(ends_early(offset + out.size()));
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  auto file = InputFile::open(path);
  if (!file) return fail(file.error());
  return std::make_unique<FileSource>(std::move(*file));
}

std::unique_ptr<ByteSource> memory_source(std::span<const std::uint8_t> bytes) {
  return std::make_unique<MemorySource>(bytes);
}

}  // namespace storey::e57
