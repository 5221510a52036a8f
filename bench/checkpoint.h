// Where a plan with a changed threshold is compared with the plan as it is while both are still in the
// making. What is the same there stays the same, if the threshold is not read again.
#pragma once

#include <Eigen/Core>
#include <bit>
#include <boost/pfr.hpp>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>

#include "swept.h"

namespace storey::sweep {

/// A number that tells two states apart: whatever is in plain structures, lists, matrices and grids.
class Digest {
 public:
  std::uint64_t value() const { return value_; }

  template <class T>
  void add(const T& thing) {
    if constexpr (requires { thing.because; }) {
      // A reason tells of a verdict, with the thresholds that were asked; nothing asks it.
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      add_number(thing);
    } else if constexpr (requires { thing.derived(); }) {  // a vector or matrix
      for (Eigen::Index i = 0; i < thing.size(); ++i) add(thing.data()[i]);
    } else if constexpr (requires { thing.has_value(); }) {
      add(thing.has_value());
      if (thing) add(*thing);
    } else if constexpr (requires { thing.frame.cell, thing.cells; }) {
      add(thing.frame.origin);
      add(thing.frame.cell);
      add(thing.frame.columns);
      add(thing.cells);
    } else if constexpr (requires { thing.past_highest(); }) {  // heights
      for (int i = 0; i < T::kWords; ++i) add(thing.word(i));
    } else if constexpr (requires { thing.hit_at(0, 0); }) {  // a raster of them
      for (int r = 0; r < thing.frame.rows; ++r)
        for (int c = 0; c < thing.frame.columns; ++c) add(thing.at(c, r));
    } else if constexpr (requires { thing.each_chunk([](const auto&) {}); }) {  // surfels
      thing.each_chunk([this](const auto& chunk) { add(chunk); });
    } else if constexpr (std::ranges::range<T>) {
      add(std::ranges::size(thing));
      for (const auto& one : thing) add(static_cast<const std::ranges::range_value_t<T>&>(one));
    } else {
      boost::pfr::for_each_field(thing, [this](const auto& field) { add(field); });
    }
  }

 private:
  template <class T>
  void add_number(T number) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<T, double>)
      bits = std::bit_cast<std::uint64_t>(number);
    else if constexpr (std::is_same_v<T, float>)
      bits = std::bit_cast<std::uint32_t>(number);
    else
      bits = static_cast<std::uint64_t>(number);
    value_ = (std::rotl(value_, 5) ^ bits) * 0x9e3779b97f4a7c15u;
  }

  std::uint64_t value_ = 0;
};

/// Does it still matter what has been computed?
bool wants_digests();
void pass_checkpoint(std::uint64_t digest);

/// bench/thresholds.py puts these into the copy of build_plan.cc. `things` is all that is used from here on.
template <class... Things>
void checkpoint(const Things&... things) {
  ++checkpoints;
  if (!wants_digests()) return;
  Digest digest;
  (digest.add(things), ...);
  pass_checkpoint(digest.value());
}

}  // namespace storey::sweep
