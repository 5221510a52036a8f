// One connection to a PostgreSQL server, by libpq.
#pragma once

#include <bitset>
#include <string>

#include "service/adapters/sql/connection.h"

struct pg_conn;
struct pg_result;

namespace storey::service {

struct PostgresOptions {
  std::string url;      ///< "postgresql://user@host:port/database?…", or any connection string of libpq
  bool durable = true;  ///< a commit is on the server's disk when it returns
  int max_connections = 20;  ///< of this process at a time
};

struct PostgresResultCloser {
  void operator()(pg_result* result) const;
};
using PostgresResult = std::unique_ptr<pg_result, PostgresResultCloser>;

/// Why a transaction did not come to its end.
enum class PostgresTrouble {
  kNone,
  kConflict,  ///< others got in between: it is to be run again
  kLost,      ///< the connection broke, or the server went away
  kOther,
};

class PostgresStatement;

/// Statements that nobody waits for are sent along with the next that somebody does, so that a transaction
/// asks the server a few times only.
class PostgresConnection final : public Connection {
 public:
  static Result<std::unique_ptr<PostgresConnection>> open(const PostgresOptions& options);
  ~PostgresConnection() override;
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  const Dialect& dialect() const override;
  Result<void> lock_name(std::string_view name, bool shared) override;
  Result<void> announce(Change change) override;
  void ask_ahead(const std::function<void()>& asks) override;
  Result<void> run_script(const std::string& sql) override;

  /// Runs statements without parameters; gives the result of the last one.
  Result<PostgresResult> run(const std::string& sql);
  /// Where a result is put that comes with the next answers that are waited for.
  using Awaited = std::shared_ptr<PostgresResult>;
  /// Sends a statement without waiting for it.
  Result<Awaited> ask(std::string_view sql);
  /// Waits for the answers to all that was sent. Gives the last result, or the first failure: what was sent
  /// after it was not done. A server that says nothing for longer than any statement may take counts as lost.
  Result<PostgresResult> answer();
  /// Sends what is to be sent and waits for nothing: the answers come before those that are waited for next.
  Result<void> go_on();
  /// Of what was asked ahead nothing counts any more.
  void forget_asked() { asked_.clear(); }
  /// How many statements were sent so far.
  std::int64_t statements_sent() const { return statements_sent_; }

  /// The first trouble since `forget_trouble`.
  PostgresTrouble trouble() const { return trouble_; }
  void forget_trouble() { trouble_ = PostgresTrouble::kNone; }
  bool is_open() const;

  /// What was announced since this was called last, by Change.
  using Announced = std::bitset<kChanges>;
  Announced take_announced() { return std::exchange(announced_, {}); }

  pg_conn* handle() { return handle_; }

 protected:
  Result<std::unique_ptr<Statement>> prepare_text(std::string_view sql) override;
  Result<std::int64_t> changed_rows() override;

 private:
  friend class PostgresStatement;

  /// Something the server has not answered yet.
  struct Sent {
    Awaited result = nullptr;               ///< where its result is kept, if anywhere
    PostgresStatement* prepared = nullptr;  ///< the statement that it prepares, if it does
    bool ends = false;                      ///< no statement: a failure before it does not reach beyond it
  };

  /// A statement that was asked ahead, with its values.
  struct Asked {
    const PostgresStatement* statement;
    std::vector<std::optional<std::string>> values;
    Awaited result;
  };

  explicit PostgresConnection(pg_conn* handle) : handle_(handle) {}
  /// Sends the statement with its values, and itself before if the server does not know it.
  Result<void> send(PostgresStatement& statement, Awaited result);
  /// Its result, if it was asked ahead.
  Awaited take_asked(const PostgresStatement& statement);
  Result<PostgresResult> result_of(PostgresStatement& statement);
  PostgresResult next_result();
  /// What went wrong, which is noted.
  Error failure_of(const pg_result* result);
  /// Has the server answer to what was sent.
  Result<void> end_batch();

  pg_conn* handle_;
  int prepared_ = 0;
  std::int64_t statements_sent_ = 0;
  std::vector<Sent> sent_;
  bool asks_ahead_ = false;
  std::vector<Asked> asked_;
  PostgresTrouble trouble_ = PostgresTrouble::kNone;
  Announced announced_;
};

}  // namespace storey::service
