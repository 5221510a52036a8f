// Packed values to doubles (ASTM E2807, 9.7: bitPackCodec).
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/e57/document.h"

namespace storey::e57 {

/// How many bytes past the last value the functions below may touch.
inline constexpr std::size_t kUnpackSlack = 16;

/// Decodes `count` values of `field`, the first of which begins `first_bit` (0…7) bits into `bytes`, low bits
/// first. Integers become stored · scale + offset, correctly rounded at each step, so that all processors
/// give the same result. `field` is no kString; `bytes` is not touched if it has no bits.
void unpack(const Field& field, const std::uint8_t* bytes, unsigned first_bit, std::size_t count,
            double* out);

namespace detail {
// The ways to unpack integers, apart, so that tests can compare them.
void unpack_integers(const Field& field, const std::uint8_t* bytes, unsigned first_bit, std::size_t count,
                     double* out);
bool can_unpack_by_avx2(const Field& field);
void unpack_integers_by_avx2(const Field& field, const std::uint8_t* bytes, unsigned first_bit,
                             std::size_t count, double* out);
}  // namespace detail

}  // namespace storey::e57
