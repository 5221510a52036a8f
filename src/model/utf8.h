// Text from outside (file names, names of rooms and stations) on its way into a file that must be UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace storey {

/// `text` with every byte that is not part of well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates,
/// nothing above U+10FFFF) replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// The code point at `position` of well-formed UTF-8, and `position` moved behind it.
char32_t next_code_point(std::string_view text, std::size_t& position);

}  // namespace storey
