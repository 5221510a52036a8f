#include "cloud/station_sets.h"

#include <gtest/gtest.h>

#include <thread>

namespace storey {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers members(const StationSets& sets, StationSet set) { return {sets[set].begin(), sets[set].end()}; }

TEST(StationSets, KeepEachSetOnce) {
  StationSets sets;
  EXPECT_TRUE(members(sets, 0).empty());
  const StationSet set = sets.of({7, 300, 7, 2});
  EXPECT_EQ(members(sets, set), (Numbers{2, 7, 300}));
  EXPECT_EQ(sets.of({300, 2, 7}), set);
  EXPECT_EQ(sets.of({}), 0u);
  EXPECT_EQ(sets.size(), 2u);
}

TEST(StationSets, UniteAndIntersect) {
  StationSets sets;
  const StationSet a = sets.of({1, 5, 90}), b = sets.of({5, 70});
  EXPECT_EQ(members(sets, sets.united(a, b)), (Numbers{1, 5, 70, 90}));
  EXPECT_EQ(members(sets, sets.common(a, b)), Numbers{5});
  EXPECT_EQ(sets.common(sets.single(1), sets.single(2)), 0u);
}

TEST(StationUnions, AreThoseOfTheSets) {
  StationSets sets;
  StationUnions united(sets);
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t a = 0; a < 40; ++a)
      for (std::uint32_t b = 0; b < 40; ++b)
        ASSERT_EQ(united(sets.single(a), sets.single(b)), sets.of({a, b})) << a << ' ' << b;
  EXPECT_EQ(united(0, sets.single(3)), sets.single(3));
  EXPECT_EQ(united(sets.single(3), 0), sets.single(3));
}

TEST(StationSets, MayBeAskedFromSeveralThreads) {
  StationSets sets;
  const auto unite = [&] {
    for (std::uint32_t i = 0; i < 200; ++i) sets.united(sets.single(i), sets.single(i + 1));
  };
  std::thread other(unite);
  unite();
  other.join();
  EXPECT_EQ(sets.size(), 1u + 201 + 200);
}

}  // namespace
}  // namespace storey
