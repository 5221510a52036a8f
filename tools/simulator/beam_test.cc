#include "beam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "drawing.h"

namespace storey::simulator {
namespace {

/// Two rooms in a row, 6 m along x, with a glass partition at x = 3.
struct GlassRoom {
  Building building;
  RayTracer tracer;
  BeamSpace space;
  explicit GlassRoom(const Optics& optics)
      : building(build(drawn()).value()), tracer(building.mesh), space{building, tracer, optics, 40} {}
  static Scene drawn() {
    Scene scene;
    StoreySpec storey;
    const auto add = [&](const char* id, Point2 from, Point2 to, Surface surface, double thickness) {
      storey.walls.push_back({id, from, to, std::nullopt, thickness, surface});
    };
    add("south", {0, 0}, {6, 0}, Surface::kPlaster, 0.2);
    add("east", {6, 0}, {6, 4}, Surface::kPlaster, 0.2);
    add("north", {6, 4}, {0, 4}, Surface::kPlaster, 0.2);
    add("west", {0, 4}, {0, 0}, Surface::kPlaster, 0.2);
    add("pane", {3, 0}, {3, 4}, Surface::kGlass, 0.05);
    scene.storeys = {storey};
    scene.outside = false;
    return scene;
  }
};

TEST(Beam, GlassSharesTheBeamsOutAsTold) {
  const GlassRoom room({0.10, 0.25, 0});
  int returned = 0, mirrored = 0, through = 0;
  constexpr int kBeams = 20'000;
  for (int i = 0; i < kBeams; ++i) {
    Random random(1, static_cast<std::uint64_t>(i));
    std::vector<Crossing> crossings;
    const Echo echo = follow(room.space, {}, {1, 2, 1.2}, {1, 0, 0}, random, crossings);
    ASSERT_TRUE(echo.returned);
    if (echo.surface == Surface::kGlass) {
      ++returned;
      EXPECT_NEAR(echo.range, 3 - 0.025 - 1, 1e-9);
    } else if (echo.ghost) {
      ++mirrored;
      EXPECT_NEAR(echo.range, 1.975 + 2.975 - 0.1, 1e-6);
      EXPECT_NEAR(echo.place.x(), 0.1, 1e-6);
    } else {
      ++through;
      EXPECT_NEAR(echo.range, 5.9 - 1, 1e-9);
    }
  }
  EXPECT_NEAR(returned / double(kBeams), 0.10, 0.01);
  EXPECT_NEAR(mirrored / double(kBeams), 0.25, 0.01);
  EXPECT_NEAR(through / double(kBeams), 0.65, 0.01);
}

TEST(Beam, MirrorShowsTheRoomBehindTheWall) {
  Scene scene = GlassRoom::drawn();
  scene.storeys[0].walls.pop_back();
  FurnitureSpec mirror;
  mirror.center = {5.88, 2};
  mirror.size = {0.02, 2};
  mirror.top = 2;
  mirror.surface = Surface::kMirror;
  scene.storeys[0].furniture = {mirror};
  const Building building = build(scene).value();
  const RayTracer tracer(building.mesh);
  Random random(2);
  std::vector<Crossing> crossings;
  const Echo echo = follow({building, tracer, {0, 0, 0}, 40}, {}, {1, 2, 1.2},
                           Eigen::Vector3d(4, -0.5, 0).normalized(), random, crossings);
  ASSERT_TRUE(echo.returned);
  EXPECT_TRUE(echo.ghost);
  const double along_x = 4.87 + 5.77;  // to the mirror at x = 5.87, back to the wall at x = 0.1
  EXPECT_NEAR(echo.range, along_x * std::hypot(4, 0.5) / 4, 1e-6);
  EXPECT_NEAR(echo.place.y(), 2 - along_x * 0.5 / 4, 1e-6);
}

TEST(Beam, TellsWhichOpeningItCrossed) {
  const Building building = build(parse_drawing(R"(
      ###########
      #    #    #
      #    O    #
      #    O    #
      #    #    #
      ###########)")
                                      .value())
                                .value();
  const RayTracer tracer(building.mesh);
  Random random(3);
  std::vector<Crossing> crossings;
  follow({building, tracer, {}, 40}, {}, {0.6, 1.5, 1.2}, {1, 0, 0}, random, crossings);
  ASSERT_EQ(crossings.size(), 1u);
  EXPECT_EQ(crossings[0].opening, 0);
  EXPECT_NEAR(crossings[0].place.x(), 5.5 * 0.25, 1e-9);
}

TEST(Beam, PeopleAreInTheWay) {
  const GlassRoom room({0, 0, 0});
  Random random(4);
  std::vector<Crossing> crossings;
  const Obstacle person{{2, 2}, 0.2, 0, 1.7};
  const Echo echo = follow(room.space, {{person}}, {1, 2, 1.2}, {1, 0, 0}, random, crossings);
  EXPECT_EQ(echo.surface, Surface::kSkin);
  EXPECT_NEAR(echo.range, 0.8, 1e-9);
  const Echo above = follow(room.space, {{person}}, {1, 2, 1.8}, {1, 0, 0}, random, crossings);
  EXPECT_NEAR(above.range, 4.9, 1e-9);
}

}  // namespace
}  // namespace storey::simulator
