#include "io/xyz/column_names.h"

#include <gtest/gtest.h>

namespace storey::xyz {
namespace {

std::string named(std::string_view line) {
  constexpr std::string_view kLetters = "-xyzirgb";
  std::string text;
  for (const Column column : columns_named_by(line)) text += kLetters[static_cast<std::size_t>(column)];
  return text;
}

TEST(ColumnNames, AreFoundInHeadersOfEveryStyle) {
  EXPECT_EQ(named("X Y Z"), "xyz");
  EXPECT_EQ(named("//X,Y,Z,R,G,B"), "xyzrgb");
  EXPECT_EQ(named("# x;y;z;reflectance"), "xyzi");
  EXPECT_EQ(named("\"X\",\"Y\",\"Z\",\"Intensity\""), "xyzi");
  EXPECT_EQ(named("x\ty\tz\tred\tgreen\tblue"), "xyzrgb");
  EXPECT_EQ(named("Point_X [m], Point_Y [m], Point_Z [m]"), "xyz");
  EXPECT_EQ(named("cartesianX cartesianY cartesianZ colorRed colorGreen colorBlue intensity"), "xyzrgbi");
  EXPECT_EQ(named("Easting Northing Elevation"), "xyz");
  EXPECT_EQ(named("# columns: y x z"), "yxz");
}

TEST(ColumnNames, LeaveUnknownColumnsOut) {
  EXPECT_EQ(named("id,x,y,z,Nx,Ny,Nz,Scalar field 1,I"), "-xyz----i");
  EXPECT_EQ(named("x,y,z,,r,g,b"), "xyz-rgb");
}

TEST(ColumnNames, NeedEachCoordinateOnce) {
  EXPECT_EQ(named("x y"), "");
  EXPECT_EQ(named("x y z x"), "");
  EXPECT_EQ(named("east north x y z"), "");
  EXPECT_EQ(named("Scan of Monday"), "");
  EXPECT_EQ(named(""), "");
  EXPECT_EQ(named("x y z i intensity"), "xyzi-");
}

}  // namespace
}  // namespace storey::xyz
