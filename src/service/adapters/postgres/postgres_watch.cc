#include "service/adapters/postgres/postgres_watch.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr std::int64_t kHeartbeatMs = 500;
/// What was read of grants counts for so long after the server has last answered.
constexpr std::int64_t kGrantsMs = 2000;
/// Without any hint, it is looked so often whether there is something new.
constexpr std::int64_t kPollMs = 1000;
/// Changes within this are told together.
constexpr std::int64_t kGatherMs = 10;

/// Time since the machine was started, also while it slept. Nobody can set it.
std::int64_t uptime_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return std::int64_t{1000} * time.tv_sec + time.tv_nsec / 1'000'000;
}

}  // namespace

Result<std::unique_ptr<PostgresWatch>> PostgresWatch::start(const PostgresOptions& options) {
  std::unique_ptr<PostgresWatch> watch(new PostgresWatch(options));
  STOREY_TRY_VOID(watch->connect());
  watch->thread_ = std::thread([watch = watch.get()] { watch->run(); });
  return watch;
}

PostgresWatch::PostgresWatch(const PostgresOptions& options)
    : options_(options), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  options_.durable = false;  // a hint need not be on disk
}

PostgresWatch::~PostgresWatch() {
  stopping_ = true;
  ::eventfd_write(wake_, 1);
  if (thread_.joinable()) thread_.join();
  ::close(wake_);
}

StoreChanges PostgresWatch::changes() const {
  StoreChanges changes{changes_of(Change::kEvents), changes_of(Change::kJobs),
                       changes_of(Change::kDeliveries), std::nullopt};
  if (uptime_ms() - heard_ms_ < kGrantsMs) changes.grants = changes_of(Change::kGrants);
  return changes;
}

Timestamp PostgresWatch::now() const { return from_unix_ms(uptime_ms() + offset_ms_); }

void PostgresWatch::announce(const PostgresConnection::Announced& announced) {
  bool first = false;
  for (std::size_t kind = 0; kind < channels_.size(); ++kind) {
    if (!announced.test(kind)) continue;
    ++channels_[kind].changes;
    // Of grants the transaction itself has told.
    if (kind != static_cast<std::size_t>(Change::kGrants))
      first = !channels_[kind].to_tell.exchange(true) || first;
  }
  if (first) ::eventfd_write(wake_, 1);
}

Result<void> PostgresWatch::connect() {
  connection_.reset();
  STOREY_TRY(connection_, PostgresConnection::open(options_));
  std::string script;
  for (const Channel& channel : channels_) script += std::string("LISTEN ") + channel.name + ";";
  STOREY_TRY_VOID(connection_->run_script(script));
  STOREY_TRY_VOID(learn_time());
  for (Channel& channel : channels_) ++channel.changes;  // nobody knows what was told meanwhile
  return {};
}

Result<void> PostgresWatch::learn_time() {
  const std::int64_t asked = uptime_ms();
  STOREY_TRY(const auto result,
             connection_->run("SELECT floor(1000 * extract(epoch FROM clock_timestamp()))::bigint"));
  const std::int64_t answered = uptime_ms();
  const std::int64_t offset = std::atoll(PQgetvalue(result.get(), 0, 0)) - (asked + answered) / 2;
  // What the way there and back may account for changes nothing.
  const std::int64_t doubt = (answered - asked) / 2 + 1;
  if (heard_ms_ == 0 || std::abs(offset - offset_ms_) > doubt) offset_ms_ = offset;
  heard_ms_ = answered;
  return {};
}

Result<void> PostgresWatch::tell_others() {
  std::string script;
  for (Channel& channel : channels_)
    if (channel.to_tell.exchange(false)) script += std::string("NOTIFY ") + channel.name + ";";
  return script.empty() ? Result<void>() : connection_->run_script(script);
}

Result<void> PostgresWatch::hear() {
  PGconn* const handle = connection_->handle();
  if (PQconsumeInput(handle) == 0) return fail(ErrorCode::kUnreadable, PQerrorMessage(handle));
  while (PGnotify* notice = PQnotifies(handle)) {
    const bool own = notice->be_pid == PQbackendPID(handle);  // this process was told at once
    for (Channel& channel : channels_)
      if (!own && channel.name == std::string_view(notice->relname)) ++channel.changes;
    PQfreemem(notice);
  }
  return {};
}

void PostgresWatch::wait() const {
  const int server = connection_ == nullptr ? -1 : PQsocket(connection_->handle());
  std::array<pollfd, 2> polled{pollfd{wake_, POLLIN, 0}, pollfd{server, POLLIN, 0}};
  ::poll(polled.data(), polled.size(), static_cast<int>(kHeartbeatMs));
  if (polled[0].revents == 0) return;
  std::this_thread::sleep_for(std::chrono::milliseconds(kGatherMs));
  eventfd_t ignored = 0;
  ::eventfd_read(wake_, &ignored);
}

void PostgresWatch::run() {
  std::int64_t polled = uptime_ms();
  while (!stopping_) {
    const auto work = [&]() -> Result<void> {
      if (connection_ == nullptr) STOREY_TRY_VOID(connect());
      if (uptime_ms() - heard_ms_ >= kHeartbeatMs) STOREY_TRY_VOID(learn_time());
      STOREY_TRY_VOID(tell_others());
      return hear();
    };
    if (!work()) connection_.reset();
    if (uptime_ms() - polled >= kPollMs) {
      polled = uptime_ms();
      for (const Change change : {Change::kEvents, Change::kJobs, Change::kDeliveries})
        ++channel(change).changes;
    }
    wait();
  }
}

}  // namespace storey::service
