// The bytes of scans and results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "service/domain/asset.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

/// What large blobs should come in multiples of, in memory and in size: pages of the disk, in bytes.
inline constexpr std::size_t kBlobAlignment = 4096;

/// A blob on its way in. It appears when `commit` has succeeded, whole and stored; otherwise nothing stays of
/// it.
class BlobWriter {
 public:
  virtual ~BlobWriter() = default;
  /// Pieces of any size; those aligned to kBlobAlignment, but for the last one, are the cheapest.
  virtual Result<void> write(std::span<const char> bytes) = 0;
  virtual Result<void> commit() = 0;
};

/// A file that can be read from its beginning, of which only its descriptor has a name.
class OpenBlob {
 public:
  explicit OpenBlob(int descriptor) : descriptor_(descriptor) {}
  ~OpenBlob();
  OpenBlob(OpenBlob&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenBlob& operator=(OpenBlob&&) = delete;

  int descriptor() const { return descriptor_; }
  /// Hands the descriptor over to be closed by others.
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

struct StoredBlob {
  BlobId id;
  Timestamp stored{};
};

/// Clients send and fetch the bytes straight to and from the store, by addresses that it checks itself.
class DirectTransfers {
 public:
  virtual ~DirectTransfers() = default;

  /// Of all addresses, as browsers name it: "https://host[:port]".
  virtual std::string origin() const = 0;

  /// Where one PUT makes the blob. It may be repeated until then, and replaces the bytes.
  virtual std::string put_address(const BlobId& id, Timestamp expires) const = 0;
  /// How large a file may be that comes by one PUT, in bytes.
  virtual std::uint64_t max_put_bytes() const = 0;
  /// Where a GET gives the bytes, as a file of that name and type.
  virtual std::string get_address(const BlobId& id, const std::string& file_name,
                                  const std::string& content_type, Timestamp expires) const = 0;

  /// Begins a blob that comes in parts; gives the store's name for it.
  virtual Result<std::string> begin_parts(const BlobId& id) = 0;
  virtual std::string part_address(const BlobId& id, const std::string& upload, int number,
                                   Timestamp expires) const = 0;
  /// Those that have arrived, ascending by number. Their own blobs are empty.
  virtual Result<std::vector<UploadedPart>> list_parts(const BlobId& id, const std::string& upload) = 0;
  /// Makes the blob of these parts. The upload is no more.
  virtual Result<void> finish_parts(const BlobId& id, const std::string& upload,
                                    const std::vector<UploadedPart>& parts) = 0;
  /// Removes what has arrived; success too if there is no such upload.
  virtual Result<void> abort_parts(const BlobId& id, const std::string& upload) = 0;
  /// Makes `to` of the bytes that `from` has now, without moving them.
  virtual Result<void> copy(const BlobId& from, const BlobId& to) = 0;
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;
  virtual Result<std::unique_ptr<BlobWriter>> create(const BlobId& id) = 0;
  /// Stores a file of this machine as the blob. The file may be gone afterwards. Where the bytes have to be
  /// sent, `keep_going` is asked again and again; kCancelled once it says no.
  virtual Result<void> put_file(const BlobId& id, const std::filesystem::path& file,
                                const std::function<bool()>& keep_going) = 0;
  /// Makes the blob of `parts`, one after the other; they stay. `keep_going` is asked before each of them;
  /// kCancelled once it says no.
  virtual Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                                   const std::function<bool()>& keep_going) = 0;
  /// The bytes from `offset` on, at most `limit`.
  virtual Result<std::string> read(const BlobId& id, std::uint64_t offset, std::size_t limit) = 0;
  virtual Result<std::uint64_t> size(const BlobId& id) = 0;
  /// All of it, for reading in this process. Where the store is remote it is brought here first, and
  /// `keep_going` is asked again and again; kCancelled once it says no.
  virtual Result<OpenBlob> open(const BlobId& id, const std::function<bool()>& keep_going) = 0;
  /// Makes the bytes readable at `file`, a path of this machine with nothing there. Where they have to be
  /// brought here, `keep_going` is asked again and again; kCancelled once it says no.
  virtual Result<void> fetch(const BlobId& id, const std::filesystem::path& file,
                             const std::function<bool()>& keep_going) = 0;
  /// Removes the blob; success too if there is none.
  virtual Result<void> erase(const BlobId& id) = 0;
  /// The blobs whose identifiers end in `ending`, two hexadecimal digits: one of 256 even parts of all.
  virtual Result<std::vector<StoredBlob>> list(const std::string& ending) = 0;
  /// Removes what is left of blobs that were begun before `time` and never came to be.
  virtual Result<void> erase_unfinished(Timestamp time) = 0;
  /// How much more can be written, in bytes; nothing where there is no such bound.
  virtual Result<std::optional<std::uint64_t>> free_bytes() = 0;
  /// Answers if blobs can be written.
  virtual Result<void> check() = 0;
  /// Null where the bytes go through the service.
  virtual DirectTransfers* direct() = 0;
};

}  // namespace storey::service
