// Minimum cuts of small graphs.
#pragma once

#include <memory>
#include <vector>

namespace storey {

/// A graph whose nodes are parted into a source's and a sink's side so that the capacities from the one to
/// the other add up to the least (Boykov and Kolmogorov 2004, as implemented by Boost.Graph). Capacities are
/// not negative.
class CutGraph {
 public:
  explicit CutGraph(int nodes);
  ~CutGraph();
  CutGraph(const CutGraph&) = delete;
  CutGraph& operator=(const CutGraph&) = delete;

  /// What it costs to have `node` on the sink's side, and what on the source's.
  void add_terminal(int node, double on_sink_side, double on_source_side);
  /// What it costs to have `a` on the source's side and `b` on the sink's, and the other way around.
  void add_edge(int a, int b, double capacity, double reverse);

  /// For each node, whether it ends up on the source's side. To be called once.
  std::vector<bool> source_side();

 private:
  struct Graph;
  std::unique_ptr<Graph> graph_;
};

}  // namespace storey
