#include "io/e57/bit_unpack.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "io/e57/page_layout.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace storey::e57 {
namespace {

// A value that begins anywhere in a byte lies within the 8 bytes from there on if it has at most 57 bits.
constexpr unsigned kMaxBitsInWord = 57;

std::uint64_t low_bits(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

double value_of(const Field& field, std::uint64_t packed) {
  const auto stored = static_cast<std::int64_t>(packed + static_cast<std::uint64_t>(field.minimum));
  return static_cast<double>(stored) * field.scale + field.offset;
}

template <class Float>
void unpack_floats(const std::uint8_t* bytes, std::size_t count, double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    Float value;
    std::memcpy(&value, bytes + i * sizeof value, sizeof value);
    out[i] = static_cast<double>(value);
  }
}

}  // namespace

namespace detail {

void unpack_integers(const Field& field, const std::uint8_t* bytes, unsigned first_bit, std::size_t count,
                     double* out) {
  const std::uint64_t mask = low_bits(field.bits);
  std::uint64_t bit = first_bit;
  for (std::size_t i = 0; i < count; ++i, bit += field.bits) {
    const unsigned shift = bit % 8;
    std::uint64_t packed = load_le<std::uint64_t>(bytes + bit / 8) >> shift;
    if (shift + field.bits > 64) packed |= static_cast<std::uint64_t>(bytes[bit / 8 + 8]) << (64 - shift);
    out[i] = value_of(field, packed & mask);
  }
}

#if defined(__x86_64__)

bool can_unpack_by_avx2(const Field& field) {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  // The conversion below is exact within these limits.
  constexpr std::int64_t kLargest = std::int64_t{1} << 50;
  return has && field.bits > 0 && field.bits <= kMaxBitsInWord && field.minimum >= -kLargest &&
         field.maximum <= kLargest;
}

// Eight values fill `bits` whole bytes, so their places within a group are the same for every group: each
// pair of values is loaded by one 16-byte load and its two words are brought into place by a byte shuffle.
__attribute__((target("avx2"))) void unpack_integers_by_avx2(const Field& field, const std::uint8_t* bytes,
                                                             unsigned first_bit, std::size_t count,
                                                             double* out) {
  std::array<std::size_t, 4> pair_at{};
  alignas(32) std::array<std::uint8_t, 64> shuffle{};
  alignas(32) std::array<std::uint64_t, 8> shift{};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t bit = first_bit + i * field.bits;
    if (i % 2 == 0) pair_at[i / 2] = bit / 8;
    for (std::size_t b = 0; b < 8; ++b)
      shuffle[i * 8 + b] = static_cast<std::uint8_t>(bit / 8 - pair_at[i / 2] + b);
    shift[i] = bit % 8;
  }
  // Adding an integer to the bits of 1.5 · 2^52 gives the double 1.5 · 2^52 + integer.
  constexpr std::int64_t kMagicBits = 0x4338000000000000;
  const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(low_bits(field.bits)));
  const __m256i base = _mm256_set1_epi64x(field.minimum + kMagicBits);
  const __m256d magic = _mm256_castsi256_pd(_mm256_set1_epi64x(kMagicBits));
  const __m256d scale = _mm256_set1_pd(field.scale);
  const __m256d offset = _mm256_set1_pd(field.offset);
  const __m256i* const shuffles = reinterpret_cast<const __m256i*>(shuffle.data());
  const __m256i* const shifts = reinterpret_cast<const __m256i*>(shift.data());
  const __m256i shuffle_low = _mm256_load_si256(shuffles), shuffle_high = _mm256_load_si256(shuffles + 1);
  const __m256i shift_low = _mm256_load_si256(shifts), shift_high = _mm256_load_si256(shifts + 1);

  std::size_t i = 0;
  for (; i + 8 <= count; i += 8, bytes += field.bits) {
    const auto pair = [ bytes, &pair_at ](std::size_t k) __attribute__((target("avx2"), always_inline)) {
      return reinterpret_cast<const __m128i*>(bytes + pair_at[k]);
    };
    __m256i low = _mm256_loadu2_m128i(pair(1), pair(0));
    __m256i high = _mm256_loadu2_m128i(pair(3), pair(2));
    low = _mm256_and_si256(_mm256_srlv_epi64(_mm256_shuffle_epi8(low, shuffle_low), shift_low), mask);
    high = _mm256_and_si256(_mm256_srlv_epi64(_mm256_shuffle_epi8(high, shuffle_high), shift_high), mask);
    const __m256d a = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_add_epi64(low, base)), magic);
    const __m256d b = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_add_epi64(high, base)), magic);
    _mm256_storeu_pd(out + i, _mm256_add_pd(_mm256_mul_pd(a, scale), offset));
    _mm256_storeu_pd(out + i + 4, _mm256_add_pd(_mm256_mul_pd(b, scale), offset));
  }
  unpack_integers(field, bytes, first_bit, count - i, out + i);
}

#else

bool can_unpack_by_avx2(const Field&) { return false; }
void unpack_integers_by_avx2(const Field& field, const std::uint8_t* bytes, unsigned first_bit,
                             std::size_t count, double* out) {
  unpack_integers(field, bytes, first_bit, count, out);
}

#endif

}  // namespace detail

void unpack(const Field& field, const std::uint8_t* bytes, unsigned first_bit, std::size_t count,
            double* out) {
  switch (field.type) {
    case FieldType::kSingle:
      return unpack_floats<float>(bytes, count, out);
    case FieldType::kDouble:
      return unpack_floats<double>(bytes, count, out);
    default:
      break;
  }
  if (field.bits == 0) {
    std::fill_n(out, count, value_of(field, 0));
  } else if (detail::can_unpack_by_avx2(field)) {
    detail::unpack_integers_by_avx2(field, bytes, first_bit, count, out);
  } else {
    detail::unpack_integers(field, bytes, first_bit, count, out);
  }
}

}  // namespace storey::e57
