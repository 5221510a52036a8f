#include "engine/stages/judge_faces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

TEST(DropCornices, AWallIsNoneBeforeItself) {
  for (int i = 0; i < 50; ++i) {  // in some directions its middle lies a rounding behind its line
    const Vec2 direction(std::cos(0.1 * i), std::sin(0.1 * i));
    std::vector<WallFace> faces = {seen_face({1.3, 2.7}, Vec2(1.3, 2.7) + 1.7 * direction)};
    faces[0].low = 0.1;  // tables before it
    drop_cornices(faces);
    EXPECT_TRUE(faces[0].structural) << i;
  }
}

}  // namespace
}  // namespace storey
