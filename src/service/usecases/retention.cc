#include "service/usecases/retention.h"

#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/repeatable.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

constexpr int kBatch = 100;    ///< changes per transaction: others must get their turn
constexpr int kErased = 1000;  ///< records that are erased in one transaction
constexpr Seconds kIdleUpload{120};
constexpr Seconds kOrphanAge{24 * 3600};  ///< longer than any blob waits for its transaction

Outcome<std::vector<BlobId>> scan_blobs(Session& session, const OrderId& order) {
  std::vector<BlobId> blobs;
  STOREY_TRY(const auto assets, session.assets().list(order));
  for (const Asset& asset : assets) {
    if (!asset.blob.empty()) blobs.push_back(asset.blob);
    STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
    for (const UploadedPart& part : parts) blobs.push_back(part.blob);
  }
  return blobs;
}

Outcome<std::vector<BlobId>> result_blobs(Session& session, const OrderId& order) {
  std::vector<BlobId> blobs;
  STOREY_TRY(const auto files, session.results().list(order));
  for (const ResultFile& file : files) blobs.push_back(file.blob);
  return blobs;
}

/// Gives the blobs of the order's scans, which are the order's no more. Uploads that never ended end so.
Outcome<std::vector<BlobId>> forget_scans(Services& services, Session& session, const OrderId& order) {
  STOREY_TRY(auto blobs, end_uploads(services, session, order));
  STOREY_TRY(const auto kept, scan_blobs(session, order));
  blobs.insert(blobs.end(), kept.begin(), kept.end());
  STOREY_TRY(auto assets, session.assets().list(order));
  for (Asset& asset : assets) {
    asset.blob = BlobId();
    STOREY_TRY_VOID(session.assets().update(asset));
    STOREY_TRY_VOID(session.assets().erase_parts(asset.id));
  }
  return blobs;
}

/// What one transaction has done.
struct Batch {
  std::int64_t count = 0;
  std::vector<BlobId> blobs;  ///< which nothing refers to any more

  void add(const std::vector<BlobId>& found) {
    ++count;
    blobs.insert(blobs.end(), found.begin(), found.end());
  }
};

/// `erase` says how many it found, at most kErased.
template <class Erase>
Outcome<std::int64_t> erase_in_batches(Services& services, const Erase& erase) {
  std::int64_t count = 0;
  while (true) {
    STOREY_TRY(const std::int64_t erased,
               services.store.write([&](Session& session) -> Outcome<std::int64_t> {
                 STOREY_TRY(const auto found, erase(session));
                 return found;
               }));
    count += erased;
    if (erased < kErased) return count;
  }
}

/// Looks for what is to be changed in a read first, so that nobody waits for a search that finds nothing.
/// `list`: what is to be changed; `change`: one of it, giving the blobs that are of no more use.
template <class List, class Change>
Outcome<std::int64_t> change_found(Services& services, const List& list, const Change& change) {
  STOREY_TRY(const bool found, services.store.read([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const auto entries, list(session));
    return !entries.empty();
  }));
  if (!found) return 0;
  STOREY_TRY(const Batch done, services.store.write([&](Session& session) -> Outcome<Batch> {
    Batch batch;
    STOREY_TRY(auto entries, list(session));
    for (auto& entry : entries) {
      STOREY_TRY(const std::vector<BlobId> spare, change(session, entry));
      batch.add(spare);
    }
    return batch;
  }));
  erase_blobs(services, done.blobs);
  return done.count;
}

Outcome<std::int64_t> expire_uploads(Services& services) {
  const Timestamp now = services.clock.now();
  return change_found(
      services,
      [&](Session& session) { return session.assets().list_overdue(now, now - kIdleUpload, kBatch); },
      [&](Session& session, Asset& asset) { return end_upload(services, session, asset); });
}

Outcome<std::int64_t> cancel_forgotten_drafts(Services& services) {
  const Timestamp limit = services.clock.now() - services.settings.retain_drafts;
  return change_found(
      services, [&](Session& session) { return session.orders().list_forgotten_drafts(limit, kBatch); },
      [&](Session& session, Order& order) -> Outcome<std::vector<BlobId>> {
        STOREY_TRY(auto blobs, forget_scans(services, session, order.id));
        STOREY_TRY_VOID(session.jobs().cancel(order.id));
        STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kCancelled));
        return blobs;
      });
}

Outcome<std::int64_t> delete_old_scans(Services& services) {
  const Timestamp limit = services.clock.now() - services.settings.retain_scans;
  return change_found(
      services, [&](Session& session) { return session.orders().list_with_scans(limit, kBatch); },
      [&](Session& session, const Order& order) { return forget_scans(services, session, order.id); });
}

Outcome<std::int64_t> delete_old_results(Services& services) {
  const Timestamp limit = services.clock.now() - services.settings.retain_results;
  return change_found(
      services, [&](Session& session) { return session.orders().list_with_results(limit, kBatch); },
      [&](Session& session, const Order& order) -> Outcome<std::vector<BlobId>> {
        STOREY_TRY(auto blobs, result_blobs(session, order.id));
        STOREY_TRY_VOID(session.results().erase_all(order.id));
        return blobs;
      });
}

Outcome<bool> is_referred(Services& services, const BlobId& id) {
  return services.store.read([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const bool by_asset, session.assets().refers_to(id));
    if (by_asset) return true;
    STOREY_TRY(const bool by_result, session.results().refers_to(id));
    return by_result;
  });
}

Outcome<std::int64_t> delete_orphans_of(Services& services, const std::string& ending, Timestamp limit) {
  STOREY_TRY(const auto stored, services.blobs.list(ending));
  std::int64_t count = 0;
  for (const StoredBlob& blob : stored) {
    if (blob.stored >= limit) continue;
    STOREY_TRY(const bool referred, is_referred(services, blob.id));
    if (referred) continue;
    STOREY_TRY_VOID(services.blobs.erase(blob.id));
    ++count;
  }
  return count;
}

}  // namespace

Outcome<std::vector<BlobId>> blobs_of_order(Session& session, const OrderId& order) {
  STOREY_TRY(auto blobs, scan_blobs(session, order));
  STOREY_TRY(const auto results, result_blobs(session, order));
  blobs.insert(blobs.end(), results.begin(), results.end());
  return blobs;
}

Outcome<HousekeepingReport> keep_house(Services& services) {
  HousekeepingReport report;
  STOREY_TRY(report.expired_uploads, expire_uploads(services));
  if (services.settings.retain_drafts.count() > 0) {
    STOREY_TRY(report.cancelled_drafts, cancel_forgotten_drafts(services));
  }
  if (services.settings.retain_scans.count() > 0) {
    STOREY_TRY(report.scans_of_orders, delete_old_scans(services));
  }
  if (services.settings.retain_results.count() > 0) {
    STOREY_TRY(report.results_of_orders, delete_old_results(services));
  }
  const Timestamp now = services.clock.now();
  // Introspection answers for expired tokens too, hence for a while after they ended.
  STOREY_TRY(report.tokens, erase_in_batches(services, [&](Session& session) {
               return session.tokens().erase_expired(now - std::chrono::hours(24), kErased);
             }));
  STOREY_TRY(report.deliveries, erase_in_batches(services, [&](Session& session) {
               return session.deliveries().erase_ended(now - services.settings.retain_deliveries, kErased);
             }));
  STOREY_TRY(report.events, erase_in_batches(services, [&](Session& session) {
               return session.events().erase_before(now - services.settings.retain_events, kErased);
             }));
  STOREY_TRY_VOID(erase_in_batches(services, [&](Session& session) {
    return session.client_tokens().erase_before(now - kRepetitionTime, kErased);
  }));
  STOREY_TRY_VOID(services.store.shrink());
  return report;
}

Outcome<std::int64_t> delete_orphaned_blobs(Services& services) {
  const Timestamp limit = services.clock.now() - kOrphanAge;
  STOREY_TRY_VOID(services.blobs.erase_unfinished(limit));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::int64_t count = 0;
  for (const char first : kDigits)
    for (const char second : kDigits) {
      STOREY_TRY(const std::int64_t deleted, delete_orphans_of(services, {first, second}, limit));
      count += deleted;
    }
  return count;
}

}  // namespace storey::service
