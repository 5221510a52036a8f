#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "storey/convert.h"

namespace storey {
namespace {

namespace fs = std::filesystem;

/// The system's reason as an error about `file`.
Error unwritable(const fs::path& file, int reason) {
  std::string remedy = "choose another folder";
  if (reason == ENOSPC || reason == EDQUOT) remedy = "free some space or choose another folder";
  if (reason == EACCES || reason == EPERM) remedy = "change its permissions or choose another folder";
  return {ErrorCode::kUnwritable,
          "cannot be written (" + std::string(std::strerror(reason)) + ")",
          file.string(),
          {},
          std::move(remedy)};
}

Error not_a_folder(const fs::path& path) {
  return {ErrorCode::kUnwritable, "is a file, not a folder", path.string(), {}, "choose another folder"};
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  /// False if the system reports a late write error (NFS, quotas); see errno.
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

/// Writes `bytes` to the new file `path` and waits until the disk has them.
Result<void> write_new_file(const fs::path& path, const std::string& bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return fail(unwritable(path, errno));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail(unwritable(path, errno));
    done += static_cast<std::size_t>(n);
  }
  if (::fsync(file.get()) != 0 || !file.close()) return fail(unwritable(path, errno));
  return {};
}

/// Makes renames in `folder` last. Some file systems cannot; the names are then as safe as they get.
void sync_folder(const fs::path& folder) {
  const Descriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.get() >= 0) ::fsync(handle.get());
}

/// Several files that come to stand under their names together. What was done is undone unless `commit`
/// succeeded.
class Transaction {
 public:
  explicit Transaction(fs::path folder) : folder_(std::move(folder)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() { undo(); }

  Result<void> make_folder();
  Result<void> add(const OutputFile& file);
  Result<void> commit();

 private:
  struct Entry {
    fs::path target, fresh, previous;  ///< final name; new bytes; what stood there before
    bool has_previous = false;         ///< `previous` exists
    bool in_place = false;             ///< `target` holds the new bytes
  };

  Result<void> put_in_place(Entry& entry);
  void undo() noexcept;

  fs::path folder_;
  std::vector<fs::path> made_folders_;  ///< outermost first
  std::vector<Entry> entries_;
};

Result<void> Transaction::make_folder() {
  std::vector<fs::path> missing;
  for (fs::path path = fs::absolute(folder_).lexically_normal(); !path.empty(); path = path.parent_path()) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) break;
    if (fs::exists(status)) return fail(not_a_folder(path));
    if (status.type() != fs::file_type::not_found) return fail(unwritable(path, error.value()));
    if (path.has_filename()) missing.push_back(path);
  }
  for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
    std::error_code error;
    if (fs::create_directory(*path, error)) made_folders_.push_back(*path);
    if (error) return fail(unwritable(*path, error.value()));
  }
  return {};
}

Result<void> Transaction::add(const OutputFile& file) {
  Entry entry;
  entry.target = folder_ / file.name;
  const std::string suffix = "." + std::to_string(::getpid());
  entry.fresh = folder_ / ("." + file.name + suffix + ".new");
  entry.previous = folder_ / ("." + file.name + suffix + ".old");
  std::error_code ignored;
  if (fs::is_directory(entry.target, ignored))
    return fail(
        {ErrorCode::kUnwritable, "is a folder", entry.target.string(), {}, "remove it or choose another"});
  fs::remove(entry.fresh, ignored);  // left by a killed process of the same id
  entries_.push_back(entry);
  return write_new_file(entry.fresh, file.bytes).map_error([&](Error error) {
    error.file = entry.target.string();  // the name that the user knows
    return error;
  });
}

Result<void> Transaction::put_in_place(Entry& entry) {
  if (::rename(entry.target.c_str(), entry.previous.c_str()) == 0)
    entry.has_previous = true;
  else if (errno != ENOENT)
    return fail(unwritable(entry.target, errno));
  if (::rename(entry.fresh.c_str(), entry.target.c_str()) != 0) return fail(unwritable(entry.target, errno));
  entry.in_place = true;
  return {};
}

Result<void> Transaction::commit() {
  for (Entry& entry : entries_)
    if (Result<void> done = put_in_place(entry); !done) return done;
  sync_folder(folder_);
  for (const Entry& entry : entries_)
    if (entry.has_previous) ::unlink(entry.previous.c_str());
  entries_.clear();
  made_folders_.clear();
  return {};
}

void Transaction::undo() noexcept {
  for (const Entry& entry : entries_) {
    ::unlink(entry.fresh.c_str());
    if (entry.has_previous)
      ::rename(entry.previous.c_str(), entry.target.c_str());
    else if (entry.in_place)
      ::unlink(entry.target.c_str());
  }
  for (auto folder = made_folders_.rbegin(); folder != made_folders_.rend(); ++folder)
    ::rmdir(folder->c_str());
}

}  // namespace

Result<void> check_output_folder(const fs::path& folder) {
  if (folder.empty()) return fail(ErrorCode::kInvalidArgument, "the folder to write to has no name");
  fs::path path = fs::absolute(folder).lexically_normal();
  for (std::error_code error; !fs::exists(fs::symlink_status(path, error)) && path.has_relative_path();) {
    if (error == std::errc::filename_too_long) return fail(unwritable(path, error.value()));
    path = path.parent_path();
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_directory(status)) return fail(not_a_folder(path));
  if (::access(path.c_str(), W_OK | X_OK) != 0) return fail(unwritable(path, errno));
  return {};
}

Result<void> write_outputs(const std::vector<OutputFile>& files, const fs::path& folder,
                           RunContext& context) {
  const auto stopped = [] { return fail(ErrorCode::kCancelled, "stopped before anything was written"); };
  if (context.cancelled()) return stopped();
  Transaction transaction(folder);
  if (Result<void> made = transaction.make_folder(); !made) return made;
  for (const OutputFile& file : files) {
    if (context.cancelled()) return stopped();
    if (Result<void> added = transaction.add(file); !added) return added;
  }
  if (context.cancelled()) return stopped();
  return transaction.commit();
}

}  // namespace storey
