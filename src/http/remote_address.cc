#include "http/remote_address.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <optional>

namespace storey::http {
namespace {

namespace ip = boost::asio::ip;

std::optional<ip::address> parse_address(std::string_view text) {
  boost::system::error_code error;
  ip::address address = ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    address = ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
std::optional<ip::address> parse_node(std::string_view text) {
  if (text.starts_with('[')) return parse_address(text.substr(1, text.find(']') - 1));
  if (std::count(text.begin(), text.end(), ':') == 1) text = text.substr(0, text.find(':'));
  return parse_address(text);
}

// A parameter of one element of `Forwarded` (RFC 7239), without its quotes; empty if there is none.
std::string_view forwarded_parameter(std::string_view element, std::string_view name) {
  while (!element.empty()) {
    const std::string_view pair = element.substr(0, element.find(';'));
    element.remove_prefix(std::min(element.size(), pair.size() + 1));
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos || !equal_ignoring_case(trim(pair.substr(0, equals)), name))
      continue;
    std::string_view value = trim(pair.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return value;
  }
  return {};
}

std::vector<std::string_view> forwarded_nodes(const Headers& headers, ForwardedHeader kind) {
  const std::string_view name = kind == ForwardedHeader::kForwarded ? "Forwarded" : "X-Forwarded-For";
  std::vector<std::string_view> nodes;
  for (const Header& field : headers) {
    if (!equal_ignoring_case(field.name, name)) continue;
    for (const std::string_view member : split_list(field.value))
      nodes.push_back(kind == ForwardedHeader::kForwarded ? forwarded_parameter(member, "for") : member);
  }
  return nodes;
}

}  // namespace

struct TrustedProxies::Ranges {
  std::vector<ip::network_v4> v4;
  std::vector<ip::network_v6> v6;

  bool contain(const ip::address& address) const {
    if (address.is_v4())
      return std::any_of(v4.begin(), v4.end(), [&](const ip::network_v4& range) {
        return ip::network_v4(address.to_v4(), range.prefix_length()).canonical() == range;
      });
    return std::any_of(v6.begin(), v6.end(), [&](const ip::network_v6& range) {
      return ip::network_v6(address.to_v6(), range.prefix_length()).canonical() == range;
    });
  }
};

TrustedProxies::TrustedProxies(std::unique_ptr<Ranges> ranges, ForwardedHeader header)
    : ranges_(std::move(ranges)), header_(header) {}
TrustedProxies::~TrustedProxies() = default;
TrustedProxies::TrustedProxies(TrustedProxies&&) noexcept = default;
TrustedProxies& TrustedProxies::operator=(TrustedProxies&&) noexcept = default;

Result<TrustedProxies> TrustedProxies::create(const std::vector<std::string>& ranges,
                                              ForwardedHeader header) {
  auto parsed = std::make_unique<Ranges>();
  for (const std::string& text : ranges) {
    boost::system::error_code error;
    if (const auto address = parse_address(text)) {
      if (address->is_v4()) {
        parsed->v4.emplace_back(address->to_v4(), 32);
      } else {
        parsed->v6.emplace_back(address->to_v6(), 128);
      }
    } else if (const auto v4 = ip::make_network_v4(text, error); !error) {
      parsed->v4.push_back(v4.canonical());
    } else if (const auto v6 = ip::make_network_v6(text, error); !error) {
      parsed->v6.push_back(v6.canonical());
    } else {
      return fail(ErrorCode::kInvalidArgument, "trusted proxy \"" + text + "\" is no address and no range",
                  "write it like 10.0.0.1, 10.0.0.0/8 or fd00::/8");
    }
  }
  return TrustedProxies(std::move(parsed), header);
}

std::string TrustedProxies::client_address(std::string_view peer, const Headers& headers) const {
  const std::optional<ip::address> peer_address = parse_address(peer);
  if (!peer_address) return std::string(peer);
  ip::address client = *peer_address;
  if (header_ != ForwardedHeader::kNone && ranges_->contain(client)) {
    const std::vector<std::string_view> nodes = forwarded_nodes(headers, header_);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      const std::optional<ip::address> address = parse_node(*node);
      if (!address) break;  // `unknown`, or an obfuscated name: the proxy that wrote it is the last we know
      client = *address;
      if (!ranges_->contain(client)) break;
    }
  }
  return client.to_string();
}

bool TrustedProxies::trusts(std::string_view peer) const {
  const std::optional<ip::address> address = parse_address(peer);
  return address && ranges_->contain(*address);
}

std::optional<bool> TrustedProxies::client_used_tls(std::string_view peer, const Headers& headers) const {
  const std::optional<ip::address> peer_address = parse_address(peer);
  if (header_ == ForwardedHeader::kNone || !peer_address || !ranges_->contain(*peer_address))
    return std::nullopt;
  const bool standard = header_ == ForwardedHeader::kForwarded;
  std::string_view scheme;
  for (const Header& field : headers)
    if (equal_ignoring_case(field.name, standard ? "Forwarded" : "X-Forwarded-Proto"))
      for (const std::string_view member : split_list(field.value))
        scheme = standard ? forwarded_parameter(member, "proto") : member;
  if (scheme.empty()) return std::nullopt;
  return equal_ignoring_case(scheme, "https");
}

}  // namespace storey::http
