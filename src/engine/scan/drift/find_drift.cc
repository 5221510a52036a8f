#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "engine/scan/drift/drift.h"
#include "geometry/eigenvalues.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kCube = 0.40;       // m: several times the drift; a wall's plane shows in it
constexpr std::size_t kFewest = 4;   // points of one surface at one moment, which tell where it is
constexpr int kFewestInAll = 30;     // points in a cube: its normal is as sure as to 2°
constexpr double kSpread = 0.1;      // share of the cube's edge: what scatters by less is a strip, no plane
constexpr double kFlat = 1.5;        // factor on the scatter of most cubes: more is no plane
constexpr double kUneven = 0.003;    // m: what surfaces themselves differ by within a cube
constexpr double kStep = 0.002;      // m, standard deviation of drift from moment to moment
constexpr double kTurn = 0.0007;     // rad, likewise: 2 mm at 3 m
constexpr double kHeld = 0.01;       // share of kStep: how fast the first moment is held
constexpr double kFarApart = 3;      // ratio to the standard deviation: beyond, it is another surface
constexpr double kConfirmed = 0.75;  // share of the squared deviations without a motion: as much may stay
constexpr int kIterations = 4;       // rounds of the weights; they hardly change any more

constexpr int kFreedoms = 4;  // columns of a motion: shift in x, y, z; turn
using Row = Eigen::Matrix<double, kFreedoms, 1>;

/// What one moment shows of a surface in one cube.
struct Look {
  std::size_t moment = 0;
  Row arm = Row::Zero();  ///< how the offset changes with the moment's motion
  double offset = 0;      ///< m, along the surface's normal
  double variance = 0;    ///< m², of the offset
};

/// All looks at one surface, from one side, in order of moments.
struct Surface {
  std::vector<Look> looks;
  bool odd = false;  ///< which half of the building's cubes it is of
};

/// What one moment shows in one cube.
struct Clump {
  std::size_t moment = 0;
  double points = 0;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
};

/// A cube and what shows in it.
struct Cube {
  std::vector<Clump> clumps;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double scatter = 0;  ///< m, along the normal, of what single moments show
  bool odd = false;
};

struct Keyed {
  std::uint64_t cube;
  std::uint32_t moment;
  Eigen::Vector3f point;
};

/// Which cube of a grid that begins at `corner` a point is in; cubes that touch differ in the lowest bit.
std::uint64_t cube_of(const Eigen::Vector3d& p, double corner) {
  constexpr double kMiddle = 1 << 20;  // cells to all sides
  std::uint64_t key = 0, parity = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::uint64_t>(
        std::clamp(std::floor((p[axis] - corner) / kCube) + kMiddle, 0.0, 2 * kMiddle - 1));
    key = key << 21 | i;
    parity ^= i & 1;
  }
  return key << 1 | parity;
}

std::vector<Keyed> sorted_by_cube(const std::vector<Glimpse>& glimpses, const std::vector<Motion>& motions,
                                  double corner) {
  std::vector<Keyed> keyed;
  keyed.reserve(glimpses.size());
  for (const Glimpse& glimpse : glimpses) {
    const Eigen::Vector3d p = motions[glimpse.moment].at(glimpse.point.cast<double>());
    keyed.push_back({cube_of(p, corner), glimpse.moment, p.cast<float>()});
  }
  std::ranges::stable_sort(keyed, {}, [](const Keyed& one) { return std::pair(one.cube, one.moment); });
  return keyed;
}

/// The plane that single moments see in a cube, each about its own mean: drift moves it, but does not turn
/// it. False if they see none.
bool fit_plane(std::span<const Keyed> points, Cube& cube) {
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  int freedoms = 0;
  for (std::size_t i = 0, end = 0; i < points.size(); i = end) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (end = i; end < points.size() && points[end].moment == points[i].moment; ++end)
      sum += points[end].point.cast<double>();
    const auto n = static_cast<double>(end - i);
    for (std::size_t k = i; k < end; ++k) {
      const Eigen::Vector3d d = points[k].point.cast<double>() - sum / n;
      moments += d * d.transpose();
    }
    freedoms += static_cast<int>(end - i) - 1;
    if (end - i >= kFewest) cube.clumps.push_back({points[i].moment, n, sum / n});
  }
  if (freedoms < kFewestInAll || cube.clumps.size() < 2) return false;
  const auto axes = eigenpairs(Eigen::Matrix3d(moments / freedoms));
  if (axes.values[1] < kSpread * kSpread * kCube * kCube) return false;
  cube.scatter = std::sqrt(std::max(0.0, axes.values[0]));
  cube.normal = axes.vectors.col(0);
  return true;
}

/// The middle of what each moment shows: near enough to the scanner to tell which side of a wall it is on.
std::vector<Eigen::Vector3d> middles_of(const std::vector<Glimpse>& glimpses) {
  std::array<std::vector<Eigen::Vector3f>, kMoments> of_moment;
  for (const Glimpse& glimpse : glimpses) of_moment[glimpse.moment].push_back(glimpse.point);
  std::vector<Eigen::Vector3d> middles(kMoments, Eigen::Vector3d::Zero());
  for (std::size_t k = 0; k < kMoments; ++k) {
    std::vector<Eigen::Vector3f>& points = of_moment[k];
    if (points.empty()) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
      std::nth_element(points.begin(), middle, points.end(),
                       [&](const Eigen::Vector3f& a, const Eigen::Vector3f& b) { return a[axis] < b[axis]; });
      middles[k][axis] = static_cast<double>((*middle)[axis]);
    }
  }
  return middles;
}

/// m: the scatter of half of the cubes.
double middle_scatter(const std::vector<Cube>& cubes) {
  std::vector<double> scatters;
  for (const Cube& cube : cubes) scatters.push_back(cube.scatter);
  return scatters.empty() ? 0 : median(std::move(scatters));
}

/// The surfaces that show at two moments and more, the faces of a thin wall by the sides from which they were
/// seen.
std::vector<Surface> find_surfaces(const std::vector<Glimpse>& glimpses, const std::vector<Motion>& motions,
                                   double corner) {
  const std::vector<Keyed> keyed = sorted_by_cube(glimpses, motions, corner);
  std::vector<Cube> cubes;
  for (std::size_t i = 0, end = 0; i < keyed.size(); i = end) {
    end = i;
    while (end < keyed.size() && keyed[end].cube == keyed[i].cube) ++end;
    Cube cube;
    cube.odd = (keyed[i].cube & 1) != 0;
    if (fit_plane(std::span(keyed).subspan(i, end - i), cube)) cubes.push_back(std::move(cube));
  }
  const double scatter = middle_scatter(cubes);
  std::vector<Surface> surfaces;
  for (const Cube& cube : cubes) {
    if (cube.scatter > kFlat * scatter) continue;
    std::array<Surface, 2> sides;
    for (const Clump& clump : cube.clumps) {
      const Eigen::Vector3d& about = motions[clump.moment].about;
      const Eigen::Vector3d arm = clump.mean - about;
      const Eigen::Vector3d& n = cube.normal;
      // Nobody sees a surface from within its plane: such points are sorted by surfaces, not by time.
      if (std::abs(n.dot(arm)) < kCube / 2) continue;
      Look look{clump.moment, {}, n.dot(clump.mean), scatter * scatter / clump.points + kUneven * kUneven};
      look.arm << n.x(), n.y(), n.z(), n.y() * arm.x() - n.x() * arm.y();
      sides[n.dot(arm) > 0 ? 1 : 0].looks.push_back(look);
    }
    for (Surface& side : sides) {
      side.odd = cube.odd;
      if (side.looks.size() >= 2) surfaces.push_back(std::move(side));
    }
  }
  return surfaces;
}

using Weights = std::vector<std::vector<double>>;  // per surface and look, 1/m²

double moved_offset(const Look& look, const Eigen::VectorXd& motion) {
  return look.offset +
         look.arm.dot(motion.segment<kFreedoms>(static_cast<Eigen::Index>(look.moment) * kFreedoms));
}

/// Where the surface is, after the motion, m along its normal.
double place_of(const Surface& surface, const std::vector<double>& weights, const Eigen::VectorXd& motion) {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < surface.looks.size(); ++i) {
    sum += weights[i] * moved_offset(surface.looks[i], motion);
    all += weights[i];
  }
  return sum / all;
}

/// As sure as the looks are: 1/variance.
Weights weights_of(const std::vector<Surface>& surfaces) {
  Weights weights;
  for (const Surface& surface : surfaces) {
    std::vector<double>& of = weights.emplace_back();
    for (const Look& look : surface.looks) of.push_back(1 / look.variance);
  }
  return weights;
}

/// The same, but a quarter for what lies `reach` (m) off its surface, and less beyond. `before`: the weights
/// that say where surfaces are.
Weights weights_near(const std::vector<Surface>& surfaces, const Eigen::VectorXd& motion, double reach,
                     const Weights& before) {
  Weights weights = weights_of(surfaces);
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const double place = place_of(surfaces[s], before[s], motion);
    for (std::size_t i = 0; i < weights[s].size(); ++i) {
      const double off = (moved_offset(surfaces[s].looks[i], motion) - place) / reach;
      weights[s][i] /= (1 + off * off) * (1 + off * off);
    }
  }
  return weights;
}

/// The equations of a least-squares problem; of `matrix`, the lower triangle.
struct Equations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right;
};

/// Offsets about their mean, which is where the surface is.
void add_surface(const Surface& surface, const std::vector<double>& weights, Equations& equations) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * surface.looks[i].offset;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Look& a = surface.looks[i];
    const auto row = static_cast<Eigen::Index>(a.moment) * kFreedoms;
    const Row weighted = weights[i] * a.arm;
    equations.right.segment<kFreedoms>(row) -= weighted * (a.offset - sum / all);
    equations.matrix.block<kFreedoms, kFreedoms>(row, row) += weighted * a.arm.transpose();
    for (std::size_t k = 0; k <= i; ++k) {
      const auto column = static_cast<Eigen::Index>(surface.looks[k].moment) * kFreedoms;
      equations.matrix.block<kFreedoms, kFreedoms>(row, column) -=
          weighted * (weights[k] / all) * surface.looks[k].arm.transpose();
    }
  }
}

/// How far all moments were moved in all, as one vector.
Eigen::VectorXd as_vector(const std::vector<Motion>& motions) {
  Eigen::VectorXd all(static_cast<Eigen::Index>(motions.size()) * kFreedoms);
  for (std::size_t k = 0; k < motions.size(); ++k) {
    all.segment<3>(static_cast<Eigen::Index>(k) * kFreedoms) = motions[k].shift;
    all[static_cast<Eigen::Index>(k) * kFreedoms + 3] = motions[k].turn;
  }
  return all;
}

/// Drift is a random walk that begins at the first moment.
void add_walk(const Eigen::VectorXd& so_far, Equations& equations) {
  for (Eigen::Index i = 0; i < so_far.size(); ++i) {
    const double deviation = i % kFreedoms == 3 ? kTurn : kStep;
    const double weight = 1 / (deviation * deviation);
    if (i < kFreedoms) {
      equations.matrix(i, i) += weight / (kHeld * kHeld);
      equations.right[i] -= weight / (kHeld * kHeld) * so_far[i];
      continue;
    }
    const Eigen::Index last = i - kFreedoms;
    equations.matrix(i, i) += weight;
    equations.matrix(last, last) += weight;
    equations.matrix(i, last) -= weight;
    equations.right[i] -= weight * (so_far[i] - so_far[last]);
    equations.right[last] += weight * (so_far[i] - so_far[last]);
  }
}

enum class Half { kEven, kBoth };

/// The motion, beyond that so far, at which the surfaces agree best.
Eigen::VectorXd solve(const std::vector<Surface>& surfaces, Half half, const Eigen::VectorXd& so_far,
                      double reach) {
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(so_far.size());
  Weights weights = weights_of(surfaces);
  for (int i = 0; i < kIterations; ++i) {
    if (i > 0) weights = weights_near(surfaces, motion, reach, weights);
    Equations equations{Eigen::MatrixXd::Zero(so_far.size(), so_far.size()),
                        Eigen::VectorXd::Zero(so_far.size())};
    for (std::size_t s = 0; s < surfaces.size(); ++s)
      if (half == Half::kBoth || !surfaces[s].odd) add_surface(surfaces[s], weights[s], equations);
    add_walk(so_far, equations);
    motion = equations.matrix.selfadjointView<Eigen::Lower>().llt().solve(equations.right);
  }
  return motion;
}

/// How far the looks at the odd half's surfaces lie off them: mean square, in standard deviations.
double disagreement(const std::vector<Surface>& surfaces, const Eigen::VectorXd& motion) {
  const Weights weights = weights_of(surfaces);
  double sum = 0, freedoms = 0;
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const Surface& surface = surfaces[s];
    if (!surface.odd) continue;
    const double place = place_of(surface, weights[s], motion);
    for (const Look& look : surface.looks) {
      const double off = moved_offset(look, motion) - place;
      sum += std::min(off * off / look.variance, kFarApart * kFarApart);
    }
    freedoms += static_cast<double>(surface.looks.size() - 1);
  }
  return freedoms > 0 ? sum / freedoms : 0;
}

void move_on(const Eigen::VectorXd& motion, std::vector<Motion>& motions) {
  for (std::size_t k = 0; k < motions.size(); ++k) {
    motions[k].shift += motion.segment<3>(static_cast<Eigen::Index>(k) * kFreedoms);
    motions[k].turn += motion[static_cast<Eigen::Index>(k) * kFreedoms + 3];
  }
}

}  // namespace

std::vector<Motion> find_drift(const std::vector<Glimpse>& glimpses) {
  // m off its surface at which a look counts a quarter: first as far as drift may have gone, then as far as
  // it is known.
  constexpr std::array<double, 3> kReach = {0.05, 0.03, 0.015};
  std::vector<Motion> motions;
  for (const Eigen::Vector3d& middle : middles_of(glimpses))
    motions.push_back({middle, Eigen::Vector3d::Zero(), 0});
  std::vector<Surface> surfaces = find_surfaces(glimpses, motions, 0);
  if (surfaces.empty()) return {};
  const Eigen::VectorXd none = as_vector(motions);
  const double before = disagreement(surfaces, none);
  if (before <= 1) return {};  // no more than noise
  const Eigen::VectorXd tried = solve(surfaces, Half::kEven, none, kReach[0]);
  if (disagreement(surfaces, tried) > kConfirmed * before) return {};
  for (std::size_t round = 0; round < kReach.size(); ++round) {
    if (round > 0) surfaces = find_surfaces(glimpses, motions, round % 2 == 0 ? 0 : kCube / 2);
    move_on(solve(surfaces, Half::kBoth, as_vector(motions), kReach[round]), motions);
  }
  return motions;
}

}  // namespace storey
