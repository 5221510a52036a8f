// Small helpers for texts that clients send.
#pragma once

#include <string>
#include <string_view>

namespace storey::service {

/// ASCII letters in lower case; everything else as it is.
std::string to_lower(std::string_view text);

/// True for well-formed UTF-8 (RFC 3629) without control characters other than tab, CR and LF.
bool is_plain_utf8(std::string_view text);

}  // namespace storey::service
