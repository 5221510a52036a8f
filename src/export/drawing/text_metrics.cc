#include "export/drawing/text_metrics.h"

#include <array>

#include "model/utf8.h"

namespace storey::drawing {
namespace {

// Advance widths of U+0020 to U+007E of Liberation Sans 2.1, in thousandths of an em.
constexpr std::array<short, 95> kRegular{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr std::array<short, 95> kBold{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};
constexpr int kOther = 611;  // wide enough for most Latin, Greek and Cyrillic letters
constexpr int kWide = 1000;  // ideographs and their kin
constexpr char32_t kFirstWide = 0x1100;

int advance(char32_t code_point, bool bold) {
  if (code_point >= 0x20 && code_point <= 0x7E) return (bold ? kBold : kRegular)[code_point - 0x20];
  return code_point < kFirstWide ? kOther : kWide;
}

}  // namespace

double text_width(std::string_view text, double height, bool bold) {
  double thousandths = 0;
  for (std::size_t position = 0; position < text.size();) {
    thousandths += advance(next_code_point(text, position), bold);
  }
  return thousandths / 1000 * height / kCapitalHeight;
}

}  // namespace storey::drawing
