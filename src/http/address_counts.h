// How many connections each address has open.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace storey::http {

/// An IPv4 address counts by itself, an IPv6 address with the /64 that one subscriber has. From any thread.
class AddressCounts {
 public:
  /// A connection, counted until the ticket goes. May live longer than the counts.
  using Ticket = std::shared_ptr<void>;

  /// `most` connections for each address; 0: any number.
  explicit AddressCounts(std::size_t most) : most_(most), counts_(std::make_shared<Counts>()) {}

  /// Nothing where the address has as many as it may.
  std::optional<Ticket> take(const boost::asio::ip::address& address) {
    if (most_ == 0) return Ticket();
    const Key key = key_of(address);
    {
      const std::lock_guard lock(counts_->mutex);
      std::size_t& count = counts_->by_address[key];
      if (count >= most_) return std::nullopt;
      ++count;
    }
    return Ticket(nullptr, [counts = counts_, key](void*) {
      const std::lock_guard lock(counts->mutex);
      const auto found = counts->by_address.find(key);
      if (--found->second == 0) counts->by_address.erase(found);
    });
  }

 private:
  using Key = std::array<std::uint8_t, 8>;
  struct Counts {
    std::mutex mutex;
    std::map<Key, std::size_t> by_address;
  };

  static Key key_of(const boost::asio::ip::address& address) {
    namespace ip = boost::asio::ip;
    Key key{};
    if (address.is_v6() && !address.to_v6().is_v4_mapped()) {
      const auto bytes = address.to_v6().to_bytes();
      std::copy_n(bytes.begin(), key.size(), key.begin());
      return key;
    }
    // No subscriber has ::/64, so that IPv4 addresses have room there.
    const auto v4 = address.is_v4() ? address.to_v4() : ip::make_address_v4(ip::v4_mapped, address.to_v6());
    const auto bytes = v4.to_bytes();
    std::copy(bytes.begin(), bytes.end(), key.begin() + 4);
    return key;
  }

  std::size_t most_;
  std::shared_ptr<Counts> counts_;
};

}  // namespace storey::http
