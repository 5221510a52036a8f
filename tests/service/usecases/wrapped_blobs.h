// A blob store that hands everything on to another one: tests change what they are about.
#pragma once

#include "service/ports/blob_store.h"

namespace storey::service {

class WrappedBlobs : public BlobStore {
 public:
  using KeepGoing = std::function<bool()>;

  explicit WrappedBlobs(BlobStore& blobs) : wrapped(blobs) {}
  Result<std::unique_ptr<BlobWriter>> create(const BlobId& id) override { return wrapped.create(id); }
  Result<void> put_file(const BlobId& id, const std::filesystem::path& file,
                        const KeepGoing& keep_going) override {
    return wrapped.put_file(id, file, keep_going);
  }
  Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                           const KeepGoing& keep_going) override {
    return wrapped.concatenate(id, parts, keep_going);
  }
  Result<std::string> read(const BlobId& id, std::uint64_t offset, std::size_t limit) override {
    return wrapped.read(id, offset, limit);
  }
  Result<std::uint64_t> size(const BlobId& id) override { return wrapped.size(id); }
  Result<OpenBlob> open(const BlobId& id, const KeepGoing& keep_going) override {
    return wrapped.open(id, keep_going);
  }
  Result<void> fetch(const BlobId& id, const std::filesystem::path& file,
                     const KeepGoing& keep_going) override {
    return wrapped.fetch(id, file, keep_going);
  }
  Result<void> erase(const BlobId& id) override { return wrapped.erase(id); }
  Result<std::vector<StoredBlob>> list(const std::string& ending) override { return wrapped.list(ending); }
  Result<void> erase_unfinished(Timestamp time) override { return wrapped.erase_unfinished(time); }
  Result<std::optional<std::uint64_t>> free_bytes() override { return wrapped.free_bytes(); }
  Result<void> check() override { return wrapped.check(); }
  DirectTransfers* direct() override { return wrapped.direct(); }

 protected:
  BlobStore& wrapped;
};

}  // namespace storey::service
