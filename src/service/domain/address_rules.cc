#include "service/domain/address_rules.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "service/domain/text.h"

namespace storey::service {
namespace {

struct Range {
  IpAddress network;
  int prefix_bits;
};

IpAddress v6(std::initializer_list<std::uint8_t> leading) {
  IpAddress address{};
  std::copy(leading.begin(), leading.end(), address.begin());
  return address;
}

Range v4_range(std::array<std::uint8_t, 4> network, int prefix_bits) {
  return {mapped_ipv4(network), 96 + prefix_bits};
}

bool contains(const Range& range, const IpAddress& address) {
  int bits = range.prefix_bits;
  for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
    const auto mask = static_cast<std::uint8_t>(bits >= 8 ? 0xff : 0xff << (8 - bits));
    if ((range.network[i] & mask) != (address[i] & mask)) return false;
  }
  return true;
}

const auto& special_ranges() {
  static const std::array ranges = {
      v4_range({0, 0, 0, 0}, 8),
      v4_range({10, 0, 0, 0}, 8),
      v4_range({100, 64, 0, 0}, 10),
      v4_range({127, 0, 0, 0}, 8),
      v4_range({169, 254, 0, 0}, 16),
      v4_range({172, 16, 0, 0}, 12),
      v4_range({192, 0, 0, 0}, 24),
      v4_range({192, 0, 2, 0}, 24),
      v4_range({192, 88, 99, 0}, 24),
      v4_range({192, 168, 0, 0}, 16),
      v4_range({198, 18, 0, 0}, 15),
      v4_range({198, 51, 100, 0}, 24),
      v4_range({203, 0, 113, 0}, 24),
      v4_range({224, 0, 0, 0}, 4),
      v4_range({240, 0, 0, 0}, 4),
      Range{v6({0x20, 0x01, 0x00}), 23},        // protocol assignments, Teredo among them
      Range{v6({0x20, 0x01, 0x0d, 0xb8}), 32},  // documentation
      Range{v6({0x20, 0x02}), 16},              // 6to4: may lead to any of the above
      Range{v6({0x3f, 0xff}), 20}};             // documentation
  return ranges;
}

/// Ports of protocols that a request of HTTP could be taken for, after the Fetch standard ("bad ports"), and
/// those of databases and caches.
bool is_port_of_another_protocol(int port) {
  static constexpr std::array kPorts = {
      1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,    25,    37,   42,
      43,   53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,   110,   111,  113,
      115,  117,  119,  123,  135,  137,  139,  143,  161,  179,  389,  427,   465,   512,  513,
      514,  515,  526,  530,  531,  532,  540,  548,  554,  556,  563,  587,   601,   636,  989,
      990,  993,  995,  1433, 1521, 1719, 1720, 1723, 2049, 3306, 3659, 4045,  4190,  5060, 5061,
      5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211, 27017};
  return std::binary_search(kPorts.begin(), kPorts.end(), port);
}

tl::unexpected<Failure> bad_url(std::string reason) {
  return refuse(FailureCode::kInvalidWebhookUrl, std::move(reason));
}

}  // namespace

IpAddress mapped_ipv4(std::array<std::uint8_t, 4> address) {
  IpAddress mapped{};
  mapped[10] = mapped[11] = 0xff;
  std::copy(address.begin(), address.end(), mapped.begin() + 12);
  return mapped;
}

bool is_public_address(const IpAddress& address) {
  static const Range kMapped = v4_range({0, 0, 0, 0}, 0);
  static const Range kGlobalUnicast = {v6({0x20}),
                                       3};  // all that IANA has given out of IPv6 for the internet
  if (!contains(kMapped, address) && !contains(kGlobalUnicast, address)) return false;
  return std::none_of(special_ranges().begin(), special_ranges().end(),
                      [&](const Range& range) { return contains(range, address); });
}

Outcome<CallTarget> parse_call_target(std::string_view url) {
  if (url.size() > 2048) return bad_url("the address is longer than 2048 characters");
  for (const char c : url)
    if (c <= ' ' || c == 0x7f || c == '\\' || c == '"' || c == '<' || c == '>')
      return bad_url("the address holds a character that addresses cannot hold");
  CallTarget target;
  const std::string lower = to_lower(url.substr(0, 8));
  if (lower.starts_with("https://"))
    target.tls = true;
  else if (!lower.starts_with("http://"))
    return bad_url("the address must begin with https:// or http://");
  url.remove_prefix(target.tls ? 8 : 7);
  if (url.find('#') != std::string_view::npos) return bad_url("the address must not have a fragment (#)");
  std::string_view authority = url.substr(0, url.find_first_of("/?"));
  if (authority.find('@') != std::string_view::npos) return bad_url("the address must not hold a user name");

  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos)
      return bad_url("the address has an opening bracket without a closing one");
    target.host = std::string(authority.substr(1, close - 1));
    authority.remove_prefix(close + 1);
    if (!authority.empty() && authority.front() != ':')
      return bad_url("the address has characters after its host");
    if (!authority.empty()) port = authority.substr(1);
  } else {
    const std::size_t colon = authority.find(':');
    target.host = std::string(authority.substr(0, colon));
    if (colon != std::string_view::npos) port = authority.substr(colon + 1);
  }
  if (target.host.empty()) return bad_url("the address has no host");
  target.port = target.tls ? 443 : 80;
  if (!port.empty()) {
    const auto [end, status] = std::from_chars(port.data(), port.data() + port.size(), target.port);
    if (status != std::errc() || end != port.data() + port.size() || target.port == 0)
      return bad_url("the address has a port that is none");
    if (is_port_of_another_protocol(target.port))
      return bad_url("port " + std::string(port) + " belongs to another protocol than HTTP");
  }
  return target;
}

}  // namespace storey::service
