#include "io/e57/bit_unpack.h"

#include <gtest/gtest.h>

#include <random>

namespace storey::e57 {
namespace {

Field integer_field(unsigned bits, std::int64_t minimum) {
  Field field;
  field.type = FieldType::kScaledInteger;
  field.bits = bits;
  field.minimum = minimum;
  const std::uint64_t span = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  field.maximum = static_cast<std::int64_t>(static_cast<std::uint64_t>(minimum) + span);
  field.scale = 0.001;
  field.offset = 5;
  return field;
}

/// Bit by bit, as slowly and plainly as the standard puts it.
std::vector<std::uint8_t> packed(const std::vector<std::uint64_t>& values, unsigned bits,
                                 unsigned first_bit) {
  std::vector<std::uint8_t> bytes((first_bit + values.size() * bits + 7) / 8 + kUnpackSlack, 0xA5);
  std::size_t at = first_bit;
  for (const std::uint64_t value : values)
    for (unsigned bit = 0; bit < bits; ++bit, ++at) {
      bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] & ~(1u << at % 8));
      if ((value >> bit & 1) != 0) bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] | 1u << at % 8);
    }
  return bytes;
}

class UnpackEveryWidth : public ::testing::TestWithParam<unsigned> {};

TEST_P(UnpackEveryWidth, GivesTheNumbersThatWerePackedFromAnyBit) {
  const unsigned bits = GetParam();
  constexpr std::size_t kCount = 43;  // five groups of eight and a rest
  std::mt19937_64 random(bits);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  // The smallest number and zero as minimum; at 64 bits there is only one.
  for (const std::int64_t minimum : {bits == 64 ? INT64_MIN : -1000, bits < 63 ? 0 : INT64_MIN}) {
    const Field field = integer_field(bits, minimum);
    for (unsigned first_bit = 0; first_bit < 8; ++first_bit) {
      std::vector<std::uint64_t> values(kCount);
      for (std::uint64_t& value : values) value = random() & mask;
      values[0] = mask;
      values[kCount - 1] = mask;
      const std::vector<std::uint8_t> bytes = packed(values, bits, first_bit);
      std::vector<double> plain(kCount), chosen(kCount);
      detail::unpack_integers(field, bytes.data(), first_bit, kCount, plain.data());
      unpack(field, bytes.data(), first_bit, kCount, chosen.data());
      for (std::size_t i = 0; i < kCount; ++i) {
        const auto stored = static_cast<std::int64_t>(values[i] + static_cast<std::uint64_t>(minimum));
        const double expected = static_cast<double>(stored) * 0.001 + 5;
        ASSERT_EQ(plain[i], expected) << "value " << i << " from bit " << first_bit;
        ASSERT_EQ(chosen[i], expected) << "value " << i << " from bit " << first_bit;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, UnpackEveryWidth, ::testing::Range(0u, 65u));

TEST(Unpack, VectorCodeIsLeftOutWhereItWouldRound) {
  Field field = integer_field(40, 0);
  field.minimum = INT64_C(1) << 52;
  field.maximum = field.minimum + 1000;
  EXPECT_FALSE(detail::can_unpack_by_avx2(field));
  EXPECT_FALSE(detail::can_unpack_by_avx2(integer_field(58, -1)));
}

TEST(Unpack, ReadsFloatsFromAnyAddress) {
  const std::vector<float> singles = {1.5f, -2.25f, 1e-38f};
  const std::vector<double> doubles = {1.1, -2.2, 1e300};
  std::vector<std::uint8_t> bytes(1 + 3 * 8 + kUnpackSlack);
  Field field;
  std::vector<double> out(3);

  field.type = FieldType::kSingle;
  std::memcpy(bytes.data() + 1, singles.data(), 3 * sizeof(float));
  unpack(field, bytes.data() + 1, 0, 3, out.data());
  EXPECT_EQ(out, (std::vector<double>{1.5, -2.25, 1e-38f}));

  field.type = FieldType::kDouble;
  std::memcpy(bytes.data() + 1, doubles.data(), 3 * sizeof(double));
  unpack(field, bytes.data() + 1, 0, 3, out.data());
  EXPECT_EQ(out, doubles);
}

}  // namespace
}  // namespace storey::e57
