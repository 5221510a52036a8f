// The store on a PostgreSQL server that many processes share.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "service/adapters/postgres/postgres_pool.h"
#include "service/adapters/postgres/postgres_watch.h"
#include "service/adapters/sql/migrations.h"
#include "service/ports/store.h"

namespace storey::service {

/// Transactions see what is committed and hold what they find in order to change it; those that met others,
/// or lost their connection, run again for some seconds. Whether a commit whose answer was lost has come
/// about, the server is asked.
class PostgresStore final : public Store {
 public:
  /// Connects and brings the database up to date.
  static Result<std::unique_ptr<PostgresStore>> open(const PostgresOptions& options);

  const MigrationReport& migrations() const { return migrations_; }
  const PostgresWatch& watch() const { return *watch_; }
  PostgresPool& pool() { return pool_; }

  /// Keeps apart what does not belong together: every process has at least one of the keys with these
  /// fingerprints in common with those before it. Errors: kInvalidArgument.
  Result<void> check_keys(const std::vector<std::string>& fingerprints);

  /// Is told how long each write waited for a connection. Set before others use the store.
  void on_writer_wait(std::function<void(std::chrono::nanoseconds)> told) { writer_wait_ = std::move(told); }

  Result<StoreChanges> changes() override { return watch_->changes(); }
  bool answers_at_once() const override { return false; }
  Result<void> shrink() override;
  Result<void> check() override;

 protected:
  Outcome<void> run_write(const Step& step) override { return write(step, Kind::kWrite); }
  Outcome<void> run_note(const Step& step) override { return write(step, Kind::kNote); }
  Outcome<void> run_read(const Step& step) override;
  Outcome<void> run_look(const Step& step) override;

 private:
  using Steady = PostgresPool::Steady;
  enum class Kind { kWrite, kNote };
  struct Attempt;

  explicit PostgresStore(const PostgresOptions& options) : pool_(options) {}
  Outcome<void> write(const Step& step, Kind kind);
  Attempt try_write(const Step& step, Kind kind, Steady::time_point deadline);
  Attempt try_read(const Step& step, Steady::time_point deadline);
  Attempt try_look(const Step& step, Steady::time_point deadline);
  Attempt attempt_of(Outcome<void> outcome, const PostgresConnection& connection);
  /// By which the server is asked about a transaction later.
  struct TransactionName {
    std::string number, server_life;
  };
  Result<void> learn_life(PostgresSession& session);
  Attempt ask_fate(const TransactionName& name, const Failure& failure, Steady::time_point deadline);
  Outcome<void> repeat(const std::function<Attempt(Steady::time_point deadline)>& attempt);

  PostgresPool pool_;
  MigrationReport migrations_;
  std::function<void(std::chrono::nanoseconds)> writer_wait_;
  std::unique_ptr<PostgresWatch> watch_;
};

}  // namespace storey::service
