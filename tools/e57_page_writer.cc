#include "tools/e57_page_writer.h"

#include <algorithm>

#include "io/e57/crc32c.h"
#include "io/e57/page_layout.h"

namespace storey {
namespace {

using e57::kPagePayload;
using e57::kPageSize;

void seal(std::vector<std::uint8_t>& page) {
  const std::uint32_t crc = e57::crc32c({page.data(), kPagePayload});
  for (std::size_t i = 0; i < 4; ++i) page[kPagePayload + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
}

}  // namespace

E57PageWriter::E57PageWriter(const std::filesystem::path& path) : page_(kPageSize) {
  file_.exceptions(std::ios::failbit | std::ios::badbit);
  file_.open(path, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
}

void E57PageWriter::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t in_page = static_cast<std::size_t>(position_ % kPagePayload);
    const std::size_t part = std::min<std::size_t>(bytes.size(), kPagePayload - in_page);
    std::copy_n(bytes.begin(), part, page_.begin() + static_cast<std::ptrdiff_t>(in_page));
    position_ += part;
    bytes = bytes.subspan(part);
    if (position_ % kPagePayload == 0) write_page();
  }
}

void E57PageWriter::append(std::string_view text) {
  append({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void E57PageWriter::align(std::uint64_t alignment) {
  constexpr std::uint8_t kZero[1] = {0};
  while (position_ % alignment != 0) append(kZero);
}

void E57PageWriter::patch(std::uint64_t position, std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> written(kPageSize);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t page = (position + i) / kPagePayload;
    const std::size_t in_page = static_cast<std::size_t>((position + i) % kPagePayload);
    if (page == position_ / kPagePayload) {
      page_[in_page] = bytes[i];
      continue;
    }
    const auto at = static_cast<std::streamoff>(page * kPageSize);
    file_.seekg(at);
    file_.read(reinterpret_cast<char*>(written.data()), kPageSize);
    written[in_page] = bytes[i];
    seal(written);
    file_.seekp(at);
    file_.write(reinterpret_cast<const char*>(written.data()), kPageSize);
  }
  file_.seekp(0, std::ios::end);
}

std::uint64_t E57PageWriter::finish() {
  align(kPagePayload);
  file_.close();
  return position_ / kPagePayload * kPageSize;
}

void E57PageWriter::write_page() {
  seal(page_);
  file_.write(reinterpret_cast<const char*>(page_.data()), kPageSize);
  std::fill(page_.begin(), page_.end(), std::uint8_t{0});
}

}  // namespace storey
