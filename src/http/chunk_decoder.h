// The chunked transfer coding (RFC 9112 section 7.1), read strictly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "http/fault.h"

namespace storey::http {

/// Walks the framing of a chunked body. The caller moves the data itself, so that it can be read straight to
/// where it belongs: `skip_framing` until `data_left() > 0`, take up to that many bytes, tell `took`, and so
/// on until `done`.
class ChunkDecoder {
 public:
  /// Takes framing off the front of `bytes`: the number of bytes taken, or a fault. Stops before data, at the
  /// end of the body, or where `bytes` ends. Trailer fields are checked and dropped.
  tl::expected<std::size_t, Fault> skip_framing(std::string_view bytes);

  /// Bytes of data that come next.
  std::uint64_t data_left() const { return state_ == State::kData ? left_ : 0; }
  void took(std::uint64_t count);
  bool done() const { return state_ == State::kDone; }

 private:
  enum class State {
    kSize,
    kExtension,
    kSizeLineFeed,
    kData,
    kDataReturn,
    kDataLineFeed,
    kTrailer,
    kTrailerLineFeed,
    kDone
  };

  bool step(char c);
  bool step_size(char c);
  bool end_size_line();
  bool end_trailer_line();

  State state_ = State::kSize;
  std::uint64_t left_ = 0;
  std::size_t digits_ = 0;
  std::size_t extension_bytes_ = 0;
  std::size_t trailer_bytes_ = 0;
  std::string trailer_line_;
};

}  // namespace storey::http
