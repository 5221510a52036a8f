#include "engine/gaps/room_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kLength = 8, kWidth = 2;  // m, of a corridor from (0, 0) on

/// The corridor's walls, and what was seen of it: its ends, all but `unseen` m in the middle.
struct Corridor {
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, kLength, kWidth));
  Grid<std::int32_t> labels{{{-1, -1}, 0.04, 250, 100}};
  Mask ceiling{labels.frame};

  explicit Corridor(double unseen) {
    const double first = (kLength - unseen) / 2, second = (kLength + unseen) / 2;
    see(0.08, first, 1);
    see(second, kLength - 0.08, 2);
  }
  void see(double from, double to, std::int32_t label) {
    for (int r = 0; r < labels.frame.rows; ++r)
      for (int c = 0; c < labels.frame.columns; ++c) {
        const Vec2 p = labels.frame.centre(c, r);
        if (p.x() > from && p.x() < to && p.y() > 0.08 && p.y() < kWidth - 0.08) labels.at(c, r) = label;
      }
  }
  Mask barrier() const {
    Mask mask(labels.frame);
    for (const WallFace& face : faces) draw(mask, face.start(), face.end());
    return mask;
  }
  bool is_one() {
    const Mask walls = barrier();
    join_parts({faces, walls}, ceiling, labels);
    return is_joined();
  }
  void fill() {
    const Mask walls = barrier();
    fill_unseen({faces, walls}, labels);
  }
  bool is_joined() const { return labels.get({0.5, 1}) == labels.get({kLength - 0.5, 1}); }
};

TEST(RoomParts, EndsOfACorridorAreOneRoom) { EXPECT_TRUE(Corridor(1.5).is_one()); }

TEST(RoomParts, ThereIsSpaceForARoomInAWideGap) { EXPECT_FALSE(Corridor(3.5).is_one()); }

TEST(RoomParts, AWallPartsThem) {
  Corridor corridor(1.5);
  corridor.faces.push_back(seen_face({4, 0}, {4, kWidth}));
  EXPECT_FALSE(corridor.is_one());
}

TEST(RoomParts, SoDoesOneOfWhichOnlyAnEndShows) {
  Corridor corridor(1.5);
  corridor.faces.push_back(seen_face({4, 0}, {4, 0.5}));
  EXPECT_FALSE(corridor.is_one());
}

TEST(RoomParts, PartitionsBesideTheCorridorDoNot) {
  Corridor corridor(1.5);
  corridor.faces.push_back(seen_face({4, -3}, {4, 0}));
  corridor.faces.push_back(seen_face({4, kWidth}, {4, kWidth + 3}));
  EXPECT_TRUE(corridor.is_one());
}

TEST(RoomParts, WhereTheSideIsOpenTheyStayApart) {
  Corridor corridor(1.5);
  corridor.faces[0] = seen_face({0, 0}, {3.25, 0});
  corridor.faces.push_back(seen_face({4.75, 0}, {kLength, 0}));
  corridor.faces.push_back(seen_face({3.25, 0}, {3.25, -1.5}));  // to the edge of the plan
  corridor.faces.push_back(seen_face({4.75, -1.5}, {4.75, 0}));
  EXPECT_FALSE(corridor.is_one());
}

TEST(RoomParts, ThroughANarrowGapNothingIsOneRoom) {
  Corridor corridor(1.5);
  Mask barrier = corridor.barrier();
  draw(barrier, {4, 0}, {4, 0.8});
  draw(barrier, {4, 1.2}, {4, kWidth});
  join_parts({corridor.faces, barrier}, corridor.ceiling, corridor.labels);
  EXPECT_FALSE(corridor.is_joined());
}

/// Two parts of a corridor that touch in a neck (m wide) between the ends of walls, under the ceiling or not.
Corridor parts_at_neck(double neck, bool ceiling) {
  Corridor corridor(0);
  corridor.faces.push_back(seen_face({4, 0}, {4, (kWidth - neck) / 2}));
  corridor.faces.push_back(seen_face({4, (kWidth + neck) / 2}, {4, kWidth}));
  const Mask walls = corridor.barrier();
  for (std::size_t i = 0; i < walls.cells.size(); ++i) {
    if (walls.cells[i]) corridor.labels.cells[i] = 0;
    corridor.ceiling.cells[i] = ceiling && corridor.labels.cells[i] != 0;
  }
  return corridor;
}

TEST(RoomParts, WhereTheCeilingGoesOnANarrowNeckPartsNothing) {
  EXPECT_TRUE(parts_at_neck(0.48, true).is_one());
  EXPECT_FALSE(parts_at_neck(0.48, false).is_one()) << "a door";
  EXPECT_FALSE(parts_at_neck(0.36, true).is_one()) << "a gap in a thin scan";
}

TEST(RoomParts, WhatLiesWithinOneRoomIsFilled) {
  Corridor corridor(1.5);
  std::replace(corridor.labels.cells.begin(), corridor.labels.cells.end(), 2, 1);
  corridor.fill();
  EXPECT_EQ(corridor.labels.get({4, 1}), 1);
  EXPECT_EQ(corridor.labels.get({4, -0.5}), 0);
}

TEST(RoomParts, RevealsOfDoorsDoNotKeepItApart) {
  Corridor corridor(1.5);
  corridor.see(4.75, kLength - 0.08, 0);  // its end was not seen, nor was what is before it
  corridor.see(0, 5.5, 1);
  for (const double x : {6.0, 6.5}) corridor.faces.push_back(seen_face({x, -0.3}, {x, 0}));
  corridor.fill();
  for (const double x : {5.8, 6.2, 7.5}) EXPECT_EQ(corridor.labels.get({x, 1}), 1) << x;
}

TEST(RoomParts, GapsInItsWallsLeadOnIntoTheirBodiesOnly) {
  const auto filled_beside_gap = [](double gap) {
    Corridor corridor(1.5);
    corridor.see(4.75, kLength, 0);
    corridor.see(0.08, 5.3, 1);
    corridor.faces[2] = seen_face({kLength, kWidth}, {7.4, kWidth});  // it goes on, unseen
    corridor.faces.push_back(seen_face({6.2, kWidth}, {0, kWidth}));
    Mask walls = corridor.barrier();
    for (int r = 0; r < walls.frame.rows; ++r)
      for (int c = 0; c < walls.frame.columns; ++c)
        if (const Vec2 p = walls.frame.centre(c, r); std::abs(p.y()) < 0.1 && std::abs(p.x() - 5.8) < gap / 2)
          walls.at(c, r) = 0;
    for (const double x : {5.8 - gap / 2, 5.8 + gap / 2}) draw(walls, {x, 0}, {x, -0.8});
    fill_unseen({corridor.faces, walls}, corridor.labels);
    return corridor.labels.get({6.5, 1}) == 1;
  };
  EXPECT_TRUE(filled_beside_gap(0.3));
  EXPECT_FALSE(filled_beside_gap(0.8)) << "a passage";
}

TEST(RoomParts, ScrapsOfWhatWasSeenWithinItsWallsAreOfTheRoom) {
  const auto seen_up_to = [](double x) {
    Corridor corridor(1.5);
    corridor.see(0, kLength, 0);
    corridor.see(0, 5.5, 1);
    corridor.see(6, x, 2);
    corridor.fill();
    return std::array{corridor.labels.get({5.8, 1}), corridor.labels.get({6.2, 1}),
                      corridor.labels.get({7.8, 1})};
  };
  EXPECT_EQ(seen_up_to(6.4), (std::array{1, 1, 1}));
  EXPECT_EQ(seen_up_to(6.5), (std::array{0, 2, 0})) << "as large as a room";
}

}  // namespace
}  // namespace storey
