#include "geometry/eigenvalues.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(Eigenvalues, AreAscendingWithTheirVectorsAsColumns) {
  const auto [values, vectors] = eigenpairs(Eigen::Matrix3d(Eigen::Vector3d(4, 1, 9).asDiagonal()));
  EXPECT_TRUE(values.isApprox(Eigen::Vector3d(1, 4, 9)));
  EXPECT_TRUE(vectors.cwiseAbs().isApprox((Eigen::Matrix3d() << 0, 1, 0, 1, 0, 0, 0, 0, 1).finished()));
}

TEST(Eigenvalues, VectorsHaveLengthOneAndTurnIntoMultiplesOfThemselves) {
  const Eigen::Matrix2d matrix = (Eigen::Matrix2d() << 2, 1, 1, 5).finished();
  const auto [values, vectors] = eigenpairs(matrix);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(vectors.col(i).norm(), 1, 1e-12);
    EXPECT_TRUE((matrix * vectors.col(i)).isApprox(values[i] * vectors.col(i)));
  }
}

}  // namespace
}  // namespace storey
