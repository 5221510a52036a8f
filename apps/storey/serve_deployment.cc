#include "serve_deployment.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "service/domain/digest.h"
#include "service/domain/try.h"

namespace storey {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeyBytes = 32;

tl::unexpected<Error> file_error(ErrorCode code, const std::string& action, const fs::path& file,
                                 int number) {
  return fail(Error{code,
                    "cannot " + action + ": " + std::strerror(number),
                    file.string(),
                    {},
                    "make the data directory writable for this user"});
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code status;
  fs::create_directories(folder, status);
  if (status) return file_error(ErrorCode::kUnwritable, "make the folder", folder, status.value());
  return {};
}

/// Writes a new key so that of two processes that start at once both end up with the same one.
Result<void> write_new_key(const fs::path& file) {
  std::array<std::uint8_t, kKeyBytes> key{};
  service::SystemRandom().fill(key);
  const std::string text = service::to_base64({reinterpret_cast<const char*>(key.data()), key.size()}) + "\n";
  const fs::path draft = file.string() + "." + std::to_string(::getpid());
  const int descriptor = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return file_error(ErrorCode::kUnwritable, "write", draft, errno);
  const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       ::fsync(descriptor) == 0;
  const int number = errno;
  ::close(descriptor);
  if (!written) return file_error(ErrorCode::kUnwritable, "write", draft, number);
  const bool linked = ::link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST;
  const int link_number = errno;
  ::unlink(draft.c_str());
  if (!linked) return file_error(ErrorCode::kUnwritable, "write", file, link_number);
  return {};
}

Result<service::ServerKey> load_key(const fs::path& file) {
  if (!fs::exists(file)) STOREY_TRY_VOID(write_new_key(file));
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  const auto key = service::from_base64(line);
  if (!stream || !key || key->size() != kKeyBytes)
    return fail(Error{ErrorCode::kWrongFormat,
                      "this is no key: it must hold 32 bytes in Base64",
                      file.string(),
                      {},
                      "restore it from a backup; with another key all webhook secrets change"});
  return service::ServerKey(*key);
}

}  // namespace

Result<std::unique_ptr<Deployment>> Deployment::open(ServiceConfig config) {
  STOREY_TRY_VOID(make_folder(config.data / "scratch"));
  ::chmod(config.data.c_str(), 0700);
  const fs::path key_file = config.key_file.empty() ? config.data / "secret.key" : config.key_file;
  STOREY_TRY(service::ServerKey key, load_key(key_file));
  STOREY_TRY(auto store, service::SqliteStore::open({config.data / "storey.db", config.durable},
                                                    service::SystemClock().now()));
  STOREY_TRY(auto blobs, service::FileBlobs::open(config.data / "blobs", config.durable));
  STOREY_TRY(auto rate_limits, service::SharedRateLimits::open(config.data / "rate-limits"));
  return std::unique_ptr<Deployment>(new Deployment(std::move(config), std::move(store), std::move(blobs),
                                                    std::move(rate_limits), std::move(key)));
}

Deployment::Deployment(ServiceConfig config, std::unique_ptr<service::SqliteStore> store,
                       service::FileBlobs blobs, service::SharedRateLimits rate_limits,
                       service::ServerKey key)
    : config_(std::move(config)),
      rules_{config_.allow_private_addresses, "Storey/" STOREY_VERSION},
      store_(std::move(store)),
      blobs_(std::move(blobs)),
      rate_limits_(std::move(rate_limits)),
      key_(std::move(key)),
      services_(new service::Services{*store_, blobs_, clock_, random_, ids_, addresses_, key_,
                                      config_.settings}) {}

service::WorkerOptions Deployment::worker_options() const {
  service::WorkerOptions options = config_.worker;
  options.program = "/proc/self/exe";
  options.scratch = config_.data / "scratch";
  std::error_code status;
  const fs::path program = fs::read_symlink("/proc/self/exe", status);
  if (!status) options.program = program;
  return options;
}

}  // namespace storey
