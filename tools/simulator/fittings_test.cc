#include "fittings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ray_tracer.h"

namespace storey::simulator {
namespace {

/// The fittings of one opening, 1 m wide, from x = 2 to 3 in a wall of 0.2 m along the x axis.
class Fitted {
 public:
  explicit Fitted(OpeningSpec opening) {
    StoreySpec storey;
    storey.walls = {{"wall", {0, 0}, {6, 0}, std::nullopt, 0.2, Surface::kPlaster}};
    opening.wall = "wall";
    opening.at = 2;
    opening.width = 1;
    add_fittings(mesh_, opening, wall_runs(storey).value()[0], 0, {Part::kOpening, Surface::kWood, 0, 0});
  }
  /// How far from the wall's centreline the first thing stands that is met at x, coming from the left (y > 0)
  /// or the right; -1 if nothing is.
  double first_at(double x, bool from_left, double z = 1.1) const {
    const RayTracer tracer(mesh_);
    const double side = from_left ? 1 : -1;
    double t = 0;
    for (;;) {
      const auto hit = tracer.nearest({x, 3 * side, z}, {0, -side, 0}, t + 1e-7, 6);
      if (!hit) return -1;
      t = hit->t;
      if (mesh_.tag(mesh_.triangles()[hit->triangle]).part != Part::kProbe) return 3 - t;
    }
  }

 private:
  Mesh mesh_;
};

OpeningSpec door(LeafState state, bool hinge_at_end = false, bool opens_right = false) {
  OpeningSpec out;
  out.state = state;
  out.hinge_at_end = hinge_at_end;
  out.opens_right = opens_right;
  return out;
}

TEST(Fittings, ClosedLeafLiesBehindItsFace) {
  for (const bool right : {false, true}) {
    const Fitted fitted(door(LeafState::kClosed, false, right));
    EXPECT_NEAR(fitted.first_at(2.5, !right), 0.1 - 0.005, 1e-9);
    EXPECT_NEAR(fitted.first_at(2.5, right), -(0.1 - 0.045), 1e-9) << "40 mm thick";
  }
}

TEST(Fittings, AjarLeafTurnsAboutItsHinge) {
  const double slope = std::tan(20 * std::numbers::pi / 180);
  for (const bool at_end : {false, true})
    for (const bool right : {false, true}) {
      const Fitted fitted(door(LeafState::kAjar, at_end, right));
      for (const double from_hinge : {0.3, 0.7}) {
        const double x = at_end ? 3 - 0.02 - from_hinge : 2 + 0.02 + from_hinge;
        EXPECT_NEAR(fitted.first_at(x, !right), 0.095 + from_hinge * slope, 1e-9) << at_end << right;
      }
    }
}

TEST(Fittings, OpenLeafLeavesTheWayFree) {
  OpeningSpec open = door(LeafState::kOpen);
  open.angle = 90;
  const Fitted fitted(open);
  EXPECT_EQ(fitted.first_at(2.5, true), -1);
  EXPECT_NEAR(fitted.first_at(2.04, true), 0.095 + 0.96, 1e-9) << "as long as the opening without its frame";
}

TEST(Fittings, SlidingLeafStandsBeforeTheWallBesideTheOpening) {
  const Fitted fitted(door(LeafState::kSliding));
  EXPECT_NEAR(fitted.first_at(1.6, true), 0.1 + 0.012 + 0.04, 1e-9);
  EXPECT_EQ(fitted.first_at(2.5, true), -1);
}

TEST(Fittings, WindowHasAPaneWithinAFrame) {
  OpeningSpec window = door(LeafState::kGlazed);
  window.type = OpeningType::kWindow;
  window.sill = 0.8;
  window.head = 2;
  const Fitted fitted(window);
  EXPECT_NEAR(fitted.first_at(2.5, true), 0.003, 1e-9);
  EXPECT_NEAR(fitted.first_at(2.03, true), 0.035, 1e-9);
  EXPECT_NEAR(fitted.first_at(2.5, true, 0.83), 0.035, 1e-9);
  EXPECT_NEAR(fitted.first_at(2.5, true, 1.97), 0.035, 1e-9);
  EXPECT_EQ(fitted.first_at(2.5, true, 0.7), -1);
}

TEST(Fittings, CurtainsHangFromTheSidesAndBlindsFromTheHead) {
  OpeningSpec window = door(LeafState::kGlazed);
  window.sill = 0.8;
  window.head = 2;
  window.cover_share = 0.5;
  window.cover = Cover::kCurtain;
  const Fitted curtain(window);
  EXPECT_GT(curtain.first_at(2.1, true), 0.15);
  EXPECT_GT(curtain.first_at(2.9, true), 0.15);
  EXPECT_NEAR(curtain.first_at(2.5, true), 0.003, 1e-9);
  window.cover = Cover::kBlind;
  const Fitted blind(window);
  EXPECT_GT(blind.first_at(2.5, true, 1.5), 0.03);
  EXPECT_NEAR(blind.first_at(2.5, true, 1.3), 0.003, 1e-9);
}

TEST(Fittings, BareOpeningHasNothing) {
  OpeningSpec opening = door(LeafState::kNone);
  opening.type = OpeningType::kOpening;
  EXPECT_EQ(Fitted(opening).first_at(2.5, true), -1);
  EXPECT_EQ(Fitted(opening).first_at(2.01, true), -1);
}

}  // namespace
}  // namespace storey::simulator
