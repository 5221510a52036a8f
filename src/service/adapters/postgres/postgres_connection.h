// One connection to a PostgreSQL server, by libpq.
#pragma once

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

class PostgresConnection final : public Connection {
 public:
  static Result<std::unique_ptr<PostgresConnection>> open(const PostgresOptions& options);
  ~PostgresConnection() override;
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  const Dialect& dialect() const override;
  Result<void> lock_name(std::string_view name, bool shared) override;
  Result<void> announce(Change change) override;
  Result<void> run_script(const std::string& sql) override;
  std::int64_t changes() const override { return changes_; }

  /// Runs statements without parameters; gives the result of the last one.
  Result<PostgresResult> run(const std::string& sql);

  /// The first trouble since `forget_trouble`.
  PostgresTrouble trouble() const { return trouble_; }
  void forget_trouble() { trouble_ = PostgresTrouble::kNone; }
  bool is_open() const;

  /// What was announced since this was called last.
  struct Announced {
    bool events = false, work = false, grants = false;
  };
  Announced take_announced() { return std::exchange(announced_, {}); }

  pg_conn* handle() { return handle_; }

 protected:
  Result<std::unique_ptr<Statement>> prepare_text(std::string_view sql) override;

 private:
  friend class PostgresStatement;
  explicit PostgresConnection(pg_conn* handle) : handle_(handle) {}
  /// Waits for what the server answers to what was `sent`; gives the last result, or what went wrong. A
  /// server that says nothing for longer than any statement may take counts as lost.
  Result<PostgresResult> receive(bool sent);
  PostgresResult last_result();

  pg_conn* handle_;
  int prepared_ = 0;
  std::int64_t changes_ = 0;
  PostgresTrouble trouble_ = PostgresTrouble::kNone;
  Announced announced_;
};

}  // namespace storey::service
