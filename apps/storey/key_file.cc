#include "key_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>

#include "service/adapters/files/posix_file.h"
#include "service/adapters/system/system.h"
#include "service/domain/digest.h"
#include "service/domain/try.h"
#include "unwritable_data.h"

namespace storey {
namespace {

namespace fs = std::filesystem;
using service::NamedSecret;

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kIdBytes = 6;

std::string random_text(std::size_t size) {
  std::string bytes(size, '\0');
  service::SystemRandom().fill({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

std::string text_of(const std::vector<NamedSecret>& keys) {
  std::string text;
  for (const NamedSecret& key : keys)
    text += (key.id.empty() ? "" : key.id + " ") + service::to_base64(key.secret) + "\n";
  return text;
}

/// A file beside the key file, on disk and ready to take its place.
Result<fs::path> write_draft(const fs::path& file, const std::vector<NamedSecret>& keys) {
  const std::string text = text_of(keys);
  const fs::path draft = file.string() + "." + std::to_string(::getpid());
  const int descriptor = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return unwritable_data("write", draft, errno);
  const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       ::fsync(descriptor) == 0;
  const int number = errno;
  ::close(descriptor);
  if (written) return draft;
  ::unlink(draft.c_str());
  return unwritable_data("write", draft, number);
}

/// Else a machine that fails could come back without the key, or with the one before.
Result<void> sync_name_of(const fs::path& file) {
  return service::sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

/// Of two processes that start at once both end up with the same key.
Result<void> write_first_key(const fs::path& file) {
  STOREY_TRY(const fs::path draft, write_draft(file, {{"", random_text(kKeyBytes)}}));
  const bool linked = ::link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST;
  const int number = errno;
  ::unlink(draft.c_str());
  if (!linked) return unwritable_data("write", file, number);
  return sync_name_of(file);
}

Result<void> replace(const fs::path& file, const std::vector<NamedSecret>& keys) {
  STOREY_TRY(const fs::path draft, write_draft(file, keys));
  if (::rename(draft.c_str(), file.c_str()) != 0) return unwritable_data("replace", file, errno);
  return sync_name_of(file);
}

}  // namespace

fs::path key_file_of(const ServiceConfig& config) {
  return config.key_file.empty() ? config.data / "secret.key" : config.key_file;
}

Result<std::vector<NamedSecret>> load_keys(const fs::path& file) {
  if (!fs::exists(file)) STOREY_TRY_VOID(write_first_key(file));
  std::ifstream stream(file);
  std::vector<NamedSecret> keys;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t space = line.find(' ');
    const bool named = space != std::string::npos;
    const auto secret = service::from_base64(named ? line.substr(space + 1) : line);
    if (!secret || secret->size() != kKeyBytes)
      return fail(Error{ErrorCode::kWrongFormat, "this is no key: it must hold 32 bytes in Base64",
                        file.string(), "line " + std::to_string(keys.size() + 1),
                        "restore it from a backup; with another key all webhook secrets change"});
    keys.push_back({named ? line.substr(0, space) : "", *secret});
  }
  if (keys.empty())
    return fail(Error{ErrorCode::kWrongFormat,
                      "there is no key in here",
                      file.string(),
                      {},
                      "restore it from a backup; with another key all webhook secrets change"});
  return keys;
}

Result<std::string> add_key(const fs::path& file) {
  STOREY_TRY(auto keys, load_keys(file));
  const std::string id = service::to_hex(random_text(kIdBytes));
  keys.insert(keys.begin(), {id, random_text(kKeyBytes)});
  STOREY_TRY_VOID(replace(file, keys));
  return id;
}

Result<void> drop_key(const fs::path& file, const std::string& id) {
  STOREY_TRY(auto keys, load_keys(file));
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const NamedSecret& key) { return key.id == id; });
  if (found == keys.end() || found == keys.begin())
    return fail(ErrorCode::kInvalidArgument, found == keys.end() ? "there is no key of that name"
                                                                 : "this is the present key: rotate first");
  keys.erase(found);
  return replace(file, keys);
}

}  // namespace storey
