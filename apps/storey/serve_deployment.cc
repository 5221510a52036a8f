#include "serve_deployment.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <iostream>
#include <system_error>

#include "key_file.h"
#include "service/adapters/files/posix_file.h"
#include "service/domain/try.h"

namespace storey {

namespace fs = std::filesystem;

Result<std::unique_ptr<Deployment>> Deployment::open(ServiceConfig config) {
  // With its name on disk: what is stored in it is lost without that.
  STOREY_TRY_VOID(service::make_folder(config.data / "scratch", config.durable));
  ::chmod(config.data.c_str(), 0700);
  STOREY_TRY(const auto keys, load_keys(key_file_of(config)));
  STOREY_TRY(auto backends, open_backends(config, keys));
  auto deployment = std::unique_ptr<Deployment>(
      new Deployment(std::move(config), std::move(backends), service::ServerKey(keys)));
  if (const auto& applied = deployment->migrations().applied; !applied.empty())
    deployment->audit("migrate", applied.back());
  return deployment;
}

Deployment::Deployment(ServiceConfig config, Backends backends, service::ServerKey key)
    : config_(std::move(config)),
      rules_{config_.allow_private_addresses, "Storey/" STOREY_VERSION},
      backends_(std::move(backends)),
      key_(std::move(key)),
      services_(new service::Services{*backends_.store, *backends_.blobs, *backends_.clock, random_, ids_,
                                      addresses_, key_, config_.settings}) {}

service::WorkerOptions Deployment::worker_options() const {
  service::WorkerOptions options = config_.worker;
  options.program = "/proc/self/exe";
  options.scratch = config_.data / "scratch";
  std::error_code status;
  const fs::path program = fs::read_symlink("/proc/self/exe", status);
  if (!status) options.program = program;
  return options;
}

void Deployment::audit(std::string_view action, std::string_view subject) const {
  const passwd* user = ::getpwuid(::getuid());
  const boost::json::object entry{{"time", service::to_iso8601(backends_.clock->now())},
                                  {"user", user != nullptr ? user->pw_name : std::to_string(::getuid())},
                                  {"action", action},
                                  {"subject", subject}};
  const std::string line = boost::json::serialize(entry) + "\n";
  const int descriptor =
      ::open((config_.data / "audit.log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const bool written =
      descriptor >= 0 && ::write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (descriptor >= 0) ::close(descriptor);
  if (!written) std::cerr << "storey: audit.log cannot be written: " << line;
}

}  // namespace storey
