#include "export/dxf/group_writer.h"

#include <gtest/gtest.h>

namespace storey::dxf {
namespace {

std::string written(const std::string& text) {
  GroupWriter out(1);
  out.text(1, text);
  return out.take();
}

TEST(group_writer, writes_pairs_of_lines) {
  GroupWriter out(25.4);
  out.text(0, "LINE");
  out.handle(5, 0x1AB);
  out.point(10, {25.4, -12.7});
  out.real(40, -1e-9);
  EXPECT_EQ(out.take(), "  0\nLINE\n  5\n1AB\n 10\n1.0\n 20\n-0.5\n 30\n0.0\n 40\n0.0\n");
}

TEST(group_writer, keeps_to_the_code_page) {
  EXPECT_EQ(written("5 m²"), "  1\n5 m\xB2\n");
  EXPECT_EQ(written("±Küche"),
            "  1\n\xB1K\xFC"
            "che\n");
  EXPECT_EQ(written("“Łódź”"),
            "  1\n\\U+201C\\U+0141\xF3"
            "d\\U+017A\\U+201D\n");
  EXPECT_EQ(written("😀"), "  1\n?\n");
}

TEST(group_writer, does_not_let_text_end_its_line) {
  EXPECT_EQ(written("a\nb\r\n  0\nEOF"), "  1\nab  0EOF\n");
}

}  // namespace
}  // namespace storey::dxf
