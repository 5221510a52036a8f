// A set of height bins: what a raster cell or a step of a face shows, from below the floor to above the
// ceiling.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace storey {

/// Bins are numbered from 0 at the bottom. Used like an unsigned integer of 256 bits.
class HeightMask {
 public:
  static constexpr int kWords = 4;           // bins by 64: 12.8 m in all, more than any storey is high
  static constexpr int kBins = 64 * kWords;  // bins in all words

  constexpr HeightMask() = default;
  constexpr HeightMask(std::uint64_t lowest) : words_{lowest} {}  // implicit, as a number is

  /// Bins 0 to n - 1.
  static constexpr HeightMask below(int n) { return between(0, n); }
  /// Bins `first` to `past` - 1. Word by word in registers: this is asked for most cells of a storey.
  static constexpr HeightMask between(int first, int past) {
    return {bits_below(past, 0) & ~bits_below(first, 0), bits_below(past, 1) & ~bits_below(first, 1),
            bits_below(past, 2) & ~bits_below(first, 2), bits_below(past, 3) & ~bits_below(first, 3)};
  }
  static constexpr HeightMask bin(int n) {
    HeightMask mask;
    mask.word(n / 64) = std::uint64_t{1} << n % 64;
    return mask;
  }

  constexpr std::uint64_t& word(int i) { return words_[static_cast<std::size_t>(i)]; }
  constexpr std::uint64_t word(int i) const { return words_[static_cast<std::size_t>(i)]; }

  constexpr HeightMask& operator&=(const HeightMask& other) {
    for (int i = 0; i < kWords; ++i) word(i) &= other.word(i);
    return *this;
  }
  constexpr HeightMask& operator|=(const HeightMask& other) {
    for (int i = 0; i < kWords; ++i) word(i) |= other.word(i);
    return *this;
  }
  friend constexpr HeightMask operator&(HeightMask a, const HeightMask& b) { return a &= b; }
  friend constexpr HeightMask operator|(HeightMask a, const HeightMask& b) { return a |= b; }
  friend constexpr HeightMask operator~(HeightMask a) {
    for (int i = 0; i < kWords; ++i) a.word(i) = ~a.word(i);
    return a;
  }
  friend constexpr bool operator==(const HeightMask&, const HeightMask&) = default;
  constexpr explicit operator bool() const { return !(*this == HeightMask()); }

  /// Every bin, one higher or lower.
  constexpr HeightMask raised() const {
    HeightMask mask;
    for (int i = 0; i < kWords; ++i) mask.word(i) = word(i) << 1 | (i > 0 ? word(i - 1) >> 63 : 0);
    return mask;
  }
  constexpr HeightMask lowered() const {
    HeightMask mask;
    for (int i = 0; i < kWords; ++i) mask.word(i) = word(i) >> 1 | (i + 1 < kWords ? word(i + 1) << 63 : 0);
    return mask;
  }

  constexpr int count() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  /// The number of the lowest bin; kBins if there is none.
  constexpr int lowest() const {
    for (int i = 0; i < kWords; ++i)
      if (word(i) != 0) return 64 * i + std::countr_zero(word(i));
    return kBins;
  }
  /// One more than the number of the highest bin; 0 if there is none.
  constexpr int past_highest() const {
    for (int i = kWords - 1; i >= 0; --i)
      if (word(i) != 0) return 64 * i + static_cast<int>(std::bit_width(word(i)));
    return 0;
  }
  constexpr HeightMask without_lowest() const {
    HeightMask mask = *this;
    if (const int bin = lowest(); bin < kBins) mask.word(bin / 64) &= mask.word(bin / 64) - 1;
    return mask;
  }

 private:
  constexpr HeightMask(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)
      : words_{a, b, c, d} {}

  /// The bins of a word that are below bin `n`.
  static constexpr std::uint64_t bits_below(int n, int word) {
    const int in_word = n - 64 * word;
    return in_word >= 64 ? ~std::uint64_t{0} : in_word > 0 ? (std::uint64_t{1} << in_word) - 1 : 0;
  }

  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace storey
