#include "io/e57/page_reader.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "io/e57/crc32c.h"

namespace storey::e57 {

Result<void> PageReader::load(std::uint64_t begin, std::uint64_t end, std::uint64_t wanted_end) {
  if (begin >= end) return {};
  if (end > file_.logical_size())
    return fail(Error{ErrorCode::kDamaged,
                      "bytes up to " + std::to_string(physical_from_logical(end)) +
                          " are referred to, the file has " + std::to_string(file_.pages * kPageSize),
                      {},
                      "page " + std::to_string(file_.pages),
                      "copy the file again"});
  const std::uint64_t first = page_of_logical(begin);
  const std::uint64_t last = page_of_logical(end - 1) + 1;
  if (first >= first_page_ && last <= end_page_) return {};
  std::uint64_t ahead = last;
  if (wanted_end > end) {
    const std::uint64_t wanted = std::min(page_of_logical(wanted_end - 1) + 1, file_.pages);
    ahead = std::max(last, std::min(wanted, first + read_ahead_));
  }
  return fetch(first, ahead);
}

Result<void> PageReader::verify(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t step = read_ahead_ * kPagePayload;
  for (; begin < end; begin += std::min(step, end - begin))
    if (auto loaded = load(begin, std::min(end, begin + step)); !loaded) return loaded;
  return {};
}

Result<void> PageReader::fetch(std::uint64_t first_page, std::uint64_t end_page) {
  // What is in the window already and wanted on moves to its front; the rest is read behind it.
  std::size_t kept = 0;
  if (first_page >= first_page_ && first_page < end_page_) {
    kept = static_cast<std::size_t>(end_page_ - first_page);
    std::memmove(window_.data(), window_.data() + (first_page - first_page_) * kPageSize, kept * kPageSize);
  }
  first_page_ = first_page;
  end_page_ = first_page + kept;
  const std::size_t missing = static_cast<std::size_t>(end_page - end_page_);
  if (window_.size() < (kept + missing) * kPageSize) window_.resize((kept + missing) * kPageSize);
  std::uint8_t* fresh = window_.data() + kept * kPageSize;
  if (auto read = file_.bytes->read(end_page_ * kPageSize, {fresh, missing * kPageSize}); !read) {
    Error error = read.error();
    error.place = "page " + std::to_string(end_page_);
    return fail(std::move(error));
  }
  if (file_.checksums == Checksums::kVerify) {
    if (const std::size_t bad = first_bad_page(fresh, missing); bad < missing) {
      const std::uint64_t page = end_page_ + bad;
      return fail(
          Error{ErrorCode::kDamaged,
                "checksum mismatch in the 1024 bytes from byte " + std::to_string(page * kPageSize) + " on",
                {},
                "page " + std::to_string(page),
                "copy or export the file again"});
    }
  }
  end_page_ = end_page;
  return {};
}

void PageReader::copy(std::uint64_t begin, std::size_t count, std::uint8_t* out) const {
  std::uint64_t page = page_of_logical(begin);
  std::size_t in_page = static_cast<std::size_t>(begin % kPagePayload);
  while (count > 0) {
    const std::size_t part = std::min(count, static_cast<std::size_t>(kPagePayload) - in_page);
    std::memcpy(out, window_.data() + (page - first_page_) * kPageSize + in_page, part);
    out += part;
    count -= part;
    in_page = 0;
    ++page;
  }
}

}  // namespace storey::e57
