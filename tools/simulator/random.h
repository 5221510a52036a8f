// Random numbers that are the same on every machine and with any number of threads.
#pragma once

#include <cstdint>

namespace storey::simulator {

/// A stream of random numbers that depends on its key only, so that every beam can have its own.
/// Splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0)
      : state_(mix(mix(mix(mix(seed) ^ a) ^ b) ^ c)) {}

  std::uint64_t next() { return mix(state_ += kStep); }

  /// Evenly spread in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  bool chance(double probability) { return uniform() < probability; }

  /// Mean 0, standard deviation 1. The sum of twelve uniform numbers (Irwin-Hall): exact integer arithmetic,
  /// hence the same bits everywhere, which log and cos do not promise; never beyond 6.
  double normal() {
    std::int64_t sum = 0;
    for (int word = 0; word < 3; ++word) {
      const std::uint64_t bits = next();
      for (int shift = 0; shift < 64; shift += 16) sum += static_cast<std::int64_t>((bits >> shift) & 0xffff);
    }
    return static_cast<double>(2 * sum - 12 * 0xffff) / (2.0 * 0x10000);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace storey::simulator
