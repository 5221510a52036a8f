#pragma once

#include <Eigen/Core>

namespace storey {

/// Eigenvalues of a symmetric matrix, ascending, and the vectors of length 1 that belong to them, as columns.
template <typename Matrix>
struct Eigenpairs {
  Eigen::Matrix<typename Matrix::Scalar, Matrix::RowsAtCompileTime, 1> values;
  Matrix vectors;
};

// Functions that are compiled once: to compile the solver of one kind of matrix takes about four seconds.
Eigenpairs<Eigen::Matrix2d> eigenpairs(const Eigen::Matrix2d& symmetric);
Eigenpairs<Eigen::Matrix3d> eigenpairs(const Eigen::Matrix3d& symmetric);
Eigenpairs<Eigen::Matrix3f> eigenpairs(const Eigen::Matrix3f& symmetric);

}  // namespace storey
