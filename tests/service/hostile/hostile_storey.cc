// Storey with a converter that a scan has taken over: once it is to read the scan, it does what the order's
// name says, "read FILE", "write FILE", "connect PORT" or "run PROGRAM", and reports success if that worked.
// `hostile_storey without-landlock PROGRAM ARGUMENTS…` runs a program as on a kernel without Landlock.
#include <arpa/inet.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

#include "command_line.h"
#include "convert_command.h"
#include "convert_sandbox.h"

namespace {

using namespace storey;

bool connects(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  address.sin_port = ::htons(static_cast<std::uint16_t>(port));
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  return socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

bool do_deed(const std::string& deed) {
  const std::string verb = deed.substr(0, deed.find(' ')), object = deed.substr(deed.find(' ') + 1);
  if (verb == "read") return ::open(object.c_str(), O_RDONLY) >= 0;
  if (verb == "write") return ::open(object.c_str(), O_WRONLY | O_CREAT, 0600) >= 0;
  if (verb == "connect") return connects(std::stoi(object));
  if (verb == "run") return ::execl(object.c_str(), object.c_str(), nullptr) == 0;
  std::cerr << "no such deed\n";
  return false;
}

int convert(int argc, char** argv) {
  CLI::App app;
  ConvertArguments arguments;
  add_convert_command(app, arguments);
  app.parse(argc, argv);
  SandboxedConversion sandbox;
  if (const auto entered = sandbox.enter(arguments.scans, arguments.folder, arguments.sandbox); !entered) {
    std::cerr << entered.error().describe() << "\n";
    return 1;
  }
  const std::string& deed = arguments.options.title.project;
  if (!do_deed(deed)) {
    std::cerr << "cannot " << deed << ": " << std::strerror(errno) << "\n";
    return 1;
  }
  std::filesystem::create_directories(arguments.folder);
  std::ofstream(arguments.folder / "plan.json") << "{}";
  std::cout << R"({"event":"done","storeys":[]})" << std::endl;
  return 0;
}

int run_without_landlock(char** arguments) {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(landlock_create_ruleset), 0) != 0 ||
      seccomp_load(filter) != 0)
    return 1;
  ::execv(arguments[0], arguments);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "without-landlock" && argc > 2) return run_without_landlock(argv + 2);
  return command == "convert" ? convert(argc, argv) : run_command_line(argc, argv);
}
