#include "io/xyz/known_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace storey::xyz {
namespace {

using namespace std::string_view_literals;

struct Sample {
  std::string_view head;
  const char* name;
};

class OtherFormats : public testing::TestWithParam<Sample> {};

TEST_P(OtherFormats, AreNamedWithARemedy) {
  const auto format = recognise_other_format(GetParam().head);
  ASSERT_TRUE(format);
  EXPECT_THAT(format->name, testing::HasSubstr(GetParam().name));
  EXPECT_FALSE(format->remedy.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Binary, OtherFormats,
    testing::Values(Sample{"LASF\0\0\0\0"sv, "LAS"}, Sample{"\x89PNG\r\n\x1a\n"sv, "PNG"},
                    Sample{"\xff\xd8\xff\xe0"sv, "JPEG"}, Sample{"PK\x03\x04\x14"sv, "ZIP"},
                    Sample{"\x1f\x8b\x08"sv, "gzip"}, Sample{"%PDF-1.7\n"sv, "PDF"},
                    Sample{"II*\0"sv, "TIFF"}, Sample{"ASTM-E57\1\0"sv, "E57"},
                    Sample{"SQLite format 3\0"sv, "SQLite"}, Sample{"1 2 3\0"sv, "binary"},
                    Sample{"\x01\x02\x03\x04\x05"sv, "binary"},
                    Sample{"\xff\xfe"
                           "1\0 \0"sv,
                           "UTF-16"}));
INSTANTIATE_TEST_SUITE_P(
    Text, OtherFormats,
    testing::Values(Sample{"ply\nformat ascii 1.0\n", "PLY"}, Sample{"# .PCD v.7 - Point Cloud\n", "PCD"},
                    Sample{"VERSION .7\nFIELDS x y z\n", "PCD"}, Sample{"{\"points\": [[1, 2, 3]]}", "JSON"},
                    Sample{"[[1, 2, 3]]", "JSON"}, Sample{"\xef\xbb\xbf<?xml version=\"1.0\"?>\n", "XML"},
                    Sample{"# Blender\nmtllib a.mtl\nv 1 2 3\n", "OBJ"}, Sample{"v 1 2 3\nv 4 5 6\n", "OBJ"},
                    Sample{"solid cube\n facet", "STL"}, Sample{"OFF\n8 6 12\n", "OFF"},
                    Sample{"  0\nSECTION\n  2\nHEADER\n", "DXF"}, Sample{"ISO-10303-21;\nHEADER;\n", "IFC"}));

TEST(KnownFormats, LeaveXyzTextAlone) {
  for (const std::string_view text :
       {"1 2 3\n", "x y z\n1 2 3\n", "[X] [Y] [Z]\n1 2 3\n", "# comment\n//X,Y,Z\n1,2,3\n",
        "\xef\xbb\xbf"
        "1;2;3\n",
        "0\n1\n2\n", "",
        "Gr\xc3\xb6\xc3\x9f"
        "e\n1 2 3\n"})
    EXPECT_FALSE(recognise_other_format(text)) << text;
}

}  // namespace
}  // namespace storey::xyz
