// A threshold of the engine that can be changed while the program runs: what bench/thresholds.py makes of
// `constexpr double kName = value;` for bench/threshold_sweep.cc. The engine itself never sees this.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <utility>

namespace storey::sweep {

/// What it means to halve or double a threshold.
enum class Scale {
  kPlain,
  kCosine,  ///< the angle of it is halved or doubled
  kSine,
  kShare  ///< of a whole: twice as much comes no nearer to 1 than half the way
};

/// How many checkpoints the engine has passed (checkpoint.h).
inline int checkpoints = 0;

/// By which factor the threshold `key` is to be changed. Asked where it is read for the first time.
/// `last_read` is then kept up to date: how many checkpoints had been passed when it was last read.
double factor_at_first_read(const char* key, const int& last_read);

/// Told where the factor is not 1.
void changed(double from, double to);

inline double scaled(double value, Scale scale, double factor) {
  const auto angle = [&](double of_value) { return std::min(std::numbers::pi / 2, factor * of_value); };
  switch (scale) {
    // Lines that run against each other are nearly 180 degrees apart: the sign stays.
    case Scale::kCosine:
      return std::copysign(std::cos(angle(std::acos(std::abs(value)))), value);
    case Scale::kSine:
      return std::copysign(std::sin(angle(std::asin(std::abs(value)))), value);
    case Scale::kShare:
      return factor > 1 ? std::min(factor * value, 1 - (1 - value) / factor) : factor * value;
    default:
      return factor * value;
  }
}

/// Whole numbers by one at least; up to `most`.
template <class T>
T scaled_value(T value, Scale scale, double factor, double most) {
  const double before = static_cast<double>(value), after = std::min(most, scaled(before, scale, factor));
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(factor > 1 ? std::max(std::round(after), before + 1)
                                     : std::max(0.0, std::min(std::round(after), before - 1)));
  else
    return static_cast<T>(after);
}

template <class T, std::size_t N>
std::array<T, N> scaled_value(std::array<T, N> values, Scale scale, double factor, double most) {
  for (T& value : values) value = scaled_value(value, scale, factor, most);
  return values;
}

template <class T>
double shown(const T& value) {
  return static_cast<double>(value);
}

template <class T, std::size_t N>
double shown(const std::array<T, N>& values) {
  return shown(values.front());
}

template <class T>
class Swept {
 public:
  constexpr Swept(const char* key, Scale scale, double most = std::numeric_limits<double>::infinity())
      : key_(key), scale_(scale), most_(most) {}

  /// `initial` may read other thresholds: it is called only when this one is read.
  template <class Initial>
  const T& operator()(const Initial& initial) {
    last_read_ = std::max(last_read_, checkpoints);
    if (!read_) [[unlikely]]
      read_first(initial);
    return value_;
  }

 private:
  template <class Initial>
  void read_first(const Initial& initial_value) {
    read_ = true;
    // What this one is made of is as good as read whenever this one is, which nobody keeps account of.
    const int passed = std::exchange(checkpoints, std::numeric_limits<int>::max());
    const T initial = initial_value();
    checkpoints = passed;
    value_ = initial;
    const double factor = factor_at_first_read(key_, last_read_);
    if (factor == 1) return;
    value_ = scaled_value(initial, scale_, factor, most_);
    changed(shown(initial), shown(value_));
  }

  const char* key_;
  Scale scale_;
  double most_;  ///< what the world has no more of
  bool read_ = false;
  int last_read_ = 0;
  T value_{};
};

}  // namespace storey::sweep
