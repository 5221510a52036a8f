#include "geometry/min_cut.h"

#include <gtest/gtest.h>

#include <random>

namespace storey {
namespace {

TEST(MinCut, NodesGoWhereTheirTerminalsPullUnlessTheirNeighboursPullMore) {
  CutGraph graph(3);
  graph.add_terminal(0, 5, 0);
  graph.add_terminal(1, 1, 2);
  graph.add_terminal(2, 0, 5);
  graph.add_edge(0, 1, 2, 2);
  graph.add_edge(1, 2, 0.5, 0.5);
  EXPECT_EQ(graph.source_side(), (std::vector<bool>{true, true, false}));
}

TEST(MinCut, CapacitiesHaveADirection) {
  // Node 0 is held on the source's side; node 1 follows where leaving it behind costs more than it pays.
  for (const double capacity : {1.0, 3.0}) {
    CutGraph graph(2);
    graph.add_terminal(0, 100, 0);
    graph.add_terminal(1, 0, 2);
    graph.add_edge(0, 1, capacity, 100);
    EXPECT_EQ(graph.source_side()[1], capacity > 2);
  }
}

TEST(MinCut, NoOtherSplitIsCheaper) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> capacity(0, 1);
  for (int round = 0; round < 50; ++round) {
    constexpr int kNodes = 7;
    CutGraph graph(kNodes);
    double sink[kNodes], source[kNodes], edge[kNodes][kNodes] = {};
    for (int i = 0; i < kNodes; ++i)
      graph.add_terminal(i, sink[i] = capacity(random), source[i] = capacity(random));
    for (int i = 0; i < kNodes; ++i)
      for (int j = i + 1; j < kNodes; ++j)
        graph.add_edge(i, j, edge[i][j] = 0.3 * capacity(random), edge[j][i] = 0.3 * capacity(random));
    const auto cost = [&](const auto& on_source_side) {
      double sum = 0;
      for (int i = 0; i < kNodes; ++i) {
        sum += on_source_side(i) ? source[i] : sink[i];
        for (int j = 0; j < kNodes; ++j)
          if (on_source_side(i) && !on_source_side(j)) sum += edge[i][j];
      }
      return sum;
    };
    double least = 1e9;
    for (int mask = 0; mask < 1 << kNodes; ++mask)
      least = std::min(least, cost([&](int i) { return (mask >> i & 1) != 0; }));
    const std::vector<bool> side = graph.source_side();
    EXPECT_NEAR(cost([&](int i) { return static_cast<bool>(side[static_cast<std::size_t>(i)]); }), least,
                1e-9);
  }
}

}  // namespace
}  // namespace storey
