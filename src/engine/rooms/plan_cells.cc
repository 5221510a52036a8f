#include "engine/rooms/plan_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "engine/scan/lengths.h"
#include "geometry/joined_numbers.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kSame = 2e-5;  // m between corners that are one: cuts that meet in a point meet nearly there

}  // namespace

PlanCells::PlanCells(const Vec2& min, const Vec2& max, std::vector<Cut> cuts) : cuts_(std::move(cuts)) {
  const int first = static_cast<int>(cuts_.size());
  const std::array<Vec2, 4> ring = {min, Vec2(max.x(), min.y()), max, Vec2(min.x(), max.y())};
  Node root;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 side = ring[(i + 1) % 4] - ring[i];
    cuts_.push_back({{ring[i], side.normalized()}, {}});
    corners_.push_back(ring[i]);
    root.polygon.push_back({first + static_cast<int>(i), static_cast<int>(i)});
  }
  crossings_.resize(cuts_.size());
  nodes_.push_back(std::move(root));
  for (int cut = 0; cut < first; ++cut)
    for (const Interval& stretch : cuts_[static_cast<std::size_t>(cut)].reach) insert(0, cut, stretch);
  number_cells();
  find_borders();
}

void PlanCells::insert(int node, int cut, const Interval& stretch) {
  const auto n = static_cast<std::size_t>(node);
  if (nodes_[n].cut < 0) {
    split(node, cut, stretch);
    return;
  }
  if (nodes_[n].cut == cut) return;
  const Line2& line = cuts_[static_cast<std::size_t>(cut)].line;
  const Line2& other = cuts_[static_cast<std::size_t>(nodes_[n].cut)].line;
  const double from = other.offset(line.at(stretch.from)), to = other.offset(line.at(stretch.to));
  Interval on_left = stretch, on_right = stretch;
  if ((from > 0) != (to > 0)) {
    const double meeting = stretch.from + stretch.length() * from / (from - to);
    (from > 0 ? on_left.to : on_left.from) = meeting;
    (from > 0 ? on_right.from : on_right.to) = meeting;
  }
  const int left = nodes_[n].left, right = nodes_[n].right;
  if (std::max(from, to) > kRounding && on_left.length() > kRounding) insert(left, cut, on_left);
  if (std::min(from, to) < -kRounding && on_right.length() > kRounding) insert(right, cut, on_right);
}

/// Cuts a cell in two where the stretch runs through it.
void PlanCells::split(int node, int cut, const Interval& stretch) {
  const Polygon polygon = nodes_[static_cast<std::size_t>(node)].polygon;
  const Line2& line = cuts_[static_cast<std::size_t>(cut)].line;
  const std::size_t n = polygon.size();
  std::vector<double> offsets;
  for (const Side& side : polygon) {
    const double offset = line.offset(corners_[static_cast<std::size_t>(side.corner)]);
    offsets.push_back(std::abs(offset) < kRounding ? 0 : offset);
  }
  if (*std::ranges::max_element(offsets) <= 0 || *std::ranges::min_element(offsets) >= 0) return;
  Polygon left, right;
  Interval chord{1e18, -1e18};
  const auto touch = [&](int corner) {
    const double s = line.along(corners_[static_cast<std::size_t>(corner)]);
    chord = {std::min(chord.from, s), std::max(chord.to, s)};
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Side& side = polygon[i];
    const double here = offsets[i], next = offsets[(i + 1) % n];
    if (here > 0) left.push_back(side);
    if (here < 0) right.push_back(side);
    if (here == 0) {
      touch(side.corner);
      // The part that goes on along its own side keeps that side; the other begins with the cut.
      left.push_back(next > 0 ? side : Side{cut, side.corner});
      right.push_back(next < 0 ? side : Side{cut, side.corner});
    }
    if (here * next >= 0) continue;
    const int corner = corner_of(side.cut, cut);
    touch(corner);
    left.push_back(next > 0 ? Side{side.cut, corner} : Side{cut, corner});
    right.push_back(next < 0 ? Side{side.cut, corner} : Side{cut, corner});
  }
  if (overlap(chord, stretch) <= kRounding || left.size() < 3 || right.size() < 3) return;
  const int child = static_cast<int>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[static_cast<std::size_t>(child)].polygon = std::move(left);
  nodes_[static_cast<std::size_t>(child) + 1].polygon = std::move(right);
  Node& parent = nodes_[static_cast<std::size_t>(node)];
  parent.cut = cut;
  parent.left = child;
  parent.right = child + 1;
  parent.polygon.clear();
}

int PlanCells::corner_of(int cut_a, int cut_b) {
  const int first = std::min(cut_a, cut_b), second = std::max(cut_a, cut_b);
  auto& known = crossings_[static_cast<std::size_t>(first)];
  const auto found = std::ranges::find_if(known, [&](const auto& c) { return c.first == second; });
  if (found != known.end()) return found->second;
  const auto corner = intersect(cuts_[static_cast<std::size_t>(first)].line,
                                cuts_[static_cast<std::size_t>(second)].line, 1e-12);
  known.emplace_back(second, static_cast<int>(corners_.size()));
  corners_.push_back(corner.value_or(cuts_[static_cast<std::size_t>(first)].line.point));
  return known.back().second;
}

int PlanCells::locate(const Vec2& p) const {
  std::size_t node = 0;
  while (nodes_[node].cut >= 0) {
    const bool left = cuts_[static_cast<std::size_t>(nodes_[node].cut)].line.offset(p) > 0;
    node = static_cast<std::size_t>(left ? nodes_[node].left : nodes_[node].right);
  }
  return nodes_[node].cell;
}

void PlanCells::number_cells() {
  for (Node& node : nodes_) {
    if (node.cut >= 0) continue;
    node.cell = static_cast<int>(areas_.size());
    std::vector<Vec2> ring;
    for (const Side& side : node.polygon) ring.push_back(corners_[static_cast<std::size_t>(side.corner)]);
    areas_.push_back(std::abs(signed_area(ring)));
    boxes_.emplace_back();
    for (const Vec2& corner : ring) boxes_.back().extend(corner);
  }
}

std::vector<std::vector<PlanCells::CellSide>> PlanCells::sides_along_cuts() const {
  std::vector<std::vector<CellSide>> sides(cuts_.size());
  for (const Node& node : nodes_) {
    if (node.cut >= 0) continue;
    const std::size_t n = node.polygon.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Side& side = node.polygon[i];
      const int next = node.polygon[(i + 1) % n].corner;
      const bool left = along(side.cut, next) >= along(side.cut, side.corner);
      sides[static_cast<std::size_t>(side.cut)].push_back(
          {node.cell, left ? side.corner : next, left ? next : side.corner, left});
    }
  }
  return sides;
}

std::vector<std::vector<PlanCells::Stop>> PlanCells::stops_along_cuts(
    const std::vector<std::vector<CellSide>>& sides) const {
  // Corners that coincide become one, the one with the least number.
  JoinedNumbers same(corners_.size());
  std::vector<std::vector<Stop>> stops(cuts_.size());
  for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
    for (const CellSide& side : sides[cut])
      for (const int corner : {side.from, side.to})
        stops[cut].emplace_back(along(static_cast<int>(cut), corner), corner);
    std::ranges::sort(stops[cut]);
    for (std::size_t i = 1; i < stops[cut].size(); ++i) {
      if (stops[cut][i].first - stops[cut][i - 1].first > kSame) continue;
      same.join(stops[cut][i - 1].second, stops[cut][i].second);
    }
  }
  for (std::vector<Stop>& on_cut : stops) {
    for (Stop& stop : on_cut) stop.second = same.first_of(stop.second);
    const auto alike = [](const Stop& a, const Stop& b) { return a.second == b.second; };
    on_cut.erase(std::unique(on_cut.begin(), on_cut.end(), alike), on_cut.end());
  }
  return stops;
}

void PlanCells::find_borders() {
  const std::vector<std::vector<CellSide>> sides = sides_along_cuts();
  const std::vector<std::vector<Stop>> stops = stops_along_cuts(sides);
  for (std::size_t c = 0; c < cuts_.size(); ++c) {
    const std::vector<Stop>& on_cut = stops[c];
    if (on_cut.size() < 2) continue;
    const int cut = static_cast<int>(c);
    std::vector<CellBorder> pieces;
    for (std::size_t i = 0; i + 1 < on_cut.size(); ++i)
      pieces.push_back(
          {cut, {on_cut[i].first, on_cut[i + 1].first}, -1, -1, on_cut[i].second, on_cut[i + 1].second});
    for (const CellSide& side : sides[c]) {
      const double begin = along(cut, side.from), end = along(cut, side.to);
      const auto first = std::ranges::lower_bound(on_cut, Stop{begin - kSame, -1});
      for (auto i = static_cast<std::size_t>(first - on_cut.begin()); i < pieces.size(); ++i) {
        const double middle = pieces[i].span.middle();
        if (middle > end) break;
        if (middle > begin) (side.left ? pieces[i].left : pieces[i].right) = side.cell;
      }
    }
    std::ranges::copy_if(pieces, std::back_inserter(borders_),
                         [](const CellBorder& piece) { return piece.left >= 0 || piece.right >= 0; });
  }
}

double PlanCells::along(int cut, int corner) const {
  return cuts_[static_cast<std::size_t>(cut)].line.along(corners_[static_cast<std::size_t>(corner)]);
}

}  // namespace storey
