#include "command_line.h"

#include <clocale>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "convert_command.h"
#include "exit_code.h"
#include "failure_text.h"
#include "info_command.h"
#include "serve_command.h"

namespace storey {
namespace {

int parse_and_run(int argc, const char* const* argv) {
  CLI::App app("Measured floor plans from 3D scans of buildings.", "storey");
  app.set_version_flag("--version", "storey " STOREY_VERSION, "Print the version");
  app.require_subcommand(1);
  app.footer(
      "`storey COMMAND --help` tells more of a command.\n\n"
      "Example:\n"
      "  storey convert house.e57 --out plans");
  ConvertArguments convert;
  InfoArguments info;
  const CLI::App* const convert_command = add_convert_command(app, convert);
  add_info_command(app, info);
  ServiceCommand service;
  add_service_commands(app, service);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
  if (service.run) return service.run();
  return convert_command->parsed() ? run_convert(convert) : run_info(info);
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  std::setlocale(LC_CTYPE, "");   // what the terminal can show; numbers stay as they are
  std::signal(SIGPIPE, SIG_IGN);  // a reader that leaves early must not end a conversion half-way
  std::signal(SIGXFSZ, SIG_IGN);  // nor a limit on file sizes: the write fails and is undone
  const Error too_little{
      ErrorCode::kLimit, "there is not enough memory", {}, {}, "give it more, or a thinner scan"};
  try {
    const int code = parse_and_run(argc, argv);
    std::cout.flush();
    if (code == kExitDone && !std::cout)
      return fail_with({ErrorCode::kUnwritable, "cannot write to stdout", {}, {}, {}});
    return code;
  } catch (const std::bad_alloc&) {
    return fail_with(too_little);
  } catch (const std::system_error& error) {
    // No thread could be started.
    const bool short_of_memory = error.code() == std::errc::resource_unavailable_try_again;
    return fail_with(short_of_memory ? too_little : Error{ErrorCode::kInternal, error.what(), {}, {}, {}});
  } catch (const std::exception& error) {
    return fail_with({ErrorCode::kInternal, error.what(), {}, {}, {}});
  }
}

}  // namespace storey
