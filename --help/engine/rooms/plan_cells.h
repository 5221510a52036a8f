#include "swept.h"
#line 1
// Stage 7: the plan cut into convex cells along the lines of its faces.
#pragma once

#include <Eigen/Geometry>
#include <utility>
#include <vector>

#include "geometry/line.h"

namespace storey {

/// A line that cuts the plan, and the stretches over which it does so for certain. A cut goes on to the next
/// lines that it meets.
struct Cut {
  Line2 line;
  std::vector<Interval> reach;
};

/// A stretch of a cut between two cells.
struct CellBorder {
  int cut = 0;
  Interval span;                       ///< along the cut's line
  int left = -1, right = -1;           ///< cells beside it; −1 beyond the plan
  int from_corner = 0, to_corner = 0;  ///< in PlanCells::corners
};

/// A partition of a rectangle of plan into convex cells (binary space partition; Fuchs, Kedem and Naylor
/// 1980): no cell overlaps another, and each stretch of border is known from both of its sides.
class PlanCells {
 public:
  /// Cells over [min, max] (m). The first cuts are made first and so go furthest.
  PlanCells(const Vec2& min, const Vec2& max, std::vector<Cut> cuts);

  std::size_t size() const { return areas_.size(); }
  double area(std::size_t cell) const { return areas_[cell]; }  ///< m²
  /// The least upright box that holds the cell.
  const Eigen::AlignedBox2d& box(std::size_t cell) const { return boxes_[cell]; }
  /// The cell that holds `p`; the nearest cell's for points beyond the plan.
  int locate(const Vec2& p) const;
  const std::vector<Cut>& cuts() const { return cuts_; }
  const std::vector<CellBorder>& borders() const { return borders_; }
  const std::vector<Vec2>& corners() const { return corners_; }

 private:
  struct Side {
    int cut;
    int corner;  // where it begins
  };
  using Polygon = std::vector<Side>;  // counter-clockwise
  struct Node {
    int cut = -1;  // −1: a leaf
    int left = -1, right = -1;
    int cell = -1;
    Polygon polygon;  // of a leaf
  };

  /// A cell's side on a cut, from corner to corner in the sense of the cut.
  struct CellSide {
    int cell, from, to;
    bool left;  // the cell is to the cut's left
  };
  using Stop = std::pair<double, int>;  // m along a cut, and the corner there

  void insert(int node, int cut, const Interval& stretch);
  void split(int node, int cut, const Interval& stretch);
  int corner_of(int cut_a, int cut_b);
  void number_cells();
  std::vector<std::vector<CellSide>> sides_along_cuts() const;
  std::vector<std::vector<Stop>> stops_along_cuts(const std::vector<std::vector<CellSide>>& sides) const;
  void find_borders();
  double along(int cut, int corner) const;

  std::vector<Cut> cuts_;
  std::vector<Node> nodes_;
  std::vector<Vec2> corners_;
  std::vector<std::vector<std::pair<int, int>>> crossings_;  // per cut: later cut and corner
  std::vector<double> areas_;
  std::vector<Eigen::AlignedBox2d> boxes_;
  std::vector<CellBorder> borders_;
};

}  // namespace storey
