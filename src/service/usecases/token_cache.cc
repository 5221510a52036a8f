#include "service/usecases/token_cache.h"

#include "service/domain/try.h"
#include "service/usecases/tokens.h"

namespace storey::service {
namespace {

/// Tokens that are remembered at most.
constexpr std::size_t kMostGrants = 10'000;

}  // namespace

Outcome<Client> TokenCache::authenticate(std::string_view token) {
  const Digest hash = sha256(token);
  const Result<StoreChanges> changes = services_.store.changes();
  if (!changes || !changes->grants) return service::authenticate(services_, token);
  const std::uint64_t change = *changes->grants;
  {
    const std::lock_guard lock(mutex_);
    if (change_ != change) grants_.clear();
    change_ = change;
    const auto found = grants_.find(hash);
    if (found != grants_.end() && is_usable(found->second, services_.clock.now()))
      return found->second.client;
  }
  // Read after the counter: a change in between makes the counter differ the next time.
  STOREY_TRY(Grant grant, find_usable_grant(services_, hash));
  const std::lock_guard lock(mutex_);
  if (change_ == change && grants_.size() < kMostGrants) grants_.insert_or_assign(hash, grant);
  return std::move(grant.client);
}

}  // namespace storey::service
