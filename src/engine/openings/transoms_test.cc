#include "engine/openings/transoms.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

FoundOpening opening(int wall, Interval span, double sill, double head) {
  FoundOpening found;
  found.wall = wall;
  found.span = span;
  found.sill = sill;
  found.head = head;
  return found;
}

TEST(Transoms, PartNoOpening) {
  std::vector<FoundOpening> openings = {opening(0, {1, 2.4}, 2.16, 2.5), opening(0, {1, 2.4}, 1.45, 2.1),
                                        opening(0, {1, 2.4}, 0.4, 1.4)};
  join_over_transoms(openings);
  ASSERT_EQ(openings.size(), 1u);
  EXPECT_EQ(openings[0].sill, 0.4);
  EXPECT_EQ(openings[0].head, 2.5);
}

TEST(Transoms, AreNoLintels) {
  std::vector<FoundOpening> openings = {opening(0, {1, 1.9}, 0, 2.0), opening(0, {1, 1.9}, 2.2, 2.6)};
  join_over_transoms(openings);
  EXPECT_EQ(openings.size(), 2u);
}

TEST(Transoms, LieInOneWallOverOneOpening) {
  std::vector<FoundOpening> openings = {opening(0, {1, 1.9}, 0, 2.0), opening(1, {1, 1.9}, 2.05, 2.6),
                                        opening(0, {1.6, 2.5}, 2.05, 2.6)};
  join_over_transoms(openings);
  EXPECT_EQ(openings.size(), 3u);
}

}  // namespace
}  // namespace storey
