#include "service/domain/address_rules.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace storey::service {
namespace {

IpAddress address(const char* text) {
  IpAddress result{};
  std::array<std::uint8_t, 4> v4{};
  if (inet_pton(AF_INET, text, v4.data()) == 1) return mapped_ipv4(v4);
  EXPECT_EQ(inet_pton(AF_INET6, text, result.data()), 1) << text;
  return result;
}

TEST(PublicAddress, RefusesWhatLeadsInside) {
  for (const char* text :
       {"127.0.0.1",       "127.255.255.254", "10.1.2.3",      "172.16.0.1",  "172.31.255.255",
        "192.168.1.1",     "169.254.169.254", "100.64.0.1",    "0.0.0.0",     "224.0.0.1",
        "255.255.255.255", "198.18.0.1",      "::1",           "::",          "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::7f00:1",        "fe80::1",       "fc00::1",     "fd12::1",
        "ff02::1",         "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001::1",
        "100::1",          "4000::1"})
    EXPECT_FALSE(is_public_address(address(text))) << text;
}

TEST(PublicAddress, AllowsTheInternet) {
  for (const char* text : {"8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1",
                           "2a00::1", "::ffff:8.8.8.8"})
    EXPECT_TRUE(is_public_address(address(text))) << text;
}

TEST(CallTarget, ReadsHostPortAndScheme) {
  const auto plain = parse_call_target("http://example.com/hook?x=1");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->host, "example.com");
  EXPECT_EQ(plain->port, 80);
  EXPECT_FALSE(plain->tls);
  const auto literal = parse_call_target("HTTPS://[2001:db8::1]:8443/a");
  ASSERT_TRUE(literal);
  EXPECT_EQ(literal->host, "2001:db8::1");
  EXPECT_EQ(literal->port, 8443);
  EXPECT_TRUE(literal->tls);
}

TEST(CallTarget, RefusesWhatCannotBeCalled) {
  for (const char* text : {"",
                           "example.com",
                           "ftp://example.com",
                           "file:///etc/passwd",
                           "http://",
                           "http:///x",
                           "http://user@example.com",
                           "http://a b",
                           "http://example.com:0",
                           "http://example.com:99999",
                           "http://example.com:x",
                           "http://[::1",
                           "http://[::1]x",
                           "http://example.com:1",
                           "http://example.com:25",
                           "https://example.com:4190",
                           "https://example.com:6379x",
                           "http://example.com:6667/",
                           "http://example.com:6379/",
                           "https://example.com:11211/",
                           "http://example.com:6679",
                           "http://example.com:10080",
                           "http://example.com/#f",
                           "http://example.com\\@evil",
                           "javascript:alert(1)"}) {
    const auto target = parse_call_target(text);
    ASSERT_FALSE(target) << text;
    EXPECT_EQ(target.error().code, FailureCode::kInvalidWebhookUrl) << text;
  }
}

}  // namespace
}  // namespace storey::service
