#include "text.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(Text, CountsInShortKeepThreeDigits) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(812), "812");
  EXPECT_EQ(short_count(999.6), "1.00 k");
  EXPECT_EQ(short_count(12'345), "12.3 k");
  EXPECT_EQ(short_count(1'304'000), "1.30 M");
  EXPECT_EQ(short_count(2.5e13), "25000 G");
}

TEST(Text, CountsInFullAreGrouped) {
  EXPECT_EQ(full_count(0), "0");
  EXPECT_EQ(full_count(999), "999");
  EXPECT_EQ(full_count(12'345'678), "12 345 678");
}

TEST(Text, ClockTimeShowsHoursOnlyWhenThereAreSome) {
  EXPECT_EQ(clock_time(7.4), "0:07");
  EXPECT_EQ(clock_time(3599.6), "1:00:00");
  EXPECT_EQ(clock_time(3723), "1:02:03");
  EXPECT_EQ(clock_time(-1), "0:00");
}

TEST(Text, ImperialLengthsAreFeetInchesAndReducedEighths) {
  EXPECT_EQ(length_text(0.3048, ModelUnits::kImperial), "1' 0\"");
  EXPECT_EQ(length_text(3.0, ModelUnits::kImperial), "9' 10 1/8\"");
  EXPECT_EQ(length_text(0.0254 * 11.97, ModelUnits::kImperial), "1' 0\"");  // rounds up across the foot
  EXPECT_EQ(length_text(0.0254 * 6.5, ModelUnits::kImperial), "0' 6 1/2\"");
  EXPECT_EQ(length_text(-0.3048, ModelUnits::kImperial), "-1' 0\"");
  EXPECT_EQ(length_text(-0.0001, ModelUnits::kImperial), "0' 0\"");
}

TEST(Text, MetricLengthsHaveNoNegativeZero) {
  EXPECT_EQ(length_text(-0.001, ModelUnits::kMetric), "0.00 m");
  EXPECT_EQ(length_text(-0.01, ModelUnits::kMetric), "-0.01 m");
}

TEST(Text, AreasAndTolerancesFollowTheUnits) {
  EXPECT_EQ(area_text(10, ModelUnits::kMetric), "10.00 m²");
  EXPECT_EQ(area_text(10, ModelUnits::kImperial), "107.6 ft²");
  EXPECT_EQ(tolerance_text(2.54, ModelUnits::kMetric), "2.5 mm");
  EXPECT_EQ(tolerance_text(2.54, ModelUnits::kImperial), "0.10 in");
}

}  // namespace
}  // namespace storey
