#include "furnishing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polygons.h"

namespace storey::simulator {
namespace {

constexpr int kCylinderCorners = 24;
constexpr double kTopThickness = 0.04;
constexpr double kLeg = 0.05;
constexpr double kBoard = 0.02;
constexpr double kShelfSpacing = 0.35;

/// Rectangles in the furniture's own frame, turned with it.
class Joiner {
 public:
  Joiner(Mesh& mesh, const FurnitureSpec& spec, double floor, const Tag& tag)
      : mesh_(mesh), spec_(spec), floor_(floor), tag_(tag) {
    const double angle = spec.turn * std::numbers::pi / 180;
    along_ = {std::cos(angle), std::sin(angle)};
  }
  void add(const Point2& offset, const Point2& size, double bottom, double top) {
    const Point2 center = spec_.center + along_ * offset.x() + Point2(-along_.y(), along_.x()) * offset.y();
    mesh_.add_prism(rectangle(center, size, spec_.turn), floor_ + bottom, floor_ + top, tag_);
  }

 private:
  Mesh& mesh_;
  const FurnitureSpec& spec_;
  double floor_;
  Tag tag_;
  Point2 along_;
};

void add_table(Joiner& joiner, const FurnitureSpec& spec, double top) {
  joiner.add({0, 0}, spec.size, top - kTopThickness, top);
  const Point2 corner = (spec.size - Point2(kLeg, kLeg)) / 2;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      joiner.add({x * corner.x(), y * corner.y()}, {kLeg, kLeg}, spec.bottom, top - kTopThickness);
}

/// Sides, back and boards; open at the front (-y).
void add_shelf(Joiner& joiner, const FurnitureSpec& spec, double top) {
  const double side = (spec.size.x() - kBoard) / 2;
  for (const double x : {-side, side}) joiner.add({x, 0}, {kBoard, spec.size.y()}, spec.bottom, top);
  joiner.add({0, (spec.size.y() - kBoard) / 2}, {spec.size.x(), kBoard}, spec.bottom, top);
  for (double z = spec.bottom; z + kBoard <= top; z += kShelfSpacing)
    joiner.add({0, 0}, spec.size, z, z + kBoard);
}

}  // namespace

void add_furniture(Mesh& mesh, const FurnitureSpec& furniture, double floor, double height, int storey) {
  const Tag tag{Part::kOther, furniture.surface, storey, -1};
  const double top = std::min(furniture.top, height);
  Joiner joiner(mesh, furniture, floor, tag);
  switch (furniture.shape) {
    case FurnitureShape::kBox:
      joiner.add({0, 0}, furniture.size, furniture.bottom, top);
      break;
    case FurnitureShape::kTable:
      add_table(joiner, furniture, top);
      break;
    case FurnitureShape::kShelf:
      add_shelf(joiner, furniture, top);
      break;
    case FurnitureShape::kCylinder:
      mesh.add_prism(disc(furniture.center, furniture.size.x(), kCylinderCorners), floor + furniture.bottom,
                     floor + top, tag);
      break;
  }
}

void add_outside(Mesh& mesh, const Point2& low, const Point2& high, double ground) {
  const Point2 center = (low + high) / 2;
  const Point2 size = high - low;
  mesh.add_prism(rectangle(center, size + Point2(60, 60), 0), ground - 0.1, ground,
                 {Part::kOther, Surface::kGround, 0, -1});
  struct Neighbour {
    Point2 side;  // of the building, in half sizes
    double away, turn, height;
  };
  for (const Neighbour& n : {Neighbour{{1, 0.3}, 14, 4, 7.5}, Neighbour{{-1, -0.2}, 17, -3, 6.0},
                             Neighbour{{0.1, 1}, 19, 8, 9.0}, Neighbour{{-0.4, -1}, 12, 0, 5.5}}) {
    const Point2 place = center + n.side.cwiseProduct(size / 2) + n.side.normalized() * n.away;
    mesh.add_prism(rectangle(place, {9, 7}, n.turn), ground, ground + n.height,
                   {Part::kOther, Surface::kConcrete, 0, -1});
  }
  for (const Point2& direction : {Point2(0.8, 0.6), Point2(-0.6, 0.8), Point2(0.28, -0.96)}) {
    const Point2 place = center + direction * (size.norm() / 2 + 4);
    mesh.add_prism(disc(place, 0.3, 12), ground, ground + 2.2, {Part::kOther, Surface::kWood, 0, -1});
    mesh.add_prism(disc(place, 3.0, 12), ground + 2.2, ground + 6.0, {Part::kOther, Surface::kGround, 0, -1});
  }
}

}  // namespace storey::simulator
