#include "io/xyz/layout.h"

#include <algorithm>
#include <array>

namespace storey::xyz {

bool Layout::has(Column column) const {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

std::string describe(const Layout& layout) {
  constexpr std::array<const char*, 8> kColumns = {"(skipped)", "x",   "y",     "z",
                                                   "intensity", "red", "green", "blue"};
  std::string text = "separated by ";
  switch (layout.separator) {
    case ' ':
      text += "space";
      break;
    case '\t':
      text += "tab";
      break;
    case ',':
      text += "comma";
      break;
    default:
      text += "semicolon";
      break;
  }
  if (layout.dialect.decimal() == ',') text += ", decimal comma";
  text += "; columns";
  for (const Column column : layout.columns) text += std::string(" ") + kColumns[static_cast<int>(column)];
  return text;
}

std::string excerpt(std::string_view line) {
  constexpr std::size_t kLength = 40;
  constexpr const char* kHex = "0123456789abcdef";
  std::string text;
  for (const char c : line.substr(0, kLength)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte > 0x7e) {
      text += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      text += c;
    }
  }
  return line.size() > kLength ? text + "..." : text;
}

}  // namespace storey::xyz
