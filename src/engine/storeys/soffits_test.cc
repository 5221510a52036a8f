#include "engine/storeys/soffits.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace storey {
namespace {

/// Which cells of the plan, all rows alike, still show a ceiling (c), cells of 0.25 m. In `row` H is a high
/// ceiling, l hangs `drop` m lower, and nothing shows in the rest.
std::string after_soffits(const std::string& row, float drop) {
  const GridFrame frame{{0, 0}, 0.25, static_cast<int>(row.size()), 12};
  Grid<float> heights(frame, 2.5f);
  Mask known(frame);
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c) {
      const char cell = row[static_cast<std::size_t>(c)];
      known.at(c, r) = cell != ' ';
      if (cell == 'l') heights.at(c, r) = 2.5f - drop;
    }
  drop_soffits(heights, known);
  std::string left;
  for (int c = 0; c < frame.columns; ++c) left += known.at(c, 6) ? 'c' : ' ';
  return left;
}

TEST(Soffits, OfDoorsBetweenRoomsHangALittle) {
  EXPECT_EQ(after_soffits("HHHHlHHHH", 0.08f), "cccc cccc");
  EXPECT_EQ(after_soffits("HHH l HHH", 0.08f), "ccc   ccc") << "cells with its edges show nothing";
  EXPECT_EQ(after_soffits("HHHHlHHHH", 0.04f), "ccccccccc") << "no ceiling is quite level";
}

TEST(Soffits, OfBeamsHangTwoThirdsOfTheirWidth) {
  EXPECT_EQ(after_soffits("HHHHllHHHH", 0.55f), "cccc  cccc");
  EXPECT_EQ(after_soffits("HHHHllHHHH", 0.40f), "cccccccccc") << "a closet's lowered ceiling";
  EXPECT_EQ(after_soffits("HHHHlllllHHHH", 2.0f), "ccccccccccccc") << "and a corridor's";
}

TEST(Soffits, OfOpeningsInOuterWallsHavePastThemNothing) {
  EXPECT_EQ(after_soffits("HHHHl      ", 0.25f), "cccc       ");
  EXPECT_EQ(after_soffits("      l HHH", 0.25f), "        ccc");
  EXPECT_EQ(after_soffits("HHHHll     ", 0.40f), "cccc       ");
  EXPECT_EQ(after_soffits("HHHHl      ", 0.10f), "ccccc      ") << "shallow for its width";
  EXPECT_EQ(after_soffits("HHHHlll    ", 0.60f), "ccccccc    ") << "deeper than walls are";
  EXPECT_EQ(after_soffits("l          ", 0.60f), "c          ") << "alone, a ceiling";
}

}  // namespace
}  // namespace storey
