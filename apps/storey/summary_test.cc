#include "summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace storey {
namespace {

using testing::HasSubstr;
using testing::Not;

Conversion small_flat() {
  Conversion conversion;
  Storey storey;
  storey.name = "Storey 1";
  storey.ceiling_z = 2.5;
  Room room;
  room.name = "Room 1";
  room.area = 12;
  room.area_uncertainty_m2 = 0.05;
  room.clear_dimensions = {{{0, 0}, {4, 0}, 4, 2}, {{0, 0}, {0, 3}, 3, 2}};
  storey.rooms = {room};
  for (const double tolerance : {1.0, 2.0, 9.0}) {
    Wall wall;
    wall.uncertainty.position_mm = tolerance;
    storey.walls.push_back(wall);
  }
  storey.openings.resize(2);
  storey.openings[0].type = OpeningType::kDoor;
  storey.openings[1].type = OpeningType::kDoor;
  conversion.plan.storeys = {storey};
  return conversion;
}

TEST(Summary, TellsRoomsAreasAndTolerances) {
  const std::string text = summary_text(small_flat(), ModelUnits::kMetric);
  EXPECT_THAT(text, HasSubstr("Storey 1: 1 room, 12.00 m²; floor at 0.00 m, ceiling at 2.50 m\n"));
  EXPECT_THAT(text, HasSubstr("Room 1         12.00 m² ± 0.05   4.00 m × 3.00 m\n"));
  EXPECT_THAT(text, HasSubstr("3, ± 2.0 mm for half of them, at most ± 9.0 mm\n"));
  EXPECT_THAT(text, HasSubstr("2 doors\n"));
}

TEST(Summary, InferredWallsDoNotCountAsMeasured) {
  Conversion conversion = small_flat();
  conversion.plan.storeys[0].walls[2].basis = Basis::kInferred;
  const std::string text = summary_text(conversion, ModelUnits::kMetric);
  EXPECT_THAT(text, HasSubstr("at most ± 2.0 mm; 1 inferred"));
}

TEST(Summary, CountsWhatWasLeftOutByKind) {
  Conversion conversion = small_flat();
  EXPECT_THAT(summary_text(conversion, ModelUnits::kMetric), Not(HasSubstr("Left out")));
  conversion.report.left_out = {
      {"wall", "short", {}, {}, 0}, {"room", "dark", {}, {}, 0}, {"wall", "x", {}, {}, 0}};
  EXPECT_THAT(summary_text(conversion, ModelUnits::kMetric), HasSubstr("Left out: 1 room, 2 walls"));
}

TEST(Summary, TextFromAFileCannotSteerTheTerminal) {
  Conversion conversion = small_flat();
  conversion.report.warnings = {"scan \x1b[2Jevil"};
  EXPECT_THAT(summary_text(conversion, ModelUnits::kMetric), HasSubstr("Warning: scan ?[2Jevil\n"));
}

}  // namespace
}  // namespace storey
