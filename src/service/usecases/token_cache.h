// Whose token it is, remembered for as long as nothing changes.
#pragma once

#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "service/domain/digest.h"
#include "service/usecases/services.h"

namespace storey::service {

/// Answers as `authenticate` does. What it remembers counts only while the store says that no grant has
/// changed since, by whichever process: a revoked token or a disabled client is refused at once. Used by any
/// thread.
class TokenCache {
 public:
  explicit TokenCache(Services& services) : services_(services) {}

  Outcome<Client> authenticate(std::string_view token);

 private:
  struct DigestHash {
    std::size_t operator()(const Digest& digest) const {
      std::size_t hash = 0;
      std::memcpy(&hash, digest.data(), sizeof hash);
      return hash;
    }
  };

  Services& services_;
  std::mutex mutex_;
  std::uint64_t change_ = 0;  ///< StoreChanges::grants when the grants were read
  std::unordered_map<Digest, Grant, DigestHash> grants_;
};

}  // namespace storey::service
