#include "geometry/eigenvalues.h"

#include <Eigen/Eigenvalues>

namespace storey {
namespace {

template <typename Matrix>
Eigenpairs<Matrix> solve(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

Eigenpairs<Eigen::Matrix2d> eigenpairs(const Eigen::Matrix2d& symmetric) { return solve(symmetric); }
Eigenpairs<Eigen::Matrix3d> eigenpairs(const Eigen::Matrix3d& symmetric) { return solve(symmetric); }

Eigenpairs<Eigen::Matrix3f> eigenpairs(const Eigen::Matrix3f& symmetric) {
  // In closed form: several times as fast, but too coarse in float.
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(symmetric.cast<double>());
  return {solver.eigenvalues().cast<float>(), solver.eigenvectors().cast<float>()};
}

}  // namespace storey
