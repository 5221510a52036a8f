#include "engine/measure/outer_walls.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

RoomShape room_of(const std::vector<Vec2>& points) { return {ring_of(points), {}, 1}; }

/// Where the middles of the faces of outer walls lie, rounded to 5 cm.
std::vector<std::pair<double, double>> outer_faces(const std::vector<RoomShape>& rooms,
                                                   const std::vector<Vec2>& windows = {}) {
  const std::vector<WallPiece> walls = build_walls(rooms, {});
  std::vector<FoundOpening> openings;
  for (std::size_t w = 0; w < walls.size(); ++w)
    for (const Vec2& window : windows) {
      const double s = walls[w].front.along(window);
      if (std::abs(walls[w].front.offset(window)) > 0.01 || !walls[w].extent.contains(s)) continue;
      FoundOpening opening;
      opening.wall = static_cast<int>(w);
      opening.type = OpeningType::kWindow;
      opening.span = {s - 0.5, s + 0.5};
      openings.push_back(opening);
    }
  EXPECT_EQ(openings.size(), windows.size());
  const std::vector<bool> outer = outer_walls(rooms, walls, openings);
  std::vector<std::pair<double, double>> faces;
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const Vec2 middle = walls[w].front.at((walls[w].extent.from + walls[w].extent.to) / 2);
    if (outer[w]) faces.emplace_back(std::round(middle.x() * 20) / 20, std::round(middle.y() * 20) / 20);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

using Faces = std::vector<std::pair<double, double>>;

TEST(OuterWalls, TheOutsideIsBehindWallsThatNoRoomIsBehind) {
  EXPECT_EQ(outer_faces({room_of(rectangle(0, 0, 4, 3)), room_of(rectangle(4.2, 0, 8, 3))}),
            (Faces{{0, 1.5}, {2, 0}, {2, 3}, {6.1, 0}, {6.1, 3}, {8, 1.5}}));
}

TEST(OuterWalls, AShaftIsNotOutside) {
  RoomShape hall = room_of(rectangle(0, 0, 10, 8));
  std::vector<Vec2> core = rectangle(5, 2, 8, 6);
  std::reverse(core.begin(), core.end());
  hall.holes = {ring_of(core)};
  EXPECT_EQ(outer_faces({hall}), (Faces{{0, 4}, {5, 0}, {5, 8}, {10, 4}}));
}

TEST(OuterWalls, AShaftBetweenRoomsIsNotOutside) {
  // Four rooms around 2 x 2 m, as blades of a mill.
  EXPECT_EQ(outer_faces({room_of(rectangle(0, 0, 5, 3)), room_of(rectangle(5.1, 0, 8, 5)),
                         room_of(rectangle(3, 5.1, 8, 8)), room_of(rectangle(0, 3.1, 2.9, 8))})
                .size(),
            8u);
}

TEST(OuterWalls, ACourtIsOutsideAsWindowsLookIntoIt) {
  RoomShape ring = room_of(rectangle(0, 0, 12, 12));
  std::vector<Vec2> court = rectangle(3, 3, 9, 9);
  std::reverse(court.begin(), court.end());
  ring.holes = {ring_of(court)};
  EXPECT_EQ(outer_faces({ring}).size(), 4u);
  EXPECT_EQ(outer_faces({ring}, {{3, 6}}).size(), 8u);
}

/// A corridor along y = 0 with a room at each end; what was not scanned lies between these.
std::vector<RoomShape> rooms_of_wing() {
  return {room_of(rectangle(0, 0, 12, 2)), room_of(rectangle(0, 2.1, 4, 7)),
          room_of(rectangle(8, 2.1, 12, 7))};
}

TEST(OuterWalls, ARoomThatWasNotScannedIsNotOutside) {
  const Faces outer = outer_faces(rooms_of_wing());
  EXPECT_EQ(outer, (Faces{{0, 1}, {0, 4.55}, {2, 7}, {6, 0}, {10, 7}, {12, 1}, {12, 4.55}}));
}

TEST(OuterWalls, ACourtThatIsOpenToOneSideIsOutside) {
  Faces outer = outer_faces(rooms_of_wing(), {{6, 2}});
  EXPECT_EQ(outer.size(), 10u);
  for (const auto& face : Faces{{4, 4.55}, {6, 2}, {8, 4.55}})
    EXPECT_EQ(std::count(outer.begin(), outer.end(), face), 1) << face.first << " " << face.second;
}

}  // namespace
}  // namespace storey
