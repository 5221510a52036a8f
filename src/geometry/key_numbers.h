// Small numbers for keys that may be any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace storey {

/// Numbers keys, as those of cubes, from 0 on in the order in which they are met.
class KeyNumbers {
 public:
  std::size_t of(std::uint64_t key) {
    if (keys_.empty() || key != last_) {
      const auto [place, fresh] = numbers_.try_emplace(key, keys_.size());
      if (fresh) keys_.push_back(key);
      last_ = key;
      number_ = place->second;
    }
    return number_;
  }
  /// \pre the key was met
  std::size_t known(std::uint64_t key) const { return numbers_.at(key); }
  /// By their numbers.
  const std::vector<std::uint64_t>& keys() const { return keys_; }

 private:
  std::unordered_map<std::uint64_t, std::size_t> numbers_;
  std::vector<std::uint64_t> keys_;
  std::uint64_t last_ = 0;  // the same mostly follow each other, as surfels of one cube do
  std::size_t number_ = 0;
};

}  // namespace storey
