#include "service/domain/id.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

// RFC 9562 appendix A.6: 0x017F22E279B0, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
TEST(UuidV7, MatchesTheExampleOfTheStandard) {
  const std::array<std::uint8_t, 8> random = {0x98, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F};
  EXPECT_EQ(make_uuid_v7(0x017F22E279B0, 0xCC3, random), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

TEST(UuidV7, OrdersByTimeThenBySequence) {
  const std::array<std::uint8_t, 8> high = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  const std::array<std::uint8_t, 8> low = {};
  EXPECT_LT(make_uuid_v7(1000, 1, high), make_uuid_v7(1000, 2, low));
  EXPECT_LT(make_uuid_v7(1000, 4095, high), make_uuid_v7(1001, 0, low));
}

TEST(UuidV7, IsRecognised) {
  EXPECT_TRUE(is_uuid_v7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
  EXPECT_FALSE(is_uuid_v7("017f22e2-79b0-4cc3-98c4-dc0c0c07398f")) << "version 4";
  EXPECT_FALSE(is_uuid_v7("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f")) << "another variant";
  EXPECT_FALSE(is_uuid_v7("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")) << "upper case";
  EXPECT_FALSE(is_uuid_v7("017f22e279b07cc398c4dc0c0c07398f"));
  EXPECT_FALSE(is_uuid_v7(""));
}

}  // namespace
}  // namespace storey::service
