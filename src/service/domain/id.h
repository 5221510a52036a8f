// Identifiers: UUIDv7 texts (RFC 9562), one type for each kind of thing, so that they cannot be mixed up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace storey::service {

template <class Tag>
struct Id {
  std::string text;

  Id() = default;
  explicit Id(std::string value) : text(std::move(value)) {}
  bool empty() const { return text.empty(); }
  friend auto operator<=>(const Id&, const Id&) = default;
};

using ClientId = Id<struct ClientTag>;
using ProjectId = Id<struct ProjectTag>;
using OrderId = Id<struct OrderTag>;
using AssetId = Id<struct AssetTag>;
using WebhookId = Id<struct WebhookTag>;
using DeliveryId = Id<struct DeliveryTag>;
using JobId = Id<struct JobTag>;
using ResultId = Id<struct ResultTag>;
using BlobId = Id<struct BlobTag>;

/// Text of the UUIDv7 with this time (milliseconds since 1970, the low 48 bits count), this 12-bit sequence
/// (RFC 9562 6.2, method 1: orders identifiers of one millisecond) and 62 of the random bits.
std::string make_uuid_v7(std::uint64_t unix_ms, std::uint16_t sequence,
                         std::span<const std::uint8_t, 8> random);

/// True for 8-4-4-4-12 lower-case hexadecimal digits with version 7 and the RFC's variant.
bool is_uuid_v7(std::string_view text);

}  // namespace storey::service

template <class Tag>
struct std::hash<storey::service::Id<Tag>> {
  std::size_t operator()(const storey::service::Id<Tag>& id) const noexcept {
    return std::hash<std::string>{}(id.text);
  }
};
