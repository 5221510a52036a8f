#include "service/usecases/jobs.h"

#include <tuple>

#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

/// The order of a job that is still `job`'s owner's; nothing if it is not.
Outcome<std::optional<Order>> end_job(Services& services, Session& session, const Job& job) {
  session.ask_ahead([&] {
    std::ignore = session.jobs().end(job.id, job.lease_owner);
    std::ignore = session.orders().find(job.client_id, job.order_id);
    std::ignore = session.webhooks().list(job.client_id);
    std::ignore = count_pending_deliveries(services, session, job.client_id);
  });
  STOREY_TRY(const bool mine, session.jobs().end(job.id, job.lease_owner));
  if (!mine) return std::nullopt;
  STOREY_TRY(auto order, session.orders().find(job.client_id, job.order_id));
  return order;
}

/// Bytes that are sent anew are not those that were checked.
Outcome<void> fail_checked(Services& services, Session& session, const Asset& asset, const Failure& failure) {
  if (asset.status != UploadStatus::kUploaded) return {};
  return fail_upload(services, session, asset.id, failure);
}

/// Ends the lease: the job waits, longer each time. False if it is no longer the worker's.
Result<bool> postpone(Services& services, Session& session, const Job& job) {
  const Timestamp not_before =
      services.clock.now() + retry_wait(job.attempts, services.settings.job_retry_wait);
  return session.jobs().postpone(job.id, job.lease_owner, not_before);
}

Outcome<void> end_in_error(Services& services, Session& session, Order& order, const OrderError& error) {
  order.error = error;
  STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kError));
  return {};
}

}  // namespace

Outcome<std::optional<ClaimedConversion>> claim_conversion(Services& services, const std::string& owner,
                                                           std::optional<std::uint64_t> max_bytes) {
  using Claim = std::optional<ClaimedConversion>;
  return services.store.write([&](Session& session) -> Outcome<Claim> {
    const Timestamp now = services.clock.now();
    while (true) {
      STOREY_TRY(const auto job, session.jobs().claim({JobKind::kConvert, owner, now,
                                                       now + services.settings.job_lease, max_bytes, 0}));
      if (!job) return std::nullopt;
      session.ask_ahead([&] {
        std::ignore = session.orders().find(job->client_id, job->order_id);
        std::ignore = session.assets().list(job->order_id);
        std::ignore = session.webhooks().list(job->client_id);
      });
      STOREY_TRY(auto order, session.orders().find(job->client_id, job->order_id));
      if (!order || is_final(order->status)) {
        STOREY_TRY_VOID(session.jobs().end(job->id, owner));
        continue;
      }
      if (order->status == OrderStatus::kInitialized)
        STOREY_TRY_VOID(advance_order(services, session, *order, OrderStatus::kProcessing));
      if (job->attempts > services.settings.max_job_attempts) {
        STOREY_TRY_VOID(session.jobs().end(job->id, owner));
        STOREY_TRY_VOID(
            end_in_error(services, session, *order,
                         {"PROCESSING_FAILED", "the conversion was begun " +
                                                   std::to_string(services.settings.max_job_attempts) +
                                                   " times and never came to an end"}));
        continue;
      }
      ClaimedConversion claimed{*job, std::move(*order), {}};
      STOREY_TRY(const auto assets, session.assets().list(job->order_id));
      for (const Asset& asset : assets)
        if (asset.status == UploadStatus::kFinalized) claimed.scans.push_back(asset);
      return claimed;
    }
  });
}

Outcome<std::optional<ClaimedFetch>> claim_fetch(Services& services, const std::string& owner,
                                                 int max_per_client) {
  return services.store.write([&](Session& session) -> Outcome<std::optional<ClaimedFetch>> {
    const Timestamp now = services.clock.now();
    while (true) {
      STOREY_TRY(const auto job,
                 session.jobs().claim({JobKind::kFetch, owner, now, now + services.settings.job_lease,
                                       std::nullopt, max_per_client}));
      if (!job) return std::nullopt;
      STOREY_TRY(auto asset, session.assets().find(job->asset_id));
      const bool too_often = job->attempts > services.settings.max_job_attempts;
      if (asset && !too_often) return ClaimedFetch{*job, std::move(*asset)};
      STOREY_TRY_VOID(session.jobs().end(job->id, owner));
      if (too_often)
        STOREY_TRY_VOID(fail_upload(
            services, session, job->asset_id,
            {FailureCode::kUploadIncomplete, "the fetch was begun " +
                                                 std::to_string(services.settings.max_job_attempts) +
                                                 " times and never came to an end"}));
    }
  });
}

Outcome<std::optional<Job>> claim_check(Services& services, const std::string& owner, int max_per_client) {
  return services.store.write([&](Session& session) -> Outcome<std::optional<Job>> {
    const Timestamp now = services.clock.now();
    while (true) {
      STOREY_TRY(const auto job,
                 session.jobs().claim({JobKind::kVerify, owner, now, now + services.settings.job_lease,
                                       std::nullopt, max_per_client}));
      if (!job || job->attempts <= services.settings.max_job_attempts) return job;
      STOREY_TRY_VOID(session.jobs().end(job->id, owner));
      STOREY_TRY(const auto asset, session.assets().find(job->asset_id));
      if (asset)
        STOREY_TRY_VOID(fail_checked(
            services, session, *asset,
            {FailureCode::kInternalServerError,
             "the check of the file was begun " + std::to_string(services.settings.max_job_attempts) +
                 " times and never came to an end; the upload may be finalized again"}));
    }
  });
}

Outcome<bool> renew_job(Services& services, const Job& job, const std::optional<OrderProgress>& progress) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const bool mine, session.jobs().renew(job.id, job.lease_owner,
                                                     services.clock.now() + services.settings.job_lease));
    if (!mine || !progress) return mine;
    STOREY_TRY(auto order, session.orders().find(job.client_id, job.order_id));
    if (!order || order->status != OrderStatus::kProcessing) return false;
    order->progress = *progress;
    STOREY_TRY_VOID(session.orders().update(*order));
    return true;
  });
}

Outcome<void> give_back_job(Services& services, const Job& job) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(session.jobs().give_back(job.id, job.lease_owner));
    return {};
  });
}

Outcome<bool> retry_conversion(Services& services, const Job& job) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    const Settings& settings = services.settings;
    if (job.attempts < settings.max_job_attempts) {
      STOREY_TRY(const bool mine, postpone(services, session, job));
      return mine;
    }
    STOREY_TRY(auto order, end_job(services, session, job));
    if (!order) return false;
    STOREY_TRY_VOID(
        end_in_error(services, session, *order,
                     {"PROCESSING_FAILED", "the service could not run the conversion, though it tried " +
                                               std::to_string(job.attempts) +
                                               " times; the scans are not to blame, order it again"}));
    return false;
  });
}

Outcome<bool> retry_fetch(Services& services, const Job& job) {
  if (job.attempts >= services.settings.max_job_attempts) return false;
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY_VOID(postpone(services, session, job));
    return true;
  });
}

Outcome<bool> retry_check(Services& services, const Job& job, const Failure& trouble) {
  if (job.attempts >= services.settings.max_job_attempts)
    return fail_check(services, job,
                      {trouble.code, "the service could not check the file, though it tried " +
                                         std::to_string(job.attempts) +
                                         " times; the file is not to blame, finalize the upload again"})
        .map([](bool) { return false; });
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const bool mine, postpone(services, session, job));
    return mine;
  });
}

Outcome<bool> fail_check(Services& services, const Job& job, const Failure& failure) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const bool mine, session.jobs().end(job.id, job.lease_owner));
    if (!mine) return false;
    STOREY_TRY(const auto asset, session.assets().find(job.asset_id));
    if (asset) STOREY_TRY_VOID(fail_checked(services, session, *asset, failure));
    return true;
  });
}

Outcome<bool> complete_conversion(Services& services, const Job& job, const std::vector<ResultFile>& files,
                                  const OrderSummary& summary) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(auto order, end_job(services, session, job));
    if (!order) return false;
    for (const ResultFile& file : files) STOREY_TRY_VOID(session.results().insert(file));
    order->summary = summary;
    STOREY_TRY_VOID(advance_order(services, session, *order, OrderStatus::kCompleted));
    return true;
  });
}

Outcome<bool> fail_conversion(Services& services, const Job& job, const OrderError& error) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(auto order, end_job(services, session, job));
    if (!order) return false;
    STOREY_TRY_VOID(end_in_error(services, session, *order, error));
    return true;
  });
}

Outcome<void> end_fetch(Services& services, const Job& job, const std::optional<Failure>& failure) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(const bool mine, session.jobs().end(job.id, job.lease_owner));
    if (!mine || !failure) return {};
    return fail_upload(services, session, job.asset_id, *failure);
  });
}

}  // namespace storey::service
