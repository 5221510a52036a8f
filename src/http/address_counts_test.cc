#include "http/address_counts.h"

#include <gtest/gtest.h>

#include <vector>

namespace storey::http {
namespace {

boost::asio::ip::address address(const char* text) { return boost::asio::ip::make_address(text); }

TEST(AddressCounts, BoundEachAddressByItself) {
  AddressCounts counts(2);
  std::vector<AddressCounts::Ticket> open;
  const auto take = [&](const char* text) {
    auto ticket = counts.take(address(text));
    if (ticket) open.push_back(std::move(*ticket));
    return ticket.has_value();
  };
  EXPECT_TRUE(take("192.0.2.1"));
  EXPECT_TRUE(take("::ffff:192.0.2.1"));
  EXPECT_FALSE(take("192.0.2.1"));
  EXPECT_TRUE(take("192.0.2.2"));
  EXPECT_TRUE(take("2001:db8::1"));
  EXPECT_TRUE(take("2001:db8::ffff:1"));
  EXPECT_FALSE(take("2001:db8::2")) << "one subscriber has all of these";
  EXPECT_TRUE(take("2001:db8:0:1::1"));
  open.clear();
  EXPECT_TRUE(take("192.0.2.1"));
}

TEST(AddressCounts, AreNotBoundByZero) {
  AddressCounts counts(0);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(counts.take(address("192.0.2.1")));
}

}  // namespace
}  // namespace storey::http
