#include "service/adapters/sqlite/sqlite_store.h"

#include <limits>

#include "service/adapters/sql/sql_session.h"
#include "service/adapters/sqlite/sqlite_migrations.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr int kPagesAtATime = 256;  // 1 MiB
constexpr int kBatches = 64;

/// Ends the transaction that was begun unless `commit` was called: also when the step throws.
class Transaction {
 public:
  explicit Transaction(Connection& connection) : connection_(connection) {}
  ~Transaction() {
    if (open_) static_cast<void>(connection_.execute("ROLLBACK"));
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Result<void> begin(std::string_view statement) {
    auto begun = connection_.execute(statement);
    open_ = begun.has_value();
    return begun;
  }
  Result<void> commit() {
    auto committed = connection_.execute("COMMIT");
    open_ = !committed;
    return committed;
  }

 private:
  Connection& connection_;
  bool open_ = false;
};

Outcome<void> run_in(SqlSession& session, std::string_view begin,
                     const std::function<Outcome<void>(Session&)>& step) {
  Transaction transaction(session.connection());
  STOREY_TRY_VOID(transaction.begin(begin));
  STOREY_TRY_VOID(step(session));
  STOREY_TRY_VOID(transaction.commit());
  return {};
}

}  // namespace

SqliteStore::SqliteStore(SqliteOptions options) : options_(std::move(options)) {}
SqliteStore::~SqliteStore() = default;

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const SqliteOptions& options, Timestamp now) {
  std::unique_ptr<SqliteStore> store(new SqliteStore(options));
  STOREY_TRY(store->writer_, store->new_writer(options.durable));
  store->writes_ = std::make_unique<GroupCommit>(*store->writer_);
  STOREY_TRY(auto copying, SqliteConnection::open(options.file, options.durable));
  store->copier_ = std::make_unique<LogCopier>(std::move(copying), *store->writes_);
  STOREY_TRY(store->migrations_, migrate(store->writer_->connection(), sqlite_migrations(), now));
  STOREY_TRY(store->note_writer_, store->new_writer(false));
  STOREY_TRY(store->watcher_, SqliteConnection::open(options.file, options.durable));
  return store;
}

Result<std::unique_ptr<SqlSession>> SqliteStore::new_session(bool durable) const {
  STOREY_TRY(std::unique_ptr<Connection> connection, SqliteConnection::open(options_.file, durable));
  return std::make_unique<SqlSession>(std::move(connection));
}

/// Whose commits are what makes the log longer.
Result<std::unique_ptr<SqlSession>> SqliteStore::new_writer(bool durable) {
  STOREY_TRY(std::unique_ptr<SqliteConnection> connection, SqliteConnection::open(options_.file, durable));
  connection->on_commit([this](int pages) { copier_->on_commit(pages); });
  return std::make_unique<SqlSession>(std::move(connection));
}

/// To be called when it is the turn of a write that begins to wait now.
std::function<void()> SqliteStore::note_turn() const {
  if (!writer_wait_) return [] {};
  return [this, began = std::chrono::steady_clock::now()] {
    writer_wait_(std::chrono::steady_clock::now() - began);
  };
}

Outcome<void> SqliteStore::run_write(const Step& step) { return writes_->write(step, note_turn()); }

Outcome<void> SqliteStore::run_note(const Step& step) {
  return writes_->join_or([&] { return run_in(*note_writer_, "BEGIN IMMEDIATE", step); }, step, note_turn());
}

Outcome<void> SqliteStore::run_read(const Step& step) {
  std::unique_ptr<SqlSession> session;
  {
    const std::lock_guard lock(readers_mutex_);
    if (!idle_readers_.empty()) {
      session = std::move(idle_readers_.back());
      idle_readers_.pop_back();
    }
  }
  if (!session) {
    STOREY_TRY(session, new_session(options_.durable));
  }
  Outcome<void> ran = run_in(*session, "BEGIN", step);
  const std::lock_guard lock(readers_mutex_);
  idle_readers_.push_back(std::move(session));
  return ran;
}

Result<StoreChanges> SqliteStore::changes() {
  const std::lock_guard lock(watcher_mutex_);
  STOREY_TRY(const std::int64_t grants, watcher_->number("SELECT number FROM grant_changes"));
  STOREY_TRY(const std::uint64_t any, watcher_->seen_version());
  return StoreChanges{any, any, any, static_cast<std::uint64_t>(grants)};
}

Result<void> SqliteStore::shrink() {
  Connection& connection = writer_->connection();
  std::int64_t left_before = std::numeric_limits<std::int64_t>::max();
  bool more = true;
  const auto give_back_some = [&]() -> Result<void> {
    STOREY_TRY(const std::int64_t left, connection.number("PRAGMA freelist_count"));
    // Without auto_vacuum, when it was made, a database gives nothing back.
    more = left > 0 && left < left_before;
    left_before = left;
    if (!more) return {};
    return connection.run_script("PRAGMA incremental_vacuum(" + std::to_string(kPagesAtATime) + ")");
  };
  for (int batch = 0; batch < kBatches && more; ++batch) STOREY_TRY_VOID(writes_->alone(give_back_some));
  return copier_->copy();  // what readers still need is left for the next time
}

Result<void> SqliteStore::check() {
  const std::lock_guard lock(watcher_mutex_);
  STOREY_TRY_VOID(watcher_->number("SELECT count(*) FROM migrations"));
  return {};
}

}  // namespace storey::service
