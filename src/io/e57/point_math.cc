#include "io/e57/point_math.h"

#include <algorithm>
#include <cmath>

// Loops for the compiler to turn into vector code, once for every processor and once for those with AVX2. No
// fused multiply-add: it would round differently.
#if defined(__x86_64__)
#define STOREY_AVX2 __attribute__((target("avx2")))
#else
#define STOREY_AVX2
#endif
#define STOREY_INLINE inline __attribute__((always_inline))

namespace storey::e57 {
namespace {

bool has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
#else
  return false;
#endif
}

STOREY_INLINE void transform_loop(const double* r, const double* t, double* __restrict x,
                                  double* __restrict y, double* __restrict z, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double px = x[i], py = y[i], pz = z[i];
    x[i] = r[0] * px + r[1] * py + r[2] * pz + t[0];
    y[i] = r[3] * px + r[4] * py + r[5] * pz + t[1];
    z[i] = r[6] * px + r[7] * py + r[8] * pz + t[2];
  }
}

void transform_plain(const double* r, const double* t, double* x, double* y, double* z, std::size_t count) {
  transform_loop(r, t, x, y, z, count);
}
STOREY_AVX2 void transform_avx2(const double* r, const double* t, double* x, double* y, double* z,
                                std::size_t count) {
  transform_loop(r, t, x, y, z, count);
}

// v - v is zero for finite v and not a number otherwise; the sums stay zero as long as all is well. Four of
// them, so that the loop need not wait for the one before.
STOREY_INLINE bool all_finite_loop(const double* x, const double* y, const double* z, std::size_t count) {
  double sum[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k)
      sum[k] += (x[i + k] - x[i + k]) + (y[i + k] - y[i + k]) + (z[i + k] - z[i + k]);
  for (; i < count; ++i) sum[0] += (x[i] - x[i]) + (y[i] - y[i]) + (z[i] - z[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

bool all_finite_plain(const double* x, const double* y, const double* z, std::size_t count) {
  return all_finite_loop(x, y, z, count);
}
STOREY_AVX2 bool all_finite_avx2(const double* x, const double* y, const double* z, std::size_t count) {
  return all_finite_loop(x, y, z, count);
}

}  // namespace

void cartesian_from_spherical(double* x, double* y, double* z, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double range = x[i], azimuth = y[i], elevation = z[i];
    const double horizontal = range * std::cos(elevation);
    x[i] = horizontal * std::cos(azimuth);
    y[i] = horizontal * std::sin(azimuth);
    z[i] = range * std::sin(elevation);
  }
}

void transform(const Eigen::Isometry3d& world_from_scan, double* x, double* y, double* z, std::size_t count) {
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> rotation = world_from_scan.linear();
  const Eigen::Vector3d translation = world_from_scan.translation();
  (has_avx2() ? transform_avx2 : transform_plain)(rotation.data(), translation.data(), x, y, z, count);
}

bool all_finite(const double* x, const double* y, const double* z, std::size_t count) {
  return (has_avx2() ? all_finite_avx2 : all_finite_plain)(x, y, z, count);
}

bool all_zero(const double* values, std::size_t count) {
  return std::all_of(values, values + count, [](double value) { return value == 0; });
}

}  // namespace storey::e57
