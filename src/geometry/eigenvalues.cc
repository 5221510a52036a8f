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
Eigenpairs<Eigen::Matrix3f> eigenpairs(const Eigen::Matrix3f& symmetric) { return solve(symmetric); }

}  // namespace storey
