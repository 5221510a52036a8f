#include "geometry/min_cut.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

namespace storey {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;

struct Edge {
  double capacity = 0, residual = 0;
  Traits::edge_descriptor reverse;
};

using List = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Edge>;

}  // namespace

struct CutGraph::Graph {
  explicit Graph(int nodes) : list(static_cast<std::size_t>(nodes) + 2) {}
  List list;
};

CutGraph::CutGraph(int nodes) : graph_(std::make_unique<Graph>(nodes)) {}
CutGraph::~CutGraph() = default;

void CutGraph::add_terminal(int node, double on_sink_side, double on_source_side) {
  const int nodes = static_cast<int>(boost::num_vertices(graph_->list)) - 2;
  if (on_sink_side > 0) add_edge(nodes, node, on_sink_side, 0);
  if (on_source_side > 0) add_edge(node, nodes + 1, on_source_side, 0);
}

void CutGraph::add_edge(int a, int b, double capacity, double reverse) {
  List& list = graph_->list;
  const auto from = static_cast<std::size_t>(a), to = static_cast<std::size_t>(b);
  const auto there = boost::add_edge(from, to, list).first;
  const auto back = boost::add_edge(to, from, list).first;
  list[there] = {capacity, 0, back};
  list[back] = {reverse, 0, there};
}

std::vector<bool> CutGraph::source_side() {
  List& list = graph_->list;
  const std::size_t nodes = boost::num_vertices(list) - 2;
  std::vector<boost::default_color_type> colours(nodes + 2);
  std::vector<Traits::edge_descriptor> predecessors(nodes + 2);
  std::vector<long> distances(nodes + 2);
  const auto index = boost::get(boost::vertex_index, list);
  boost::boykov_kolmogorov_max_flow(
      list, boost::get(&Edge::capacity, list), boost::get(&Edge::residual, list),
      boost::get(&Edge::reverse, list), boost::make_iterator_property_map(predecessors.begin(), index),
      boost::make_iterator_property_map(colours.begin(), index),
      boost::make_iterator_property_map(distances.begin(), index), index, nodes, nodes + 1);
  std::vector<bool> side(nodes);
  for (std::size_t i = 0; i < nodes; ++i) side[i] = colours[i] != boost::white_color;
  return side;
}

}  // namespace storey
