#include "service/worker/fetch_worker.h"

#include <optional>

#include "service/domain/try.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

/// What a failure of the fetch means for the client.
Failure verdict_of(const Error& error) {
  return {FailureCode::kUploadIncomplete, "the file could not be fetched from its address: " + error.message};
}

/// Whether the same may go well later.
bool is_passing(FailureCode code) {
  return code == FailureCode::kStorageUnavailable || code == FailureCode::kRateLimited;
}

}  // namespace

FetchWorker::FetchWorker(Services& services, FileFetcher& fetcher, const FetchOptions& options,
                         const WorkObserver& observer)
    : services_(services),
      fetcher_(fetcher),
      options_(options),
      observer_(observer),
      background_([this](const std::stop_token& stop) { return work(stop); }) {}

FetchWorker::~FetchWorker() { stop(); }

void FetchWorker::stop() {
  stopping_ = true;
  background_.stop();
}

milliseconds FetchWorker::work(const std::stop_token&) {
  const auto claimed = claim_fetch(services_, services_.ids.next(), options_.per_client);
  if (!claimed) notify(observer_.failed, std::string("claim a fetch"), claimed.error());
  if (!claimed || !*claimed) return kPollInterval;
  fetch(**claimed);
  return milliseconds(0);
}

void FetchWorker::fetch(const ClaimedFetch& claimed) {
  notify(observer_.job_started, claimed.job);
  const Steady::time_point started = Steady::now();
  bool worth_another = false;
  const auto received = receive(claimed, worth_another);
  std::string outcome = received ? "completed" : "error";
  Outcome<void> ended;
  if (!received && stopping_) {
    outcome = "given_back";
    ended = give_back_job(services_, claimed.job);
  } else if (worth_another && retry_fetch(services_, claimed.job).value_or(true)) {
    outcome = "postponed";  // where it cannot be noted, the lease runs out
  } else {
    ended = end_fetch(services_, claimed.job, received ? std::nullopt : std::optional(received.error()));
  }
  if (!ended) notify(observer_.failed, std::string("end a fetch"), ended.error());
  notify(observer_.job_ended, claimed.job, outcome,
         std::chrono::duration_cast<milliseconds>(Steady::now() - started));
}

Outcome<void> FetchWorker::receive(const ClaimedFetch& claimed, bool& worth_another) {
  STOREY_TRY_VOID(services_.addresses.check(claimed.asset.source_url, claimed.asset.client_id));
  std::optional<Reception> reception;
  std::optional<Failure> failure;
  const BodySink sink = [&](std::span<const char> bytes, std::uint64_t size) {
    const auto take = [&]() -> Outcome<void> {
      if (!reception) {
        STOREY_TRY(reception, Reception::begin(services_, claimed.asset.id, 0,
                                               size > 0 ? std::optional(size) : std::nullopt));
      }
      return reception->write(bytes);
    };
    const auto taken = take();
    if (!taken) failure = taken.error();
    return taken.has_value();
  };
  Timestamp renewed = services_.clock.now();
  const KeepGoing keep_going = [&] {
    if (stopping_) return false;
    const Timestamp now = services_.clock.now();
    if (now - renewed < services_.settings.job_lease / 3) return true;
    const auto mine = renew_job(services_, claimed.job, std::nullopt);
    if (!mine) {
      notify(observer_.failed, std::string("renew the lease of a job"), mine.error());
      return true;  // the lease decides: if it runs out, another worker takes the job
    }
    renewed = now;
    if (!*mine) failure = Failure(FailureCode::kInvalidOrderState, "the order takes no more uploads");
    return *mine;
  };
  const auto fetched = fetcher_.fetch(claimed.asset.source_url, claimed.job.traceparent, sink, keep_going);
  if (failure) {
    worth_another = is_passing(failure->code);
    return tl::make_unexpected(*failure);
  }
  worth_another = !fetched && fetched.error().code == ErrorCode::kUnreadable;
  if (!fetched) return tl::make_unexpected(verdict_of(fetched.error()));
  if (!reception) return refuse(FailureCode::kUploadIncomplete, "the address gave an empty file");
  STOREY_TRY_VOID(reception->complete());
  return {};
}

}  // namespace storey::service
