#include "http/remote_address.h"

#include <gtest/gtest.h>

namespace storey::http {
namespace {

std::string client(const std::vector<std::string>& proxies, ForwardedHeader kind, const std::string& peer,
                   const std::vector<Header>& fields) {
  const auto trusted = TrustedProxies::create(proxies, kind);
  EXPECT_TRUE(trusted);
  Headers headers;
  for (const Header& field : fields) headers.add(field.name, field.value);
  return trusted->client_address(peer, headers);
}

TEST(TrustedProxies, OnlyTheLastUntrustedAddressIsBelieved) {
  constexpr auto kKind = ForwardedHeader::kXForwardedFor;
  const std::vector<std::string> proxies = {"10.0.0.0/8", "fd00::1"};
  const Header forged{"X-Forwarded-For", "1.1.1.1, 203.0.113.7, 10.1.2.3"};
  EXPECT_EQ(client(proxies, kKind, "10.0.0.1", {forged}), "203.0.113.7");
  EXPECT_EQ(client(proxies, kKind, "fd00::1", {forged}), "203.0.113.7");
  EXPECT_EQ(client(proxies, kKind, "192.0.2.9", {forged}), "192.0.2.9");
  EXPECT_EQ(
      client(proxies, kKind, "10.0.0.1", {{"X-Forwarded-For", "1.1.1.1"}, {"X-Forwarded-For", "2.2.2.2"}}),
      "2.2.2.2");
  EXPECT_EQ(client(proxies, kKind, "10.0.0.1", {}), "10.0.0.1");
  EXPECT_EQ(client(proxies, kKind, "10.0.0.1", {{"X-Forwarded-For", "1.1.1.1, nonsense"}}), "10.0.0.1");
  EXPECT_EQ(client(proxies, kKind, "10.0.0.1", {{"X-Forwarded-For", "[2001:db8::5]:4711"}}), "2001:db8::5");
  EXPECT_EQ(client(proxies, kKind, "10.0.0.1", {{"X-Forwarded-For", "1.2.3.4:4711"}}), "1.2.3.4");
  EXPECT_EQ(client(proxies, ForwardedHeader::kNone, "10.0.0.1", {forged}), "10.0.0.1");
}

TEST(TrustedProxies, ReadsForwarded) {
  constexpr auto kKind = ForwardedHeader::kForwarded;
  const Header field{"Forwarded", "for=1.1.1.1, For=\"[2001:db8::5]:47\";proto=https;by=10.0.0.1"};
  EXPECT_EQ(client({"10.0.0.1"}, kKind, "10.0.0.1", {field}), "2001:db8::5");
  EXPECT_EQ(client({"10.0.0.1"}, kKind, "10.0.0.1", {{"Forwarded", "for=unknown"}}), "10.0.0.1");
  EXPECT_EQ(client({"10.0.0.1"}, kKind, "10.0.0.1", {{"X-Forwarded-For", "1.1.1.1"}}), "10.0.0.1");
}

TEST(TrustedProxies, MappedAddressesAreTheSameAddresses) {
  EXPECT_EQ(client({"10.0.0.1"}, ForwardedHeader::kXForwardedFor, "::ffff:10.0.0.1",
                   {{"X-Forwarded-For", "::ffff:203.0.113.7"}}),
            "203.0.113.7");
}

TEST(TrustedProxies, SayWhetherTheClientUsedTls) {
  const auto used_tls = [](ForwardedHeader kind, const std::string& peer, const std::vector<Header>& fields) {
    const auto trusted = TrustedProxies::create({"10.0.0.1"}, kind);
    Headers headers;
    for (const Header& field : fields) headers.add(field.name, field.value);
    return trusted->client_used_tls(peer, headers);
  };
  constexpr auto kFor = ForwardedHeader::kXForwardedFor, kStandard = ForwardedHeader::kForwarded;
  const Header https{"X-Forwarded-Proto", "https"},
      standard{"Forwarded", "for=1.1.1.1;proto=http, proto=\"HTTPS\""};
  EXPECT_EQ(used_tls(kFor, "10.0.0.1", {https}), true);
  EXPECT_EQ(used_tls(kFor, "10.0.0.1", {{"X-Forwarded-Proto", "https, http"}}), false);
  EXPECT_EQ(used_tls(kFor, "10.0.0.2", {https}), std::nullopt);
  EXPECT_EQ(used_tls(kFor, "10.0.0.1", {standard}), std::nullopt);
  EXPECT_EQ(used_tls(kStandard, "10.0.0.1", {standard}), true);
  EXPECT_EQ(used_tls(kStandard, "10.0.0.1", {https}), std::nullopt);
  EXPECT_EQ(used_tls(ForwardedHeader::kNone, "10.0.0.1", {https}), std::nullopt);
}

TEST(TrustedProxies, NamesWhatIsNoRange) {
  const auto trusted = TrustedProxies::create({"10.0.0.1", "proxy.example"}, ForwardedHeader::kForwarded);
  ASSERT_FALSE(trusted);
  EXPECT_EQ(trusted.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(trusted.error().message.find("proxy.example"), std::string::npos);
}

}  // namespace
}  // namespace storey::http
