#include "engine/scan/neighbourhood.h"

#include <gmock/gmock.h>

#include <random>

namespace storey {
namespace {

using ::testing::Each;
using ::testing::UnorderedElementsAreArray;

constexpr float kReach = 0.1f;

/// In a box of 2 m about the origin.
std::vector<Surfel> cloud() {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> place(-1, 1);
  std::vector<Surfel> surfels;
  for (int i = 0; i < 3000; ++i) surfels.push_back({{place(random), place(random), place(random)}, 1, 1});
  return surfels;
}

TEST(Neighbourhood, HoldsAllWithinReach) {
  const std::vector<Surfel> surfels = cloud();
  const Neighbourhood neighbourhood(surfels, kReach);
  for (std::size_t i = 0; i < surfels.size(); i += 100) {
    Indices within;
    for (std::uint32_t j = 0; j < surfels.size(); ++j)
      if ((surfels[j].mean - surfels[i].mean).norm() <= kReach) within.push_back(j);
    Vicinity vicinity = neighbourhood.around(surfels[i].mean);
    EXPECT_THAT(vicinity.within(kReach, surfels[i].mean), UnorderedElementsAreArray(within));
    EXPECT_GT(vicinity.all().size(), within.size());
  }
}

TEST(Neighbourhood, VisitsEachSurfelOnceWithItsOwnNeighbours) {
  const std::vector<Surfel> surfels = cloud();
  const Neighbourhood neighbourhood(surfels, kReach);
  std::vector<int> visits(surfels.size());
  std::vector<Indices> seen(surfels.size());
  neighbourhood.visit_all(3, [&](std::size_t, std::uint32_t i, const Vicinity& vicinity) {
    ++visits[i];
    seen[i] = vicinity.all();
  });
  EXPECT_THAT(visits, Each(1));
  for (std::size_t i = 0; i < surfels.size(); i += 100)
    EXPECT_EQ(seen[i], neighbourhood.around(surfels[i].mean).all());
}

TEST(Neighbourhood, ChunksDoNotDependOnThreads) {
  const std::vector<Surfel> surfels = cloud();
  const Neighbourhood neighbourhood(surfels, kReach);
  std::vector<Indices> one(neighbourhood.chunks()), three = one;
  ASSERT_GT(one.size(), 1u);
  for (auto& [threads, found] : {std::pair<int, std::vector<Indices>&>{1, one}, {3, three}})
    neighbourhood.visit_all(threads, [&found = found](std::size_t chunk, std::uint32_t i, const Vicinity&) {
      found[chunk].push_back(i);
    });
  EXPECT_EQ(one, three);
}

}  // namespace
}  // namespace storey
