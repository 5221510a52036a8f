#include "engine/faces/regularise.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kTolerance = 0.004;

bool on_one_line(const WallFace& a, const WallFace& b) {
  return (a.line.direction - b.line.direction).norm() < 1e-12 && std::abs(a.line.offset(b.start())) < 1e-9;
}

TEST(ShareLines, FacesThatContinueEachOtherGetOneLine) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({4.9, 0.003}, {7, 0.003})};
  share_lines(faces, kTolerance);
  EXPECT_TRUE(on_one_line(faces[0], faces[1]));
  // The ends stay where they were along the wall, and move across it by no more than the step was.
  EXPECT_NEAR(faces[0].start().x(), 0, 1e-5);
  EXPECT_NEAR(faces[1].end().x(), 7, 1e-5);
  for (const WallFace& face : faces) {
    EXPECT_GT(face.start().y(), -0.003);
    EXPECT_LT(face.end().y(), 0.006);
  }
}

TEST(ShareLines, AStepStays) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({4, 0.03}, {7, 0.03})};
  share_lines(faces, kTolerance);
  EXPECT_DOUBLE_EQ(faces[0].line.offset(faces[1].start()), 0.03);
}

TEST(ShareLines, ABendStays) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({4, 0}, {8, 0.1})};
  share_lines(faces, kTolerance);
  EXPECT_DOUBLE_EQ(faces[0].end().y(), 0);
  EXPECT_DOUBLE_EQ(faces[1].end().y(), 0.1);
}

TEST(ShareLines, FacesThatLookOppositeWaysDoNotShare) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({8, 0.003}, {4.5, 0.003})};
  share_lines(faces, kTolerance);
  EXPECT_DOUBLE_EQ(faces[1].start().y(), 0.003);
}

TEST(ShareLines, FarApartIsAnotherWall) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({12, 0.003}, {15, 0.003})};
  share_lines(faces, kTolerance);
  EXPECT_DOUBLE_EQ(faces[1].start().y(), 0.003);
}

TEST(ShareLines, ALongFaceCountsMore) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {9, 0}), seen_face({9.2, 0.004}, {9.7, 0.004})};
  share_lines(faces, kTolerance);
  EXPECT_TRUE(on_one_line(faces[0], faces[1]));
  EXPECT_LT(std::abs(faces[0].start().y()), 0.0005);
}

TEST(ShareLines, WhereAShortFaceIsIsNotSoSure) {
  const auto shares = [](double length, double rms, double off) {
    std::vector<WallFace> faces = {seen_face({0, 0}, {9, 0}), seen_face({9.2, off}, {9.2 + length, off})};
    faces[1].rms = rms;
    share_lines(faces, kTolerance);
    return on_one_line(faces[0], faces[1]);
  };
  EXPECT_FALSE(shares(0.5, 0, 0.010));
  EXPECT_TRUE(shares(0.5, 0.003, 0.010)) << "4 mm and twice 3 mm over the root of 2 bumps";
  EXPECT_FALSE(shares(0.5, 0.003, 0.012));
  EXPECT_FALSE(shares(2, 0.003, 0.010)) << "the mean of 8 bumps";
}

TEST(ShareLines, ProfilesStillCoverTheirFaces) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0.003}), seen_face({4.9, 0.003}, {7, 0.003})};
  faces[1].profile.front() = 5;
  share_lines(faces, kTolerance);
  ASSERT_TRUE(on_one_line(faces[0], faces[1]));
  EXPECT_EQ(faces[1].hits_at(faces[1].extent.from + 1e-6), 5u);
  EXPECT_NE(faces[1].hits_at(faces[1].extent.to - 1e-6), 0u);
  EXPECT_EQ(faces[1].hits_at(faces[1].extent.to + 0.05), 0u);
}

TEST(Regularise, MeasuresAfterTheLastMove) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face({4.9, 0.003}, {7, 0.003}),
                                 seen_face({0, 5}, {4, 5})};
  const std::vector<WallFace> before = faces;
  regularise(faces, Geometry::kTrue, kTolerance);
  ASSERT_TRUE(on_one_line(faces[0], faces[1]));
  for (std::size_t i = 0; i < faces.size(); ++i) {
    double squares = 0;
    for (int k = 0; k < 1000; ++k) {
      const double s = before[i].extent.from + (k + 0.5) / 1000 * before[i].length();
      squares += std::pow(faces[i].line.offset(before[i].line.at(s)), 2) / 1000;
    }
    EXPECT_NEAR(faces[i].moved, std::sqrt(squares), 1e-6);
  }
  EXPECT_GT(faces[1].moved, 0.0005);
  EXPECT_EQ(faces[2].moved, 0);
}

TEST(Regularise, WhatIsSquaredUpStaysSoAndStatesHowFarItIsOff) {
  const double turn = 0.01;  // rad
  const Vec2 along(std::cos(turn), std::sin(turn)), start(4.5, 0.001);
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0}), seen_face(start, start + 0.5 * along),
                                 seen_face({9, 0}, {9, 8}), seen_face({0, 6}, {0, 0})};
  regularise(faces, Geometry::kOrthogonal, kTolerance);
  EXPECT_TRUE(on_one_line(faces[0], faces[1]));
  const Vec2 across = left_of(faces[0].line.direction);
  for (const std::size_t i : {2u, 3u}) EXPECT_NEAR(std::abs(faces[i].line.direction.dot(across)), 1, 1e-12);
  EXPECT_NEAR(faces[1].deviation, std::abs(faces[1].line.offset(start + 0.5 * along)), 1e-9);
  EXPECT_GT(faces[1].deviation, 0.004) << "as it was before it shared a line";
}

}  // namespace
}  // namespace storey
