#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <tuple>

#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"
#include "service/usecases/upload_checks.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

/// How often a request that waits looks for the end of a check that another process makes.
constexpr Milliseconds kLookInterval{250};

tl::unexpected<Failure> bad_parts(std::string message) { return bad_field("parts", std::move(message)); }

std::string_view without_quotes(std::string_view etag) {
  if (etag.size() >= 2 && etag.front() == '"' && etag.back() == '"') return etag.substr(1, etag.size() - 2);
  return etag;
}

/// What a request for a check is about.
struct CheckRequest {
  ClientId client;
  AssetId asset;
  std::vector<std::string> etags;  ///< of the parts that the client named; empty if it named none
  std::string traceparent;
};

/// All bytes are here: until they are checked, the upload is UPLOADED.
Outcome<void> keep_uploaded(Services& services, Session& session, Asset asset, std::uint64_t bytes) {
  if (asset.status == UploadStatus::kUploaded) return {};
  asset.failure.reset();
  if (asset.status != UploadStatus::kUploading)
    STOREY_TRY_VOID(pass_upload(services, session, asset, UploadStatus::kUploading));
  asset.received_bytes = bytes;
  return advance_upload(services, session, asset, UploadStatus::kUploaded);
}

Outcome<void> insert_job(Services& services, Session& session, const CheckRequest& request,
                         const Order& order, std::uint64_t bytes) {
  Job job;
  job.id = services.ids.make<JobId>();
  job.kind = JobKind::kVerify;
  job.client_id = request.client;
  job.order_id = order.id;
  job.asset_id = request.asset;
  job.size_bytes = bytes;
  job.created = services.clock.now();
  job.traceparent = request.traceparent.empty() ? order.traceparent : request.traceparent;
  job.etags = request.etags;
  STOREY_TRY_VOID(session.jobs().insert(job));
  return {};
}

/// Whether a check that is stored goes on by itself soon. One that waits after trouble does not keep whoever
/// asks again waiting: it begins anew.
bool is_under_way(const std::optional<Job>& job, Timestamp now) {
  return job && (job->status == JobStatus::kLeased || job->not_before <= now);
}

/// Stores the check as a job, unless there is one. `sent`: what the client sent to the store itself.
Outcome<void> store_check(Services& services, const CheckRequest& request, const Asset& seen,
                          const std::optional<WholeUpload>& sent) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    session.ask_ahead([&] {
      std::ignore = session.orders().find(request.client, seen.order_id);
      std::ignore = session.assets().find(request.asset);
      std::ignore = session.jobs().find(JobKind::kVerify, request.asset);
      if (!sent) std::ignore = session.assets().list_parts(request.asset);
    });
    STOREY_TRY(const Order order, require_order(session, request.client, seen.order_id));
    STOREY_TRY(const Asset asset, require_asset(session, request.client, request.asset));
    STOREY_TRY(const auto job, session.jobs().find(JobKind::kVerify, request.asset));
    if (asset.status == UploadStatus::kFinalized) return {};
    STOREY_TRY_VOID(require_checkable(services, asset));
    STOREY_TRY_VOID(require_open(order, asset));
    STOREY_TRY(const WholeUpload whole,
               sent ? Outcome<WholeUpload>(*sent) : find_kept_parts(session, asset, request.etags));
    if (is_under_way(job, services.clock.now())) return {};
    if (job) STOREY_TRY_VOID(session.jobs().cancel(asset.id));
    STOREY_TRY_VOID(keep_uploaded(services, session, asset, whole.bytes));
    return insert_job(services, session, request, order, whole.bytes);
  });
}

/// Stores the check, unless something is missing for it: that is said now.
Outcome<void> begin_check(Services& services, const CheckRequest& request, const Asset& asset) {
  if (!is_direct(services, asset)) return store_check(services, request, asset, std::nullopt);
  STOREY_TRY(const auto job, services.store.look([&](Session& session) -> Outcome<std::optional<Job>> {
    STOREY_TRY(auto found, session.jobs().find(JobKind::kVerify, asset.id));
    return found;
  }));
  if (is_under_way(job, services.clock.now())) return {};
  STOREY_TRY(const WholeUpload sent, find_sent_parts(services, asset, request.etags));
  return store_check(services, request, asset, sent);
}

/// The upload once no check of it is under way any more; nothing as long as one is.
Outcome<std::optional<Asset>> find_checked(Services& services, const CheckRequest& request) {
  return services.store.read([&](Session& session) -> Outcome<std::optional<Asset>> {
    STOREY_TRY(Asset asset, require_asset(session, request.client, request.asset));
    if (asset.status == UploadStatus::kFinalized) return asset;
    STOREY_TRY(const auto job, session.jobs().find(JobKind::kVerify, request.asset));
    if (job) return std::nullopt;
    STOREY_TRY(const Order order, require_order(session, request.client, asset.order_id));
    STOREY_TRY_VOID(require_open(order, asset));
    if (asset.status == UploadStatus::kFailed) return stored_failure(asset);
    STOREY_TRY_VOID(require_checkable(services, asset));
    return asset;
  });
}

Outcome<Asset> await_check(Services& services, const CheckRequest& request, Verifications::Waiting& waiting) {
  const auto end = std::chrono::steady_clock::now() + services.settings.verify_patience;
  while (true) {
    const auto left = std::chrono::duration_cast<Milliseconds>(end - std::chrono::steady_clock::now());
    if (auto verdict = waiting.wait(std::clamp(left, Milliseconds(0), kLookInterval))) return *verdict;
    STOREY_TRY(const auto checked, find_checked(services, request));
    if (checked) return *checked;
    if (left.count() <= 0 || services.verifications->stopped())
      return get_asset(services, request.client, request.asset);
  }
}

}  // namespace

Outcome<std::vector<std::string>> parse_parts(const std::string& json) {
  boost::json::error_code status;
  const boost::json::value value = boost::json::parse(json, status);
  if (status || !value.is_array())
    return bad_parts("parts must be a JSON list of objects with PartNumber and ETag");
  std::vector<std::string> etags;
  for (const boost::json::value& entry : value.get_array()) {
    const auto* object = entry.if_object();
    if (object == nullptr)
      return bad_parts("every entry of parts must be an object with PartNumber and ETag");
    const auto field = [&](std::string_view first, std::string_view second) {
      const auto* found = object->if_contains(first);
      return found != nullptr ? found : object->if_contains(second);
    };
    const auto* number = field("PartNumber", "part_number");
    const auto* etag = field("ETag", "etag");
    if (number == nullptr || !number->is_int64() || etag == nullptr || !etag->is_string())
      return bad_parts("every entry of parts must have PartNumber, a whole number, and ETag, a text");
    if (number->get_int64() != static_cast<std::int64_t>(etags.size()) + 1)
      return bad_parts("parts must be listed in ascending order from PartNumber 1, without a gap");
    etags.emplace_back(without_quotes(etag->get_string()));
  }
  if (etags.empty()) return bad_parts("parts must name at least one part");
  return etags;
}

Outcome<Asset> finalize_upload(Services& services, const ClientId& client, const AssetId& id,
                               const std::optional<std::string>& upload_id,
                               const std::optional<std::string>& parts, const std::string& traceparent) {
  STOREY_TRY(const Asset asset, get_asset(services, client, id));
  const bool multi = asset.upload_type == UploadType::kMulti;
  if (upload_id && multi && *upload_id != asset.upload_id)
    return bad_field("upload_id", "upload_id is not the one that initializeUpload gave");
  CheckRequest request{client, id, {}, traceparent};
  if (parts && multi) {
    STOREY_TRY(request.etags, parse_parts(*parts));
  }
  if (asset.status == UploadStatus::kFinalized) return asset;
  if (!takes_long(services, asset)) {
    STOREY_TRY_VOID(require_checkable(services, asset));
    return check_at_once(services, asset);
  }
  const auto waiting = services.verifications->join(id);
  STOREY_TRY_VOID(begin_check(services, request, asset));
  services.verifications->call();
  return await_check(services, request, *waiting);
}

}  // namespace storey::service
