#include "engine/stages/edge_on_sheets.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

/// A sheet along y = 0 of which `own` hits are by the station that stands in its plane, `others` by another.
std::size_t left_of_sheet(int own, int others, float station_y = 0.1f) {
  LevelCloud cloud;
  cloud.stations = {{"a", {-3, station_y, 1.5f}, 0}, {"b", {1, 4, 1.5f}, 1}};
  for (int i = 0; i < own; ++i)
    cloud.surfels.push_back({{0.1f * static_cast<float>(i % 20), 0.01f, 1.2f}, 1, 1});
  for (int i = 0; i < others; ++i)
    cloud.surfels.push_back({{0.1f * static_cast<float>(i % 20), -0.01f, 1.8f}, 1, 2});
  StoreyLevel level;
  level.floor_z = 0;
  level.ceiling_z = 2.6;
  std::vector<GlassSheet> sheets = {{{{0, 0}, {1, 0}}, 0, std::vector<SheetPiece>(20)}};
  drop_edge_on(cloud, level, sheets);
  return sheets.size();
}

TEST(EdgeOnSheets, WhatAStationSeesInItsOwnPlaneIsNoPane) { EXPECT_EQ(left_of_sheet(40, 4), 0u); }

TEST(EdgeOnSheets, APaneThatOthersSeeTooStays) { EXPECT_EQ(left_of_sheet(40, 30), 1u); }

TEST(EdgeOnSheets, AStationBesideThePlaneSeesThePane) { EXPECT_EQ(left_of_sheet(40, 0, 0.3f), 1u); }

}  // namespace
}  // namespace storey
