#include "service/worker/conversion_worker.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "service/domain/try.h"
#include "service/usecases/file_digest.h"
#include "service/worker/conversion_turn.h"
#include "service/worker/scratch_folder.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr milliseconds kRetryInterval{1000};  ///< after a failure of the store or of this machine, at first
constexpr milliseconds kLongestRetryInterval{60'000};
/// A conversion takes what computing time requests leave: they are answered within milliseconds, it takes
/// minutes.
constexpr int kNice = 10;
/// How often a conversion under way looks at the store.
struct LeaseRhythm {
  milliseconds owner_check;  ///< cancelling ends the child within this and its grace
  milliseconds progress;
};
constexpr LeaseRhythm kLocalRhythm{milliseconds(250), milliseconds(500)};
/// A store that many machines share hears of each conversion less than twice a second.
constexpr LeaseRhythm kRemoteRhythm{milliseconds(1000), milliseconds(2000)};

milliseconds since(Steady::time_point start) {
  return std::chrono::duration_cast<milliseconds>(Steady::now() - start);
}

/// A name for people that no file system objects to: the client's, or "scan", with the number and the right
/// extension.
std::string scan_name(const Asset& asset, std::size_t index) {
  std::string name = fs::path(asset.file_name).stem().string();
  for (char& c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
      c = '_';
  if (name.empty()) name = "scan";
  return std::to_string(index + 1) + "-" + name.substr(0, 100) + "." +
         std::string(asset_type_name(asset.type));
}

/// Puts the scans into the folder under names that the engine understands.
Result<void> lay_out_scans(BlobStore& blobs, const std::vector<Asset>& assets, const fs::path& folder,
                           const std::function<bool()>& keep_going, std::vector<fs::path>& scans) {
  for (std::size_t i = 0; i < assets.size(); ++i) {
    scans.push_back(folder / scan_name(assets[i], i));
    STOREY_TRY_VOID(blobs.fetch(assets[i].blob, scans.back(), keep_going));
  }
  return {};
}

}  // namespace

/// Keeps the lease of a job while its child runs, and passes the progress on.
class ConversionWorker::Lease {
 public:
  Lease(Services& services, const Job& job, const WorkObserver& observer)
      : services_(services),
        job_(job),
        observer_(observer),
        rhythm_(services.store.answers_at_once() ? kLocalRhythm : kRemoteRhythm) {}

  void note(const OrderProgress& progress) {
    if (progress.stage != progress_.stage) {
      end_stage();
      stage_started_ = Steady::now();
    }
    progress_ = progress;
    changed_ = true;
  }

  /// Tells how long the stage that was noted last took.
  void end_stage() {
    if (!progress_.stage.empty()) notify(observer_.stage_ended, progress_.stage, since(stage_started_));
  }

  /// False if the job is no longer ours.
  bool hold() {
    const Steady::time_point now = Steady::now();
    if (lost_ || now - checked_ < rhythm_.owner_check) return !lost_;
    checked_ = now;
    const bool renew = now - renewed_ > services_.settings.job_lease / 3;
    if (renew || (changed_ && now - renewed_ > rhythm_.progress)) {
      const auto mine = renew_job(services_, job_, changed_ ? std::optional(progress_) : std::nullopt);
      if (!mine) {
        notify(observer_.failed, std::string("renew the lease of a job"), mine.error());
        return true;  // the lease decides: if it runs out, another worker takes the job
      }
      renewed_ = now;
      changed_ = false;
      lost_ = !*mine;
    } else {
      lost_ = !is_mine();
    }
    return !lost_;
  }
  bool lost() const { return lost_; }

 private:
  bool is_mine() {
    const auto mine = services_.store.look([&](Session& session) -> Outcome<bool> {
      STOREY_TRY(const auto job, session.jobs().find(job_.id));
      return job && job->status == JobStatus::kLeased && job->lease_owner == job_.lease_owner;
    });
    return mine.value_or(true);
  }

  Services& services_;
  const Job& job_;
  const WorkObserver& observer_;
  LeaseRhythm rhythm_;
  OrderProgress progress_;
  bool changed_ = false;
  bool lost_ = false;
  Steady::time_point checked_ = Steady::now();
  Steady::time_point renewed_ = Steady::now();
  Steady::time_point stage_started_ = Steady::now();
};

namespace {

ChildLimits limits_of(const WorkerOptions& options) {
  ChildLimits limits;
  limits.address_space_bytes = options.memory_limit_bytes;
  limits.cpu_time = cpu_limit_of(options);
  limits.wall_time = options.wall_limit;
  limits.nice = kNice;
  return limits;
}

}  // namespace

ConversionWorker::ConversionWorker(Services& services, const WorkerOptions& options,
                                   const WorkObserver& observer, WorkCall& call)
    : services_(services),
      options_(options),
      observer_(observer),
      call_(call),
      number_(call.join([this] { background_.wake(); })),
      background_([this](const std::stop_token& stop) { return work(stop); }) {}

ConversionWorker::~ConversionWorker() {
  stop();
  call_.leave(number_);
}

milliseconds ConversionWorker::work(const std::stop_token& stop) {
  call_.looks(number_);
  const auto claimed = claim_conversion(services_, services_.ids.next(), options_.max_bytes);
  if (!claimed) {
    notify(observer_.failed, std::string("claim a conversion"), claimed.error());
    return kRetryInterval;
  }
  if (!*claimed) {
    if (!call_.rests(number_)) return milliseconds(0);
    if (options_.max_bytes) call_.call();  // another may take what is too large for this one
    return kPollInterval;
  }
  call_.call();  // there may be more
  if (convert(**claimed, stop)) {
    trouble_ = milliseconds(0);
  } else {
    trouble_ = std::clamp(trouble_ * 2, kRetryInterval, kLongestRetryInterval);
  }
  return trouble_;
}

bool ConversionWorker::convert(const ClaimedConversion& claimed, const std::stop_token& stop) {
  notify(observer_.job_started, claimed.job);
  const Steady::time_point started = Steady::now();
  try {
    const ScratchFolder scratch(options_.scratch / claimed.job.lease_owner);
    ConversionRequest request;
    request.folder = scratch.path() / "out";
    request.model_units = claimed.order.model_units;
    request.name = claimed.order.name;
    request.address = claimed.order.address.value_or("");
    request.options = claimed.order.options;
    request.formats =
        claimed.order.options.formats.empty() ? services_.settings.formats : claimed.order.options.formats;
    request.threads = options_.threads;
    request.sandbox = options_.sandbox;
    request.traceparent = claimed.job.traceparent;
    Lease lease(services_, claimed.job, observer_);
    const auto keep_going = [&] { return !stop.stop_requested() && lease.hold(); };
    const auto laid_out =
        lay_out_scans(services_.blobs, claimed.scans, scratch.path(), keep_going, request.scans);
    const bool stopped = !laid_out && laid_out.error().code == ErrorCode::kCancelled;
    if (!laid_out && !stopped) throw std::runtime_error(laid_out.error().describe());
    ConversionOutcome outcome;
    outcome.stopped = stopped;
    if (!stopped) outcome = convert_in_turn(claimed, request, keep_going, lease);
    lease.end_stage();
    if (outcome.unwritable) throw std::runtime_error(outcome.error->message);
    if (outcome.error && !outcome.last_words.empty())
      notify(observer_.conversion_broke, claimed.job, outcome.error->message, outcome.last_words);
    return finish(claimed, outcome, lease, since(started));
  } catch (const std::exception& problem) {
    Failure failure(FailureCode::kInternalServerError, "the conversion could not be run");
    failure.internal = problem.what();
    notify(observer_.failed, std::string("run a conversion"), failure);
    try_later(claimed.job, since(started));
    return false;
  }
}

ConversionOutcome ConversionWorker::convert_in_turn(const ClaimedConversion& claimed,
                                                    const ConversionRequest& request,
                                                    const std::function<bool()>& keep_going, Lease& lease) {
  const auto convert = [&](ConversionTurn::Kind kind) {
    ConversionOutcome outcome;
    const auto turn = ConversionTurn::take(options_.scratch, kind, keep_going);
    if (!turn) throw std::runtime_error(turn.error().describe());
    outcome.stopped = !*turn;
    if (outcome.stopped) return outcome;
    return run_conversion(
        options_.program, request, limits_of(options_),
        [&](const OrderProgress& progress) { lease.note(progress); }, keep_going);
  };
  ConversionOutcome outcome = convert(ConversionTurn::Kind::kAmongOthers);
  if (!outcome.killed_for_memory) return outcome;
  notify(observer_.tried_alone, claimed.job);
  std::error_code ignored;
  fs::remove_all(request.folder, ignored);
  outcome = convert(ConversionTurn::Kind::kAlone);
  if (outcome.killed_for_memory) outcome.error->message += "; it was tried twice, the second time alone";
  return outcome;
}

void ConversionWorker::try_later(const Job& job, milliseconds took) {
  const auto again = retry_conversion(services_, job);
  // Where not even that can be noted, the lease runs out, and the attempt counts as well.
  if (!again) notify(observer_.failed, std::string("let a conversion wait"), again.error());
  notify(observer_.job_ended, job, std::string(again && !*again ? "error" : "postponed"), took);
}

bool ConversionWorker::finish(const ClaimedConversion& claimed, const ConversionOutcome& outcome,
                              Lease& lease, milliseconds took) {
  const auto end = [&]() -> Outcome<std::string> {
    if (lease.lost()) return std::string("lost");
    if (outcome.stopped) {
      STOREY_TRY_VOID(give_back_job(services_, claimed.job));
      return std::string("given_back");
    }
    if (outcome.error) {
      STOREY_TRY(const bool mine, fail_conversion(services_, claimed.job, *outcome.error));
      return std::string(mine ? "error" : "lost");
    }
    STOREY_TRY(const bool mine, store_results(claimed, outcome, lease));
    return std::string(mine ? "completed" : "lost");
  };
  const auto ended = end();
  if (!ended) {
    notify(observer_.failed, std::string("finish a conversion"), ended.error());
    try_later(claimed.job, took);
    return false;
  }
  notify(observer_.job_ended, claimed.job, *ended, took);
  return true;
}

Outcome<ResultFile> ConversionWorker::put_result(const Order& order, const MadeFile& made, Lease& lease) {
  ResultFile file;
  file.id = services_.ids.make<ResultId>();
  file.order_id = order.id;
  file.client_id = order.client_id;
  file.format = made.format;
  file.storey = made.storey;
  file.file_name = made.path.filename().string();
  file.size_bytes = fs::file_size(made.path);
  file.blob = services_.ids.make<BlobId>();
  file.created = services_.clock.now();
  STOREY_TRY(file.checksum_sha256, sha256_of_file(made.path));
  STOREY_TRY_VOID(services_.blobs.put_file(file.blob, made.path, [&] { return lease.hold(); }));
  return file;
}

Outcome<bool> ConversionWorker::store_results(const ClaimedConversion& claimed,
                                              const ConversionOutcome& outcome, Lease& lease) {
  std::vector<ResultFile> files;
  const auto erase = [&] {
    for (const ResultFile& file : files) static_cast<void>(services_.blobs.erase(file.blob));
  };
  for (const MadeFile& made : outcome.files) {
    auto file = put_result(claimed.order, made, lease);
    if (!file) {
      erase();  // a store that is full is not to become fuller with each attempt
      if (lease.lost()) return false;
      return tl::make_unexpected(std::move(file).error());
    }
    files.push_back(std::move(*file));
  }
  auto stored = complete_conversion(services_, claimed.job, files, outcome.summary);
  // Where nobody knows whether they are kept, they stay: the search for orphans finds them if they are not.
  if (stored ? !*stored : stored.error().is_refusal()) erase();
  return stored;
}

}  // namespace storey::service
