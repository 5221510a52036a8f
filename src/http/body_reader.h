// The body of a request as its handler reads it: piece by piece, as fast as the handler takes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "http/task.h"
#include "storey/result.h"

namespace storey::http {

/// Nothing is read from the client before it is asked for: a handler that writes to a slow disk slows the
/// sender down, and memory does not depend on the size of the body.
class BodyReader {
 public:
  virtual ~BodyReader() = default;

  /// The next bytes into `into`; 0 at the end of the body. Errors: kLimit (larger than the route allows),
  /// kDamaged (framing), kCancelled (the client went away, was too slow, or the server stops). After an error
  /// the connection answers for itself; what the handler returns is not sent.
  virtual Task<Result<std::size_t>> read(std::span<char> into) = 0;

  /// Size in bytes as announced by the client; nullopt for a chunked body.
  virtual std::optional<std::uint64_t> announced_size() const = 0;

  /// Bytes of the body read so far.
  virtual std::uint64_t received() const = 0;

  /// The whole rest of the body; kLimit where it is larger than `limit` bytes.
  Task<Result<std::string>> collect(std::size_t limit);
};

/// A body in memory, for handlers called without a connection.
class StringBodyReader : public BodyReader {
 public:
  explicit StringBodyReader(std::string bytes) : bytes_(std::move(bytes)) {}
  Task<Result<std::size_t>> read(std::span<char> into) override;
  std::optional<std::uint64_t> announced_size() const override { return bytes_.size(); }
  std::uint64_t received() const override { return position_; }

 private:
  std::string bytes_;
  std::size_t position_ = 0;
};

}  // namespace storey::http
