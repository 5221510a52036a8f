// Pieces of text that printers and messages are put together from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace storey::graphql {

/// `text` in double quotes, as it is.
inline std::string in_quotes(std::string_view text) {
  return std::string(1, '"').append(text).append(1, '"');
}

/// The parts that are not empty, with `separator` between them.
inline std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

}  // namespace storey::graphql
