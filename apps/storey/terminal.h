// What is known of the place where messages go.
#pragma once

#include <string>
#include <string_view>

namespace storey {

struct Terminal {
  bool can_redraw = false;  ///< a terminal that understands cursor movements
  bool colour = false;      ///< and may be coloured (https://no-color.org)
  bool utf8 = false;        ///< shows more than ASCII
  int columns = 80;
};

/// The terminal behind `file_descriptor`, as it is now; windows change their size.
Terminal terminal_at(int file_descriptor);

/// Writes all of `text` at once, so that lines of several writers do not mix. Failures are ignored.
void write_whole(int file_descriptor, std::string_view text);

/// `text` without the control characters by which a file's name or fields could steer the terminal.
std::string printable(std::string_view text);

}  // namespace storey
