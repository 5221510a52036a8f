// Hashes, message authentication and their texts. Pure functions; random numbers are a port.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace storey::service {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view bytes);
Digest hmac_sha256(std::string_view key, std::string_view message);

/// SHA-256 of a stream.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(Sha256Stream&&) noexcept;
  Sha256Stream& operator=(Sha256Stream&&) noexcept;

  void add(std::span<const char> bytes);
  /// The digest of all that was added. The stream is spent afterwards.
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

inline std::string_view as_text(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// Lower-case hexadecimal digits.
std::string to_hex(std::string_view bytes);
/// Base64 (RFC 4648 section 4, padded).
std::string to_base64(std::string_view bytes);
/// Base64 for addresses (RFC 4648 section 5, without padding).
std::string to_base64url(std::string_view bytes);
/// Reads padded base64; nothing if `text` is none.
std::optional<std::string> from_base64(std::string_view text);
/// Reads unpadded base64url; nothing if `text` is none.
std::optional<std::string> from_base64url(std::string_view text);

/// Compares in a time that depends on the lengths only.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace storey::service
