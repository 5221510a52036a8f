#include "engine/rooms/label_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "engine/faces/find_faces.h"
#include "engine/scan/counts.h"
#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/surface_noise.h"
#include "geometry/contour.h"
#include "geometry/min_cut.h"
#include "geometry/rank.h"

namespace storey {
namespace {

// Costs are areas, m², that would be labelled wrongly.
constexpr double kBehind = 0.025;  // m behind a face, past its own noise: half the thinnest wall
constexpr double kBeside = 0.05;   // m off a face at most: beyond lies what is behind a thin wall
constexpr double kUnseen = 0.06;   // m² for each m of border without a face, next to one on the same line
constexpr double kFarther = 1.0;   // factor more per m from that face, as far as walls go on hidden
constexpr double kNoFace = 0.25;   // m² for each m of border on a line that has no face
constexpr double kHandedOn = 4.0;  // m around it to cells that thin ones hand on: rooms are as wide

/// What faces say of one cell. Of those one behind the other, frames and panes, only one counts.
class FaceVotes {
 public:
  void add(const Vec2& direction, double cost) {
    for (auto& [known, most] : votes_)
      if (known.dot(direction) > kLooksAlike) {
        sum_ += std::max(0.0, cost - most);
        most = std::max(most, cost);
        return;
      }
    votes_.emplace_back(direction, cost);
    sum_ += cost;
  }
  double sum() const { return sum_; }

 private:
  std::vector<std::pair<Vec2, double>> votes_;
  double sum_ = 0;
};

/// For each cell of a raster the cell of the plan that its middle is in.
Grid<int> locate_all(const PlanCells& cells, const GridFrame& frame, int threads) {
  Grid<int> located(frame);
  parallel_for(static_cast<std::size_t>(frame.rows), threads, [&](std::size_t row) {
    const int r = static_cast<int>(row);
    for (int c = 0; c < frame.columns; ++c) located.at(c, r) = cells.locate(frame.centre(c, r));
  });
  return located;
}

/// What each cell costs with each label.
class CellCosts {
 public:
  CellCosts(const PlanCells& cells, const std::vector<WallFace>& faces, const RoomRaster& rooms,
            const Grid<int>& located)
      : seen_(cells.size()), total_(cells.size(), 0), behind_(cells.size()), before_(cells.size()) {
    const GridFrame& frame = rooms.labels.frame;
    for (std::size_t i = 0; i < located.cells.size(); ++i) {
      const double weight = static_cast<double>(rooms.weights.cells[i]) * frame.cell * frame.cell;
      if (weight <= 0) continue;
      const auto cell = static_cast<std::size_t>(located.cells[i]);
      total_[cell] += weight;
      add(cell, rooms.labels.cells[i], weight);
    }
    for (const WallFace& face : faces) {
      if (!face.structural) continue;
      const double past = std::min(kBehind + kFarNoises * face.rms, kBeside);
      std::map<int, double> behind, before;
      for (const Interval& stretch : face.stands)
        for (double s = stretch.from + kVoxel / 2; s < stretch.to; s += kVoxel) {
          const Vec2 p = face.start() + s * face.line.direction;
          behind[cells.locate(p - past * face.line.normal())] += kFaceDepth * kVoxel * face.strength;
          before[cells.locate(p + kBeside * face.line.normal())] += kFaceDepth * kVoxel * face.strength;
        }
      for (const auto& [cell, cost] : behind)
        behind_[static_cast<std::size_t>(cell)].add(face.line.direction, cost);
      for (const auto& [cell, cost] : before)
        before_[static_cast<std::size_t>(cell)].add(face.line.direction, cost);
    }
  }

  double operator()(std::size_t cell, int label) const {
    return total_[cell] - support(cell, label) + (label == 0 ? before_[cell] : behind_[cell]).sum();
  }
  /// The labels that something in the cell speaks for.
  const std::vector<std::pair<int, double>>& seen(std::size_t cell) const { return seen_[cell]; }

 private:
  void add(std::size_t cell, int label, double weight) {
    for (auto& [known, sum] : seen_[cell])
      if (known == label) {
        sum += weight;
        return;
      }
    seen_[cell].emplace_back(label, weight);
  }
  double support(std::size_t cell, int label) const {
    for (const auto& [known, sum] : seen_[cell])
      if (known == label) return sum;
    return 0;
  }

  std::vector<std::vector<std::pair<int, double>>> seen_;
  std::vector<double> total_;
  std::vector<FaceVotes> behind_, before_;
};

/// What a border costs where a room lies to its left, and where one lies to its right.
struct BorderCost {
  int left_cell, right_cell;
  double left = 0, right = 0;
};

std::vector<BorderCost> border_costs(const PlanCells& cells, const std::vector<CutFaces>& cut_faces,
                                     const std::vector<WallFace>& faces, int threads) {
  std::vector<CellBorder> inner;
  std::ranges::copy_if(cells.borders(), std::back_inserter(inner),
                       [](const CellBorder& border) { return border.left >= 0 && border.right >= 0; });
  const CutFaces none;
  std::vector<BorderCost> costs(inner.size());
  parallel_for(inner.size(), threads, [&](std::size_t i) {
    const CellBorder& border = inner[i];
    const auto cut = static_cast<std::size_t>(border.cut);
    const CutFaces& on_cut = cut < cut_faces.size() ? cut_faces[cut] : none;
    const Line2& line = cells.cuts()[cut].line;
    costs[i] = {border.left, border.right, unseen_cost(on_cut.forward, faces, line, border.span),
                unseen_cost(on_cut.backward, faces, line, border.span)};
  });
  return costs;
}

double between(const BorderCost& border, int left, int right) {
  if (left == right) return 0;
  return (left != 0 ? border.left : 0) + (right != 0 ? border.right : 0);
}

/// Which borders each cell has.
std::vector<std::vector<std::uint32_t>> borders_of_cells(std::size_t cells,
                                                         const std::vector<BorderCost>& borders) {
  std::vector<std::vector<std::uint32_t>> of(cells);
  for (std::uint32_t i = 0; i < borders.size(); ++i)
    for (const int cell : {borders[i].left_cell, borders[i].right_cell})
      of[static_cast<std::size_t>(cell)].push_back(i);
  return of;
}

/// The plan's cells, what parts them, and where the raster has them.
struct Layout {
  Layout(const PlanCells& of, const std::vector<CutFaces>& cut_faces, const std::vector<WallFace>& faces,
         const RoomRaster& rooms, int threads)
      : cells(of),
        located(locate_all(cells, rooms.labels.frame, threads)),
        borders(border_costs(cells, cut_faces, faces, threads)),
        borders_of(borders_of_cells(cells.size(), borders)),
        sampled(cells.size()) {
    for (const int cell : located.cells) sampled[static_cast<std::size_t>(cell)] = 1;
  }

  const PlanCells& cells;
  Grid<int> located;
  std::vector<BorderCost> borders;
  std::vector<std::vector<std::uint32_t>> borders_of;  ///< per cell
  std::vector<std::uint8_t> sampled;                   ///< per cell: whether the raster has a place in it
};

/// The cells that may take one label.
class Reach {
 public:
  explicit Reach(const Layout& layout) : layout_(layout), may_(layout.cells.size()) {}

  void add(int cell) {
    if (may_[static_cast<std::size_t>(cell)] != 0) return;
    may_[static_cast<std::size_t>(cell)] = 1;
    members_.push_back(cell);
  }
  /// Cells may take what their neighbours may, as far as they reach into `within`. Those thinner than the
  /// samples are apart, as between the lines of one wall that was seen several times, hand it on.
  void carry_on(const Eigen::AlignedBox2d& within) {
    const auto add_if_near = [&](int cell) {
      if (layout_.cells.box(static_cast<std::size_t>(cell)).intersects(within)) add(cell);
    };
    const std::size_t given = members_.size();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto from = static_cast<std::size_t>(members_[i]);
      if (i >= given && layout_.sampled[from] != 0) continue;
      for (const std::uint32_t b : layout_.borders_of[from]) {
        add_if_near(layout_.borders[b].left_cell);
        add_if_near(layout_.borders[b].right_cell);
      }
    }
  }
  /// In ascending order. Begins again with none.
  std::vector<int> take() {
    for (const int cell : members_) may_[static_cast<std::size_t>(cell)] = 0;
    std::ranges::sort(members_);
    return std::exchange(members_, {});
  }

 private:
  const Layout& layout_;
  std::vector<std::uint8_t> may_;
  std::vector<int> members_;
};

/// Adds the cells in and about the label's part of the raster.
void add_near(const Layout& layout, const RoomRaster& rooms, int label, const CellBox& box, Reach& reach) {
  const Grid<std::int32_t>& labels = rooms.labels;
  const GridFrame& frame = labels.frame;
  const auto is_own = [&](int c, int r) { return frame.inside(c, r) && labels.at(c, r) == label; };
  const int near = static_cast<int>(kThickestWall / frame.cell);
  for (int r = box.first_row; r < box.last_row; ++r)
    for (int c = box.first_column; c < box.last_column; ++c) {
      if (!is_own(c, r)) continue;
      reach.add(layout.located.at(c, r));
      if (is_own(c + 1, r) && is_own(c - 1, r) && is_own(c, r + 1) && is_own(c, r - 1)) continue;
      for (int dr = -near; dr <= near; dr += 2)
        for (int dc = -near; dc <= near; dc += 2)
          reach.add(frame.inside(c + dc, r + dr) ? layout.located.at(c + dc, r + dr)
                                                 : layout.cells.locate(frame.centre(c + dc, r + dr)));
    }
}

/// All within kHandedOn of a label's part of the raster, and of what lies in the box around it.
Eigen::AlignedBox2d box_about(const GridFrame& frame, const CellBox& box) {
  const Vec2 near = Vec2::Constant(kHandedOn);
  return {frame.centre(box.first_column, box.first_row) - near,
          frame.centre(box.last_column, box.last_row) + near};
}

/// For each label the cells that may take it, in ascending order.
std::vector<std::vector<int>> reach_of_labels(const Layout& layout, const RoomRaster& rooms, int threads) {
  const std::vector<CellBox> boxes = boxes_of(rooms.labels, rooms.rooms);
  std::vector<std::vector<int>> may(boxes.size());
  may[0].resize(layout.cells.size());
  std::iota(may[0].begin(), may[0].end(), 0);
  parallel_parts(may.size(), threads, [&](std::size_t, std::size_t from, std::size_t past) {
    Reach reach(layout);
    for (std::size_t label = std::max<std::size_t>(1, from); label < past; ++label) {
      add_near(layout, rooms, static_cast<int>(label), boxes[label], reach);
      reach.carry_on(box_about(rooms.labels.frame, boxes[label]));
      may[label] = reach.take();
    }
  });
  return may;
}

/// One step of the expansion: every cell that may takes `label` where that makes the whole cheaper.
/// `node`: −1 for every cell, and so again afterwards.
bool expand(int label, const std::vector<int>& may, const CellCosts& costs, const Layout& layout,
            std::vector<int>& node, std::vector<int>& labels) {
  std::vector<std::size_t> members;
  std::vector<std::uint32_t> about;  // borders
  for (const int cell : may) {
    const auto i = static_cast<std::size_t>(cell);
    if (labels[i] == label) continue;
    node[i] = static_cast<int>(members.size());
    members.push_back(i);
    about.insert(about.end(), layout.borders_of[i].begin(), layout.borders_of[i].end());
  }
  if (members.empty()) return false;
  CutGraph graph(static_cast<int>(members.size()));
  std::vector<double> keep(members.size()), change(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    keep[m] = costs(members[m], labels[members[m]]);
    change[m] = costs(members[m], label);
  }
  for (const std::uint32_t b : each_once(std::move(about))) {
    const BorderCost& border = layout.borders[b];
    const auto p = static_cast<std::size_t>(border.left_cell),
               q = static_cast<std::size_t>(border.right_cell);
    const double both_keep = between(border, labels[p], labels[q]);
    const double right_changes = between(border, labels[p], label);
    const double left_changes = between(border, label, labels[q]);
    if (node[q] < 0) {
      keep[static_cast<std::size_t>(node[p])] += both_keep;
      change[static_cast<std::size_t>(node[p])] += left_changes;
    } else if (node[p] < 0) {
      keep[static_cast<std::size_t>(node[q])] += both_keep;
      change[static_cast<std::size_t>(node[q])] += right_changes;
    } else {
      // V = V(keep, keep) + (V(p changes) − V(keep, keep)) x_p − V(p changes) x_q + … (1 − x_p) x_q
      // (Kolmogorov and Zabih 2004).
      change[static_cast<std::size_t>(node[p])] += left_changes - both_keep;
      change[static_cast<std::size_t>(node[q])] -= left_changes;
      graph.add_edge(node[p], node[q], std::max(0.0, right_changes + left_changes - both_keep), 0);
    }
  }
  for (std::size_t m = 0; m < members.size(); ++m) {
    const double least = std::min(keep[m], change[m]);
    graph.add_terminal(static_cast<int>(m), change[m] - least, keep[m] - least);
  }
  const std::vector<bool> keeps = graph.source_side();
  bool changed = false;
  for (std::size_t m = 0; m < members.size(); ++m) {
    node[members[m]] = -1;
    if (keeps[m]) continue;
    labels[members[m]] = label;
    changed = true;
  }
  return changed;
}

}  // namespace

double unseen_cost(const std::vector<int>& members, const std::vector<WallFace>& faces, const Line2& line,
                   const Interval& span) {
  if (members.empty()) return kNoFace * span.length();
  std::vector<const WallFace*> near;  // a line may run through all of a building
  for (const int f : members) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    const Interval along = span_along(face.line, line.at(span.from), line.at(span.to));
    if (overlap({along.from - kHiddenWall, along.to + kHiddenWall}, face.reach()) >= 0) near.push_back(&face);
  }
  const int samples = std::max(1, static_cast<int>(std::ceil(span.length() / kVoxel)));
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    const Vec2 p = line.at(span.from + (i + 0.5) * span.length() / samples);
    double gap = std::numeric_limits<double>::infinity(), strength = 0;
    for (const WallFace* face : near) {
      const double s = face->line.direction.dot(p - face->start());
      for (const Interval& stretch : face->stands)
        if (stretch.contains(s)) {
          gap = 0;
          strength = std::max(strength, face->strength);
        } else {
          gap = std::min(gap, std::max(stretch.from - s, s - stretch.to));
        }
    }
    sum += gap > 0 ? std::min(kNoFace, kUnseen * (1 + kFarther * std::min(gap, kHiddenWall)))
                   : kUnseen * (1 - strength);
  }
  return sum * span.length() / samples;
}

std::vector<int> label_cells(const PlanCells& cells, const std::vector<CutFaces>& cut_faces,
                             const std::vector<WallFace>& faces, const RoomRaster& rooms, int threads) {
  const Layout layout(cells, cut_faces, faces, rooms, threads);
  const CellCosts costs(cells, faces, rooms, layout.located);
  const std::vector<std::vector<int>> may = reach_of_labels(layout, rooms, threads);
  std::vector<int> labels(cells.size(), 0), node(cells.size(), -1);
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (const auto& [label, support] : costs.seen(i))
      if (costs(i, label) < costs(i, labels[i])) labels[i] = label;
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = false;
    for (int label = 0; label <= rooms.rooms; ++label)
      changed = expand(label, may[static_cast<std::size_t>(label)], costs, layout, node, labels) || changed;
    if (!changed) break;
  }
  return labels;
}

}  // namespace storey
