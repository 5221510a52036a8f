#include "io/xyz/guess_columns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace storey::xyz {
namespace {

constexpr double kNan = NAN;

std::string guessed(const SampleRows& rows) {
  constexpr std::string_view kLetters = "-xyzirgb";
  std::string text;
  for (const Column column : guess_columns(rows)) text += kLetters[static_cast<std::size_t>(column)];
  return text;
}

TEST(GuessColumns, TakesWholeNumbersOfOneByteForColour) {
  EXPECT_EQ(guessed({{1.5, 2, 3, 0, 128, 255}, {4, 5, 6, 7, 8, 9}}), "xyzrgb");
  EXPECT_EQ(guessed({{1.5, 2, 3, -1035, 97, 59, 38}, {4, 5, 6, -12, 8, 9, 10}}), "xyzirgb");
  EXPECT_EQ(guessed({{1.5, 2, 3, 97, 59, 38, 0.25}, {4, 5, 6, 8, 9, 10, 0.5}}), "xyzrgbi");
}

TEST(GuessColumns, TakesTheOrderOfPtsWhereFourColumnsLookLikeColour) {
  EXPECT_EQ(guessed({{1, 2, 3, 40, 50, 60, 70}}), "xyzirgb");
}

TEST(GuessColumns, SkipsNormals) {
  EXPECT_EQ(guessed({{1, 2, 3, 0, 0, 1}, {1, 2, 3, 0.6, 0, -0.8}}), "xyz---");
  EXPECT_EQ(guessed({{1, 2, 3, 9, 80, 7, 0, 0, 1}, {1, 2, 3, 1, 2, 3, 0.6, 0, -0.8}}), "xyzrgb---");
  EXPECT_EQ(guessed({{1, 2, 3, 0, 0, 1, 90, 80, 70}, {1, 2, 3, 0.6, 0, -0.8, 0, 2, 3}}), "xyz---rgb");
  EXPECT_EQ(guessed({{1, 2, 3, 0.5, 0, 0, 1}, {1, 2, 3, 0.7, 0.6, 0, -0.8}}), "xyzi---");
}

TEST(GuessColumns, TakesWhatIsLeftForIntensity) {
  EXPECT_EQ(guessed({{1, 2, 3}}), "xyz");
  EXPECT_EQ(guessed({{1, 2, 3, 0.5}}), "xyzi");
  EXPECT_EQ(guessed({{1, 2, 3, 1200, 17}, {1, 2, 3, 800, 18}}), "xyzi-");
  EXPECT_EQ(guessed({{1, 2, 3, kNan, 17}, {1, 2, 3, kNan, 18}}), "xyz-i");
}

TEST(GuessColumns, FindsColoursOfFractionsAndOfTwoBytes) {
  EXPECT_EQ(guessed({{1, 2, 3, 0.1, 0.2, 0.3}, {1, 2, 3, 1, 0, 0.5}}), "xyzrgb");
  EXPECT_EQ(guessed({{1, 2, 3, 65535, 0, 300}, {1, 2, 3, 1, 0, 40000}}), "xyzrgb");
  EXPECT_EQ(guessed({{1, 2, 3, -7.5, 0, 300}, {1, 2, 3, 1, 0, 40000}}), "xyzi--");
}

Layout with_scales(const SampleRows& rows, std::vector<Column> columns) {
  Layout layout;
  layout.columns = std::move(columns);
  set_scales(rows, layout);
  return layout;
}

TEST(SetScales, BringsIntensityToOne) {
  const std::vector<Column> columns = {Column::kX, Column::kY, Column::kZ, Column::kIntensity};
  const auto scaled = [&](double least, double most, double value) {
    const Layout layout = with_scales({{0, 0, 0, least}, {0, 0, 0, most}}, columns);
    return (value - layout.intensity_offset) * layout.intensity_scale;
  };
  EXPECT_DOUBLE_EQ(scaled(0, 0.75, 0.75), 0.75);
  EXPECT_DOUBLE_EQ(scaled(3, 250, 255), 1);
  EXPECT_DOUBLE_EQ(scaled(3, 2000, 4095), 1);
  EXPECT_DOUBLE_EQ(scaled(3, 50000, 65535), 1);
  EXPECT_DOUBLE_EQ(scaled(-1500, 1000, -2048), 0);
  EXPECT_DOUBLE_EQ(scaled(-1500, 1000, 2047), 1);
  EXPECT_DOUBLE_EQ(scaled(-32.5, -2.5, -17.5), 0.5);
}

TEST(SetScales, BringsColourToBytes) {
  const std::vector<Column> columns = {Column::kX,   Column::kY,     Column::kZ,
                                       Column::kRed, Column::kGreen, Column::kBlue};
  EXPECT_EQ(with_scales({{0, 0, 0, 0, 128, 255}}, columns).color_scale, 1);
  EXPECT_EQ(with_scales({{0, 0, 0, 0, 0.5, 1}}, columns).color_scale, 255);
  EXPECT_EQ(with_scales({{0, 0, 0, 0, 1, 0}}, columns).color_scale, 1);
  EXPECT_DOUBLE_EQ(with_scales({{0, 0, 0, 0, 256, 60000}}, columns).color_scale * 65535, 255);
}

}  // namespace
}  // namespace storey::xyz
