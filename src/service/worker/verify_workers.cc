#include "service/worker/verify_workers.h"

#include <exception>

#include "service/domain/try.h"
#include "service/usecases/upload_checks.h"
#include "service/worker/kept_lease.h"
#include "service/worker/worker_options.h"

namespace storey::service {
namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

/// Checks read whole files, so more at a time would only share the disk.
constexpr int kAtOnce = 4;
constexpr int kOfClient = 2;  ///< at a time, in all processes

constexpr milliseconds kTroubleWait{1000};  ///< so that trouble does not run through all that waits

}  // namespace

VerifyWorker::VerifyWorker(Services& services, const WorkObserver& observer, WorkCall& call)
    : services_(services),
      observer_(observer),
      call_(call),
      number_(call.join([this] { background_.wake(); })),
      background_([this](const std::stop_token&) { return work(); }) {}

VerifyWorker::~VerifyWorker() {
  stop();
  call_.leave(number_);
}

void VerifyWorker::stop() {
  stopping_ = true;
  background_.stop();
}

milliseconds VerifyWorker::work() {
  call_.looks(number_);
  const auto claimed = claim_check(services_, services_.ids.next(), kOfClient);
  if (!claimed) notify(observer_.failed, std::string("claim a check"), claimed.error());
  if (!claimed || !*claimed) return call_.rests(number_) ? kPollInterval : milliseconds(0);
  call_.call();  // there may be more
  return check(**claimed) ? milliseconds(0) : kTroubleWait;
}

bool VerifyWorker::check(const Job& job) {
  notify(observer_.job_started, job);
  const Steady::time_point started = Steady::now();
  const KeptLease lease(services_, job, observer_);
  const auto checked = check_guarded(job, [&] { return !stopping_ && !lease.lost(); });
  const auto ended = end(job, checked, lease.lost());
  if (!ended) notify(observer_.failed, std::string("end a check"), ended.error());
  Verifications::Verdict verdict;
  if (checked && *checked) verdict = Outcome<Asset>(**checked);
  if (!checked && !stopping_ && !lease.lost()) verdict = tl::make_unexpected(checked.error());
  services_.verifications->end(job.asset_id, verdict);
  // Where its end could not be kept, the lease runs out.
  notify(observer_.job_ended, job, ended.value_or("postponed"),
         std::chrono::duration_cast<milliseconds>(Steady::now() - started));
  return checked || checked.error().is_refusal();
}

Outcome<std::optional<Asset>> VerifyWorker::check_guarded(const Job& job,
                                                          const std::function<bool()>& keep_going) {
  try {
    return check_upload(services_, job, keep_going);
  } catch (const std::exception& problem) {
    Failure failure(FailureCode::kInternalServerError, "the file could not be checked");
    failure.internal = problem.what();
    return tl::make_unexpected(std::move(failure));
  }
}

Outcome<std::string> VerifyWorker::end(const Job& job, const Outcome<std::optional<Asset>>& checked,
                                       bool lost) {
  if (checked) return std::string(*checked ? "completed" : "lost");
  if (checked.error().is_refusal()) return std::string("error");
  if (lost) return std::string("lost");
  if (stopping_) {
    STOREY_TRY_VOID(give_back_job(services_, job));
    return std::string("given_back");
  }
  notify(observer_.failed, std::string("check a file"), checked.error());
  STOREY_TRY(const bool again, retry_check(services_, job, checked.error()));
  return std::string(again ? "postponed" : "error");
}

VerifyWorkers::VerifyWorkers(Services& services, const WorkObserver& observer) : services_(services) {
  for (int i = 0; i < kAtOnce; ++i)
    workers_.push_back(std::make_unique<VerifyWorker>(services, observer, call_));
  services_.verifications->on_work([this] { call_.call(); });
}

void VerifyWorkers::request_stop() {
  for (const auto& worker : workers_) worker->request_stop();
}

VerifyWorkers::~VerifyWorkers() {
  services_.verifications->on_work({});
  request_stop();
  workers_.clear();
  services_.verifications->stop();
}

}  // namespace storey::service
