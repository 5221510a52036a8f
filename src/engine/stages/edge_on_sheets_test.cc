#include "engine/stages/edge_on_sheets.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

/// A sheet along y = 0 of which `own` hits are by the station that stands in its plane, `others` by another;
/// half of it shows nothing that speaks for it.
std::size_t left_of_sheet(int own, int others, float station_y = 0.1f) {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"a", {-3, station_y, 1.5f}, 0}, {"b", {1, 4, 1.5f}, 1}};
  for (int i = 0; i < own; ++i)
    cloud.surfels.push_back({{0.1f * static_cast<float>(i % 20), 0.01f, 1.2f}, 1, 1});
  for (int i = 0; i < others; ++i)
    cloud.surfels.push_back({{0.1f * static_cast<float>(i % 20), -0.01f, 1.8f}, 1, 2});
  StoreyLevel level;
  level.floor_z = 0;
  level.ceiling_z = 2.6;
  std::vector<GlassSheet> sheets = {{{{0, 0}, {1, 0}}, 0, std::vector<SheetPiece>(40)}};
  for (std::size_t i = 0; i < 20; ++i) sheets[0].pieces[i].low = 1;
  for (int i = 0; i < 100; ++i)  // a wall that runs across it
    cloud.surfels.push_back({{3, 0.01f * static_cast<float>(i % 3), 1.2f}, 1, 2});
  drop_edge_on(cloud, level, 2, sheets);
  return sheets.size();
}

TEST(EdgeOnSheets, WhatAStationSeesInItsOwnPlaneIsNoPane) { EXPECT_EQ(left_of_sheet(40, 4), 0u); }

TEST(EdgeOnSheets, APaneThatOthersSeeTooStays) { EXPECT_EQ(left_of_sheet(40, 30), 1u); }

TEST(EdgeOnSheets, BeamsThatMeetItAtAFewDegreesReturnNothingFromAPane) {  // 3 to 5 m away
  EXPECT_EQ(left_of_sheet(40, 0, 0.25f), 0u);
  EXPECT_EQ(left_of_sheet(40, 0, 0.6f), 1u);
}

}  // namespace
}  // namespace storey
