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
  Transaction(PostgresConnection& connection, bool writes) : connection_(connection) {
    connection_.set_writes(writes);
    connection_.take_announced();
  }
  ~Transaction() {
    connection_.set_writes(false);
    connection_.forget_asked();
    if (!open_ || !connection_.is_open()) return;
    static_cast<void>(connection_.execute("ROLLBACK"));
    static_cast<void>(connection_.answer());
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  /// Goes to the server with the first statement that is waited for.
  Result<void> begin(std::string_view sql) {
    open_ = true;
    return connection_.execute(sql);
  }
  /// Has the transaction numbered. The number is not known before the first answer.
  Result<void> number() {
    STOREY_TRY(number_, connection_.ask("SELECT pg_current_xact_id()"));
    return {};
  }
  /// By it the server knows the transaction also when the connection is lost.
  Result<std::string> known_number() {
    if (*number_ == nullptr) STOREY_TRY_VOID(connection_.answer());
    return std::string(PQgetvalue(number_->get(), 0, 0));
  }
  /// Of what was only read: nobody waits for it.
  Result<void> leave() {
    open_ = false;
    STOREY_TRY_VOID(connection_.execute("COMMIT"));
    return connection_.go_on();
  }
  Result<void> commit() {
    STOREY_TRY_VOID(connection_.execute("COMMIT"));
    STOREY_TRY(const PostgresResult ended, connection_.answer());
    open_ = false;
    // The server rolls back what it is told to commit after a statement that failed.
    if (std::string_view(PQcmdStatus(ended.get())) == "COMMIT") return {};
    return fail(ErrorCode::kInternal, "a transaction went on after a statement of it had failed");
  }

 private:
  PostgresConnection& connection_;
  PostgresConnection::Awaited number_;
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
  const auto trouble = [&](const Failure& failure) {
    return attempt_of(tl::make_unexpected(failure), connection);
  };
  Transaction transaction(connection, true);
  const auto run = [&]() -> Outcome<std::string> {
    STOREY_TRY_VOID(learn_life(**lease));
    STOREY_TRY_VOID(transaction.begin("BEGIN"));
    if (kind == Kind::kNote) STOREY_TRY_VOID(connection.execute("SET LOCAL synchronous_commit = off"));
    STOREY_TRY_VOID(transaction.number());
    STOREY_TRY_VOID(step((*lease)->stores));
    STOREY_TRY(const std::string number, transaction.known_number());
    return number;
  };
  const Outcome<std::string> number = run();
  if (!number) return trouble(number.error());
  const PostgresConnection::Announced announced = connection.take_announced();
  if (const auto committed = transaction.commit(); !committed) {
    if (connection.trouble() != PostgresTrouble::kLost) return trouble(Failure(committed.error()));
    pool_.close_idle();
    Attempt fate = ask_fate({*number, (*lease)->server_life}, Failure(committed.error()), deadline);
    if (fate.outcome) watch_->announce(announced);
    return fate;
  }
  watch_->announce(announced);
  return {};
}

/// Without its last records, a server that broke down gives the numbers in them a second time. So numbers
/// name transactions only together with a mark in a table that is empty after that, and never for another
/// reason.
Result<void> PostgresStore::learn_life(PostgresSession& session) {
  if (!session.server_life.empty()) return {};
  STOREY_TRY_VOID(session.connection.execute(
      "INSERT INTO server_life (id, mark) VALUES (1, gen_random_uuid()) ON CONFLICT DO NOTHING"));
  STOREY_TRY(const auto mark,
             session.connection.find([](Row row) { return row.text(0); }, "SELECT mark FROM server_life"));
  session.server_life = mark.value_or("");
  return {};
}

/// The connection was lost while the transaction was committed: only the server knows whether it was.
PostgresStore::Attempt PostgresStore::ask_fate(const TransactionName& name, const Failure& failure,
                                               Steady::time_point deadline) {
  while (Steady::now() < deadline) {
    std::this_thread::sleep_for(kLongestWait / 4);
    const auto lease = pool_.take(deadline);
    if (!lease || !learn_life(**lease)) continue;
    const auto fate = (*lease)->connection.find([](Row row) { return row.maybe_text(0).value_or(""); },
                                                "SELECT pg_xact_status(?::xid8)", name.number);
    if (!fate || !*fate) continue;
    if (**fate == "aborted") return {tl::make_unexpected(failure), true};
    if (**fate == "committed" && (*lease)->server_life == name.server_life) return {};
    if (**fate == "committed") break;  // perhaps another one of the same number
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
    STOREY_TRY_VOID(transaction.leave());
    return {};
  };
  return attempt_of(run(), connection);
}

Outcome<void> PostgresStore::run_look(const Step& step) {
  return repeat([&](Steady::time_point deadline) { return try_look(step, deadline); });
}

/// A statement outside of a transaction is one by itself.
PostgresStore::Attempt PostgresStore::try_look(const Step& step, Steady::time_point deadline) {
  auto lease = pool_.take(deadline);
  if (!lease) return {tl::make_unexpected(Failure(lease.error())), true};
  PostgresConnection& connection = (*lease)->connection;
  const std::int64_t sent = connection.statements_sent();
  Attempt attempt = attempt_of(step((*lease)->stores), connection);
  if (connection.statements_sent() > sent + 1)
    throw std::logic_error("an action asked for more than one thing without a transaction");
  return attempt;
}

PostgresStore::Attempt PostgresStore::attempt_of(Outcome<void> outcome,
                                                 const PostgresConnection& connection) {
  const PostgresTrouble trouble = connection.trouble();
  if (trouble == PostgresTrouble::kLost) pool_.close_idle();
  const bool passes = trouble == PostgresTrouble::kConflict || trouble == PostgresTrouble::kLost;
  const bool again = !outcome && passes;
  return {std::move(outcome), again};
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
  STOREY_TRY_VOID(lease->connection.change("DELETE FROM request_counts WHERE hour < ?", hour - kHoursKept));
  return {};
}

Result<void> PostgresStore::check() {
  constexpr std::chrono::seconds kShortPatience{2};
  STOREY_TRY(const auto lease, pool_.take(Steady::now() + kShortPatience));
  STOREY_TRY_VOID(lease->connection.number("SELECT count(*) FROM migrations"));
  return {};
}

}  // namespace storey::service
