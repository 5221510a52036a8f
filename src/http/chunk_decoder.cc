#include "http/chunk_decoder.h"

#include "http/headers.h"

namespace storey::http {
namespace {

constexpr std::size_t kMaxSizeDigits = 15;        // fits 60 bits
constexpr std::size_t kMaxExtensionBytes = 4096;  // of all chunks of a body: nobody uses them
constexpr std::size_t kMaxTrailerBytes = 8192;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

tl::expected<std::size_t, Fault> ChunkDecoder::skip_framing(std::string_view bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && state_ != State::kData && state_ != State::kDone) {
    if (!step(bytes[taken])) return tl::unexpected(Fault{400, "the chunked body is malformed"});
    ++taken;
  }
  return taken;
}

void ChunkDecoder::took(std::uint64_t count) {
  left_ -= count;
  if (left_ == 0) state_ = State::kDataReturn;
}

bool ChunkDecoder::step(char c) {
  switch (state_) {
    case State::kSize:
      return step_size(c);
    case State::kExtension:
      if (c == '\r') {
        state_ = State::kSizeLineFeed;
        return true;
      }
      return ++extension_bytes_ <= kMaxExtensionBytes && is_field_value({&c, 1});
    case State::kSizeLineFeed:
      return c == '\n' && end_size_line();
    case State::kDataReturn:
      state_ = State::kDataLineFeed;
      return c == '\r';
    case State::kDataLineFeed:
      state_ = State::kSize;
      return c == '\n';
    case State::kTrailer:
      if (c == '\r') {
        state_ = State::kTrailerLineFeed;
        return true;
      }
      trailer_line_.push_back(c);
      return ++trailer_bytes_ <= kMaxTrailerBytes && c != '\n';
    case State::kTrailerLineFeed:
      return c == '\n' && end_trailer_line();
    case State::kData:
    case State::kDone:
      break;
  }
  return false;
}

bool ChunkDecoder::step_size(char c) {
  if (const int digit = hex_digit(c); digit >= 0) {
    left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
    return ++digits_ <= kMaxSizeDigits;
  }
  // No space may stand around the size: some servers skip it, others end the number there.
  if (digits_ == 0 || (c != ';' && c != '\r')) return false;
  state_ = c == ';' ? State::kExtension : State::kSizeLineFeed;
  return true;
}

bool ChunkDecoder::end_size_line() {
  state_ = left_ == 0 ? State::kTrailer : State::kData;
  digits_ = 0;
  return true;
}

bool ChunkDecoder::end_trailer_line() {
  if (trailer_line_.empty()) {
    state_ = State::kDone;
    return true;
  }
  const std::string_view line = trailer_line_;
  const auto colon = line.find(':');
  const bool valid = colon != std::string_view::npos && is_token(line.substr(0, colon)) &&
                     is_field_value(line.substr(colon + 1));
  trailer_line_.clear();
  state_ = State::kTrailer;
  return valid;
}

}  // namespace storey::http
