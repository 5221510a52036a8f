#include "service/adapters/postgres/postgres_store.h"

#include <libpq-fe.h>

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "service/adapters/postgres/postgres_migrations.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

/// For how long a transaction is tried again. A server that is started anew is back within it.
constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::milliseconds kShortestWait{2};
constexpr std::chrono::milliseconds kLongestWait{400};
/// Counters of requests are removed so long after their hour.
constexpr std::int64_t kHoursKept = 2;

/// Ends the transaction unless it is committed: also when the step throws.
class Transaction {
 public:
  explicit Transaction(PostgresConnection& connection, bool writes) : connection_(connection) {
    connection_.set_writes(writes);
    connection_.take_announced();
  }
  ~Transaction() {
    connection_.set_writes(false);
    if (open_ && connection_.is_open()) static_cast<void>(connection_.run_script("ROLLBACK"));
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Result<PostgresResult> begin(const std::string& script) {
    auto begun = connection_.run(script);
    open_ = begun.has_value();
    return begun;
  }
  Result<void> commit() {
    auto ended = connection_.run("COMMIT");
    if (!ended) return fail(std::move(ended).error());
    open_ = false;
    // The server rolls back what it is told to commit after a statement that failed.
    if (std::string_view(PQcmdStatus(ended->get())) == "COMMIT") return {};
    return fail(ErrorCode::kInternal, "a transaction went on after a statement of it had failed");
  }

 private:
  PostgresConnection& connection_;
  bool open_ = false;
};

}  // namespace

/// What one try came to, and whether another one may end better.
struct PostgresStore::Attempt {
  Outcome<void> outcome;
  bool again = false;
};

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const PostgresOptions& options) {
  std::unique_ptr<PostgresStore> store(new PostgresStore(options));
  STOREY_TRY(store->watch_, PostgresWatch::start(options));
  STOREY_TRY(const auto lease, store->pool_.take(Steady::now() + kPatience));
  STOREY_TRY(store->migrations_, migrate(lease->connection, postgres_migrations(), store->watch_->now()));
  return store;
}

Outcome<void> PostgresStore::repeat(const std::function<Attempt(Steady::time_point deadline)>& attempt) {
  const Steady::time_point deadline = Steady::now() + kPatience;
  std::chrono::milliseconds wait = kShortestWait;
  while (true) {
    Attempt tried = attempt(deadline);
    if (!tried.again || Steady::now() + wait > deadline) return std::move(tried.outcome);
    std::this_thread::sleep_for(wait);
    wait = std::min(2 * wait, kLongestWait);
  }
}

Outcome<void> PostgresStore::write(const Step& step, Kind kind) {
  return repeat([&](Steady::time_point deadline) { return try_write(step, kind, deadline); });
}

PostgresStore::Attempt PostgresStore::try_write(const Step& step, Kind kind, Steady::time_point deadline) {
  const Steady::time_point began = Steady::now();
  auto lease = pool_.take(deadline);
  if (!lease) return {tl::make_unexpected(Failure(lease.error())), true};
  if (writer_wait_) writer_wait_(Steady::now() - began);
  PostgresConnection& connection = (*lease)->connection;
  const auto trouble = [&](const Failure& failure) -> Attempt {
    if (connection.trouble() == PostgresTrouble::kLost) pool_.close_idle();
    const bool passes =
        connection.trouble() == PostgresTrouble::kConflict || connection.trouble() == PostgresTrouble::kLost;
    return {tl::make_unexpected(failure), passes};
  };
  Transaction transaction(connection, true);
  const auto begun = transaction.begin(std::string("BEGIN;") +
                                       (kind == Kind::kNote ? "SET LOCAL synchronous_commit = off;" : "") +
                                       "SELECT pg_current_xact_id()");
  if (!begun) return trouble(Failure(begun.error()));
  const std::string name = PQgetvalue(begun->get(), 0, 0);
  if (const auto ran = step((*lease)->stores); !ran) return trouble(ran.error());
  const PostgresConnection::Announced announced = connection.take_announced();
  if (const auto committed = transaction.commit(); !committed) {
    if (connection.trouble() != PostgresTrouble::kLost) return trouble(Failure(committed.error()));
    pool_.close_idle();
    Attempt fate = ask_fate(name, Failure(committed.error()), deadline);
    if (fate.outcome) watch_->announce(announced);
    return fate;
  }
  watch_->announce(announced);
  return {};
}

/// The connection was lost while the transaction was committed: only the server knows whether it was.
PostgresStore::Attempt PostgresStore::ask_fate(const std::string& transaction, const Failure& failure,
                                               Steady::time_point deadline) {
  while (Steady::now() < deadline) {
    std::this_thread::sleep_for(kLongestWait / 4);
    const auto lease = pool_.take(deadline);
    if (!lease) continue;
    const auto status = (*lease)->connection.run("SELECT pg_xact_status('" + transaction + "'::xid8)");
    if (!status || PQgetisnull(status->get(), 0, 0) != 0) continue;
    const std::string_view fate = PQgetvalue(status->get(), 0, 0);
    if (fate == "committed") return {};
    if (fate == "aborted") return {tl::make_unexpected(failure), true};
  }
  Failure unknown = failure;
  unknown.message = "the service lost its database just now; look whether this was done before repeating it";
  return {tl::make_unexpected(std::move(unknown)), false};
}

Outcome<void> PostgresStore::run_read(const Step& step) {
  return repeat([&](Steady::time_point deadline) { return try_read(step, deadline); });
}

PostgresStore::Attempt PostgresStore::try_read(const Step& step, Steady::time_point deadline) {
  auto lease = pool_.take(deadline);
  if (!lease) return {tl::make_unexpected(Failure(lease.error())), true};
  PostgresConnection& connection = (*lease)->connection;
  Transaction transaction(connection, false);
  const auto run = [&]() -> Outcome<void> {
    STOREY_TRY_VOID(transaction.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    STOREY_TRY_VOID(step((*lease)->stores));
    STOREY_TRY_VOID(transaction.commit());
    return {};
  };
  Attempt attempt{run()};
  if (connection.trouble() == PostgresTrouble::kLost) pool_.close_idle();
  attempt.again = !attempt.outcome && (connection.trouble() == PostgresTrouble::kConflict ||
                                       connection.trouble() == PostgresTrouble::kLost);
  return attempt;
}

Result<void> PostgresStore::check_keys(const std::vector<std::string>& fingerprints) {
  STOREY_TRY(const auto lease, pool_.take(Steady::now() + kPatience));
  PostgresConnection& connection = lease->connection;
  Transaction transaction(connection, true);
  STOREY_TRY_VOID(transaction.begin("BEGIN"));
  STOREY_TRY_VOID(connection.lock_name("storey keys", false));
  STOREY_TRY(const auto known,
             connection.list([](Row row) { return row.text(0); }, "SELECT fingerprint FROM keys"));
  const bool common = std::any_of(fingerprints.begin(), fingerprints.end(), [&](const std::string& own) {
    return std::find(known.begin(), known.end(), own) != known.end();
  });
  if (!known.empty() && !common)
    return fail(ErrorCode::kInvalidArgument,
                "this machine has other keys than those that serve the same database",
                "give key_file the file of the others");
  for (const std::string& own : fingerprints)
    STOREY_TRY_VOID(
        connection.execute("INSERT INTO keys (fingerprint) VALUES (?) ON CONFLICT DO NOTHING", own));
  return transaction.commit();
}

Result<void> PostgresStore::shrink() {
  STOREY_TRY(const auto lease, pool_.take(Steady::now() + kPatience));
  const std::int64_t hour = unix_seconds(watch_->now()) / 3600;
  return lease->connection.execute("DELETE FROM request_counts WHERE hour < ?", hour - kHoursKept);
}

Result<void> PostgresStore::check() {
  constexpr std::chrono::seconds kShortPatience{2};
  STOREY_TRY(const auto lease, pool_.take(Steady::now() + kShortPatience));
  STOREY_TRY_VOID(lease->connection.number("SELECT count(*) FROM migrations"));
  return {};
}

}  // namespace storey::service
