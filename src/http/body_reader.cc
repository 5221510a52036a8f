#include "http/body_reader.h"

#include <algorithm>
#include <cstring>

namespace storey::http {

Task<Result<std::string>> BodyReader::collect(std::size_t limit) {
  constexpr std::size_t kPiece = 16'384;
  std::string bytes;
  for (;;) {
    const std::size_t size = bytes.size();
    // What the client announces decides the first allocation only, and that only up to one piece. One byte
    // more than is allowed, or announced, tells a body that ends there from a longer one.
    const std::size_t expected =
        static_cast<std::size_t>(std::min<std::uint64_t>(announced_size().value_or(1024), kPiece)) + 1;
    bytes.resize(size + std::min(size == 0 ? expected : std::max(kPiece, size), limit - size + 1));
    const Result<std::size_t> count = co_await read(std::span(bytes).subspan(size));
    if (!count) co_return fail(count.error());
    bytes.resize(size + *count);
    if (*count == 0) co_return bytes;
    if (bytes.size() > limit)
      co_return fail(ErrorCode::kLimit, "the body is larger than " + std::to_string(limit) + " bytes");
  }
}

Task<Result<std::size_t>> StringBodyReader::read(std::span<char> into) {
  const std::size_t count = std::min(into.size(), bytes_.size() - position_);
  std::memcpy(into.data(), bytes_.data() + position_, count);
  position_ += count;
  co_return count;
}

}  // namespace storey::http
