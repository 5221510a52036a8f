// What stands in for the rest of the service where its records are measured: a bucket that has whatever it is
// asked for, and addresses that may be called.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// Every address may be called: nobody is.
class AnyAddress final : public AddressCheck {
 public:
  Outcome<void> check(const std::string&, const ClientId&) override { return {}; }
};

/// A blob store that has whatever it is asked for: in a fleet the bytes bypass the nodes and the database.
class InstantBlobs final : public BlobStore, public DirectTransfers {
 public:
  inline static const std::string kScan = "1 2 3\n";

  Result<std::unique_ptr<BlobWriter>> create(const BlobId&) override { return refused(); }
  Result<void> put_file(const BlobId&, const std::filesystem::path&, const std::function<bool()>&) override {
    return {};
  }
  Result<void> concatenate(const BlobId&, const std::vector<BlobId>&, const std::function<bool()>&) override {
    return {};
  }
  Result<std::string> read(const BlobId&, std::uint64_t offset, std::size_t limit) override {
    return kScan.substr(std::min<std::size_t>(offset, kScan.size()), limit);
  }
  Result<std::uint64_t> size(const BlobId&) override { return kScan.size(); }
  Result<OpenBlob> open(const BlobId&, const std::function<bool()>&) override { return refused(); }
  Result<void> fetch(const BlobId&, const std::filesystem::path&, const std::function<bool()>&) override {
    return refused();
  }
  Result<void> erase(const BlobId&) override { return {}; }
  Result<std::vector<StoredBlob>> list(const std::string&) override { return std::vector<StoredBlob>(); }
  Result<void> erase_unfinished(Timestamp) override { return {}; }
  Result<std::optional<std::uint64_t>> free_bytes() override { return std::nullopt; }
  Result<void> check() override { return {}; }
  DirectTransfers* direct() override { return this; }

  std::string origin() const override { return kOrigin; }
  std::string put_address(const BlobId& id, Timestamp) const override { return kOrigin + "/" + id.text; }
  std::uint64_t max_put_bytes() const override { return 5ull << 30; }
  std::string get_address(const BlobId& id, const std::string&, const std::string&,
                          Timestamp) const override {
    return kOrigin + "/" + id.text;
  }
  Result<std::string> begin_parts(const BlobId&) override { return refused(); }
  std::string part_address(const BlobId&, const std::string&, int, Timestamp) const override {
    return kOrigin;
  }
  Result<std::vector<UploadedPart>> list_parts(const BlobId&, const std::string&) override {
    return std::vector<UploadedPart>();
  }
  Result<void> finish_parts(const BlobId&, const std::string&, const std::vector<UploadedPart>&) override {
    return refused();
  }
  Result<void> abort_parts(const BlobId&, const std::string&) override { return {}; }
  Result<void> copy(const BlobId&, const BlobId&) override { return {}; }

 private:
  inline static const std::string kOrigin = "https://store.example.com";
  static tl::unexpected<Error> refused() { return fail(ErrorCode::kInternal, "the bench does not do this"); }
};

}  // namespace storey::service
