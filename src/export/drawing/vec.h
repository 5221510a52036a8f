// Arithmetic of points in the plane.
#pragma once

#include <cmath>

#include "storey/plan.h"

namespace storey::drawing {

inline Point2 operator+(const Point2& a, const Point2& b) { return {a.x + b.x, a.y + b.y}; }
inline Point2 operator-(const Point2& a, const Point2& b) { return {a.x - b.x, a.y - b.y}; }
inline Point2 operator*(const Point2& a, double factor) { return {a.x * factor, a.y * factor}; }
inline double dot(const Point2& a, const Point2& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const Point2& a, const Point2& b) { return a.x * b.y - a.y * b.x; }
inline double norm(const Point2& a) { return std::hypot(a.x, a.y); }
inline double distance(const Point2& a, const Point2& b) { return norm(b - a); }
inline Point2 middle(const Point2& a, const Point2& b) { return (a + b) * 0.5; }

/// A quarter turn counter-clockwise.
inline Point2 turned_left(const Point2& a) { return {-a.y, a.x}; }

/// `a` with length 1; (1, 0) for a point without direction.
inline Point2 unit(const Point2& a) {
  const double length = norm(a);
  return length > 0 ? a * (1 / length) : Point2{1, 0};
}

inline constexpr double kPi = 3.14159265358979323846;
inline double degrees(double radians) { return radians * 180 / kPi; }
inline double radians(double degrees) { return degrees * kPi / 180; }
inline double angle_deg(const Point2& a) { return degrees(std::atan2(a.y, a.x)); }
inline Point2 direction(double angle_degrees) {
  return {std::cos(radians(angle_degrees)), std::sin(radians(angle_degrees))};
}

/// The direction in which text along `angle` is read from below or from the right (ISO 129-1): -89 to 91
/// degrees.
inline double readable_angle(double angle) {
  constexpr double kUpright = 1;  // degrees: what is nearly upright is read from the right
  angle = std::fmod(angle, 180.0);
  if (angle <= -90 + kUpright) return angle + 180;
  return angle > 90 + kUpright ? angle - 180 : angle;
}

}  // namespace storey::drawing
