#include "terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace storey {

Terminal terminal_at(int file_descriptor) {
  Terminal terminal;
  const char* const kind = std::getenv("TERM");
  if (isatty(file_descriptor) == 0 || kind == nullptr || std::string_view(kind) == "dumb") return terminal;
  terminal.can_redraw = true;
  const char* const no_colour = std::getenv("NO_COLOR");
  terminal.colour = no_colour == nullptr || *no_colour == '\0';
  terminal.utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  winsize size{};
  if (ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.columns = size.ws_col;
  return terminal;
}

void write_whole(int file_descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(file_descriptor, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string printable(std::string_view text) {
  std::string clean;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    clean += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return clean;
}

}  // namespace storey
