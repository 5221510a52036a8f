#include "engine/faces/lines/shown_share.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(ShownShare, GapsBetweenHitsCountUpToALength) {
  const std::vector<bool> hit = {false, true, false, false, true, false, false, false, true, false};
  EXPECT_DOUBLE_EQ(share_shown(hit, 0), 0.3);
  EXPECT_DOUBLE_EQ(share_shown(hit, 2), 0.5);
  EXPECT_DOUBLE_EQ(share_shown(hit, 3), 0.8);
}

TEST(ShownShare, WhatIsFarFromAllHitsIsHidden) {
  std::vector<int> hits(40, 0);
  hits[0] = hits[2] = hits[4] = 2;
  EXPECT_DOUBLE_EQ(fill_about_hits(hits, 1, 4), 6.0 / (4 * 6));
  EXPECT_DOUBLE_EQ(fill_about_hits(hits, 5, 4), 6.0 / (4 * 10));
  EXPECT_DOUBLE_EQ(fill_about_hits({0, 0}, 5, 4), 1);
}

TEST(ShownShare, TheThinnerTheMoreStepsItTakes) {
  EXPECT_EQ(steps_to_show(0.5, 8, 0.02), 1);
  EXPECT_EQ(steps_to_show(0.1, 8, 0.02), 5);    // 0.9^40 = 0.015
  EXPECT_EQ(steps_to_show(0.01, 8, 0.02), 10);  // no more than 0.2 m
}

}  // namespace
}  // namespace storey
