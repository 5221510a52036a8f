// Straight lines and stretches of them in plan.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace storey {

using Vec2 = Eigen::Vector2d;

inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }
inline Vec2 left_of(const Vec2& direction) { return {-direction.y(), direction.x()}; }

/// An oriented line; `direction` has length 1.
struct Line2 {
  Vec2 point = Vec2::Zero();
  Vec2 direction = Vec2::UnitX();

  Vec2 normal() const { return left_of(direction); }  ///< to the left
  double along(const Vec2& p) const { return direction.dot(p - point); }
  double offset(const Vec2& p) const { return cross(direction, p - point); }  ///< positive to the left
  Vec2 at(double s) const { return point + s * direction; }
  Line2 reversed() const { return {point, -direction}; }
};

/// Where along `a` it meets `b`; nothing where they are closer to parallel than `min_sine`.
inline std::optional<double> meets_at(const Line2& a, const Line2& b, double min_sine = 1e-3) {
  const double sine = cross(a.direction, b.direction);
  if (std::abs(sine) < min_sine) return std::nullopt;
  return cross(b.point - a.point, b.direction) / sine;
}

/// Where two lines meet; nothing where they are closer to parallel than `min_sine`.
inline std::optional<Vec2> intersect(const Line2& a, const Line2& b, double min_sine = 1e-3) {
  const std::optional<double> s = meets_at(a, b, min_sine);
  return s ? std::optional(a.at(*s)) : std::nullopt;
}

/// How far `other` lies behind `line`, to its right, at `s` along it; infinity where it runs square to that.
inline double depth_behind(const Line2& line, double s, const Line2& other) {
  const std::optional<Vec2> hit = intersect({line.at(s), -line.normal()}, other);
  return hit ? -line.offset(*hit) : std::numeric_limits<double>::infinity();
}

/// The image of `p` in `mirror`.
inline Vec2 mirrored(const Vec2& p, const Line2& mirror) {
  return p - 2 * mirror.offset(p) * mirror.normal();
}

/// A closed range on a line.
struct Interval {
  double from = 0, to = 0;
  double length() const { return to - from; }
  double middle() const { return (from + to) / 2; }
  bool contains(double s) const { return from <= s && s <= to; }
};

inline double overlap(const Interval& a, const Interval& b) {
  return std::min(a.to, b.to) - std::max(a.from, b.from);
}

/// What `a` and `b` share; of negative length where they are apart.
inline Interval shared(const Interval& a, const Interval& b) {
  return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

/// From where to where along `line` the stretch between two points lies.
inline Interval span_along(const Line2& line, const Vec2& a, const Vec2& b) {
  const auto [from, to] = std::minmax({line.along(a), line.along(b)});
  return {from, to};
}

/// Share of places for which `is(place)` holds: along a stretch of a line, `step` (m) apart, at each of the
/// distances (m) off its left or right (1, −1). 0 for no place.
template <class Distances, class Is>
double share_beside(const Line2& line, const Interval& stretch, double step, double side,
                    const Distances& distances, const Is& is) {
  int all = 0, count = 0;
  for (double s = stretch.from; s < stretch.to; s += step)
    for (const double distance : distances) {
      ++all;
      count += is(Vec2(line.at(s) + side * distance * line.normal()));
    }
  return all > 0 ? static_cast<double>(count) / all : 0;
}

/// rad: the direction that most of the length of some stretches has, modulo a right angle.
class MainAngle {
 public:
  void add(const Vec2& direction, double length) {
    const double angle = 4 * std::atan2(direction.y(), direction.x());
    sum_ += length * Vec2(std::cos(angle), std::sin(angle));
  }
  double angle() const { return std::atan2(sum_.y(), sum_.x()) / 4; }

 private:
  Vec2 sum_ = Vec2::Zero();  // of the quadrupled angles, weighted by length
};

}  // namespace storey
