// What only a database in a file has: the room that it takes, and other processes that hold it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdlib.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "service/adapters/sql/sql_session.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::uintmax_t kMiB = 1 << 20;

class SqliteTest : public testing::Test {
 public:
  SqliteTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-sqlite-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    store = SqliteStore::open({file(), false}, from_unix_ms(0)).value();
    // Of another process, so to speak.
    other = SqliteConnection::open(file(), false).value();
  }
  ~SqliteTest() override { std::filesystem::remove_all(folder); }

 protected:
  std::filesystem::path file() const { return folder / "storey.db"; }
  std::uintmax_t size(const std::string& ending) const {
    return std::filesystem::file_size(folder / ("storey.db" + ending));
  }
  void run(const std::string& script) {
    const auto ran = other->run_script(script);
    ASSERT_TRUE(ran) << ran.error().describe();
  }

  std::filesystem::path folder;
  std::unique_ptr<SqliteStore> store;
  std::unique_ptr<SqliteConnection> other;
};

TEST_F(SqliteTest, RoomOfErasedRecordsIsGivenBack) {
  run("CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (zeroblob(8 << 20));");
  run("PRAGMA wal_checkpoint(TRUNCATE)");
  ASSERT_GT(size(""), 8 * kMiB);
  run("DELETE FROM filling");
  ASSERT_TRUE(store->shrink());
  EXPECT_LT(size(""), kMiB);
}

TEST_F(SqliteTest, TheLogOfWritesIsCutBack) {
  run("CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (zeroblob(24 << 20));");
  ASSERT_GT(size("-wal"), 24 * kMiB);
  ASSERT_TRUE(store->shrink());
  run("CREATE TABLE next (bytes BLOB)");
  EXPECT_LE(size("-wal"), 16 * kMiB);
}

/// While it lives: who has written into the database file itself, into which the log of writes is copied.
class WritersOfTheFile {
 public:
  explicit WritersOfTheFile(const std::filesystem::path& file) {
    std::filesystem::path real = std::filesystem::canonical(file);
    const std::lock_guard lock(mutex);
    watched = std::move(real);
    threads.clear();
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    former = reinterpret_cast<Write>(system->xGetSystemCall(system, kName));
    system->xSetSystemCall(system, kName, reinterpret_cast<sqlite3_syscall_ptr>(&write));
  }
  ~WritersOfTheFile() {
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    system->xSetSystemCall(system, kName, nullptr);
  }
  WritersOfTheFile(const WritersOfTheFile&) = delete;
  WritersOfTheFile& operator=(const WritersOfTheFile&) = delete;

  static std::set<std::thread::id> all() {
    const std::lock_guard lock(mutex);
    return threads;
  }

 private:
  using Write = ssize_t (*)(int, const void*, size_t, off_t);
  static constexpr const char* kName = "pwrite64";

  static ssize_t write(int descriptor, const void* bytes, size_t size, off_t offset) {
    std::error_code status;
    const auto file = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), status);
    {
      const std::lock_guard lock(mutex);
      if (!status && file == watched) threads.insert(std::this_thread::get_id());
    }
    return former(descriptor, bytes, size, offset);
  }

  static inline std::mutex mutex;
  static inline std::filesystem::path watched;
  static inline std::set<std::thread::id> threads;
  static inline Write former = nullptr;
};

// It takes long, and all who want to write would wait.
TEST_F(SqliteTest, WhoWritesDoesNotCopyALongLog) {
  run("CREATE TABLE filling (bytes BLOB)");
  run("PRAGMA wal_checkpoint(TRUNCATE)");
  other.reset();  // it copies at its commits
  const auto salt = [&] {
    std::ifstream log(folder / "storey.db-wal", std::ios::binary);
    std::string head(24, '\0');
    log.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.substr(16);
  };
  const auto fill = [&](int bytes) {
    const auto filled = store->write([&](Session& session) -> Outcome<void> {
      auto& connection = dynamic_cast<SqlSession&>(session).connection();
      STOREY_TRY_VOID(
          connection.run_script("INSERT INTO filling VALUES (zeroblob(" + std::to_string(bytes) + "))"));
      return {};
    });
    ASSERT_TRUE(filled) << filled.error().internal;
  };
  const WritersOfTheFile writers(file());
  fill(1);
  const std::string before = salt();
  fill(8 * kMiB);
  // Once all is copied, whoever writes next begins the log anew.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (salt() == before && std::chrono::steady_clock::now() < end) fill(1);
  EXPECT_NE(salt(), before) << "the log would grow for ever";
  EXPECT_EQ(writers.all().count(std::this_thread::get_id()), 0u);
  EXPECT_THAT(writers.all(), Not(IsEmpty()));
}

TEST_F(SqliteTest, ADatabaseThatAnotherProcessHoldsIsNoFullDisk) {
  const auto waiting = SqliteConnection::open(file(), false).value();
  ASSERT_TRUE(waiting->run_script("PRAGMA busy_timeout = 1"));
  run("BEGIN IMMEDIATE");
  const auto begun = waiting->run_script("BEGIN IMMEDIATE");
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().code, ErrorCode::kUnwritable);
  EXPECT_THAT(begun.error().describe(), HasSubstr("held by another process"));
  EXPECT_THAT(begun.error().describe(), Not(HasSubstr("make room")));
  run("COMMIT");
  EXPECT_TRUE(waiting->run_script("BEGIN IMMEDIATE; COMMIT"));
}

// Also what is done by hand holds with the next request: nothing of a grant is remembered past its change.
TEST_F(SqliteTest, EachChangeOfAGrantIsSeenAtOnceWhoeverMakesIt) {
  run("INSERT INTO clients (client_id, name, secret_hash, tier, disabled, created)"
      " VALUES ('c', 'Client', x'00', 'standard', 0, 0);"
      "INSERT INTO tokens (hash, client_id, created, expires) VALUES (x'01', 'c', 0, 9), (x'02', 'c', 0, "
      "9);");
  for (const char* change :
       {"UPDATE tokens SET revoked = 5 WHERE hash = x'01'", "DELETE FROM tokens WHERE hash = x'02'",
        "UPDATE clients SET disabled = 1", "DELETE FROM tokens", "DELETE FROM clients"}) {
    const auto before = store->changes().value();
    run(change);
    EXPECT_NE(store->changes().value().grants, before.grants) << change;
  }
  const auto before = store->changes().value();
  run("CREATE TABLE other (number INTEGER); INSERT INTO other VALUES (1);");
  EXPECT_EQ(store->changes().value().grants, before.grants);
  EXPECT_NE(store->changes().value().events, before.events);
}

/// Opens the database in several threads at the same moment; gives what went wrong.
template <class Open>
std::vector<std::string> open_together(int count, const Open& open) {
  std::barrier together(count);
  std::mutex mutex;
  std::vector<std::string> wrong;
  std::vector<std::thread> processes;
  for (int i = 0; i < count; ++i)
    processes.emplace_back([&] {
      together.arrive_and_wait();
      const auto opened = open();
      const std::lock_guard lock(mutex);
      if (!opened) wrong.push_back(opened.error().describe());
    });
  for (std::thread& process : processes) process.join();
  return wrong;
}

TEST_F(SqliteTest, ProcessesThatStartTogetherMakeAFileOnce) {
  for (int again = 0; again < 20; ++again) {
    const std::filesystem::path made = folder / ("new-" + std::to_string(again) + ".db");
    ASSERT_THAT(open_together(8, [&] { return SqliteConnection::open(made, false); }), IsEmpty());
  }
}

// Where the file has its journal already, nothing but the transaction keeps them apart.
TEST_F(SqliteTest, ProcessesThatStartTogetherBringADatabaseUpToDateOnce) {
  for (int again = 0; again < 10; ++again) {
    const std::filesystem::path old = folder / ("old-" + std::to_string(again) + ".db");
    ASSERT_TRUE(SqliteConnection::open(old, false));
    ASSERT_THAT(open_together(4,
                              [&] {
                                return SqliteStore::open({old, false}, from_unix_ms(0));
                              }),
                IsEmpty());
  }
}

TEST_F(SqliteTest, OrdersThatHaveEndedAreNotLookedAtToCountOpenOnes) {
  const auto plan = other->list(
      [](Row row) { return row.text(3); },
      "EXPLAIN QUERY PLAN SELECT count(*) FROM orders WHERE client_id = 'c' AND completed IS NULL");
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->size(), 1u);
  EXPECT_THAT(plan->front(), HasSubstr("orders_open"));
}

/// How much SQLite computes for connections that are opened while this is there, in steps of its machine.
class CountedSteps {
 public:
  CountedSteps() {
    counted = 0;
    ::sqlite3_auto_extension(reinterpret_cast<void (*)()>(&count_in));
  }
  ~CountedSteps() { ::sqlite3_reset_auto_extension(); }
  CountedSteps(const CountedSteps&) = delete;
  CountedSteps& operator=(const CountedSteps&) = delete;

  template <class Action>
  static std::int64_t of(Action action) {
    const std::int64_t before = counted;
    action();
    return counted - before;
  }

 private:
  static int count_in(sqlite3* opened, const char**, const sqlite3_api_routines*) {
    const auto count = [](void*) {
      ++counted;
      return 0;
    };
    ::sqlite3_progress_handler(opened, 1, count, nullptr);
    return SQLITE_OK;
  }

  static std::atomic<std::int64_t> counted;
};

std::atomic<std::int64_t> CountedSteps::counted{0};

TEST_F(SqliteTest, ChoosingCallsCostsTheSameHoweverManyAreDue) {
  const CountedSteps counting;
  store = SqliteStore::open({file(), false}, from_unix_ms(0)).value();
  run("INSERT INTO clients (client_id, name, secret_hash, tier, disabled, created)"
      " VALUES ('c', 'Client', x'00', 'standard', 0, 0);"
      "INSERT INTO webhooks (webhook_id, client_id, url, events, created, secret_version)"
      " VALUES ('w', 'c', 'https://dead.example/', 'order.updated', 0, 1);");
  const auto add_due = [&](int first, int last) {
    run("WITH RECURSIVE n (i) AS (SELECT " + std::to_string(first) +
        " UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(last) +
        ") INSERT INTO deliveries (delivery_id, webhook_id, client_id, order_id, message_id, event, body, "
        "status, attempts,"
        " created, next_attempt, last_error, in_front) SELECT 'd' || i, 'w', 'c', 'o' || i, 'm' || i, "
        "'order.updated', '{}',"
        " 'PENDING', 0, 0, 0, '', 1 FROM n");
  };
  const auto choose = [&] {
    std::vector<DeliveryId> chosen;
    const auto read = store->read([&](Session& session) -> Outcome<void> {
      STOREY_TRY(chosen, session.deliveries().list_due(from_unix_ms(100), {16, 8, 4}));
      return {};
    });
    ASSERT_TRUE(read);
    ASSERT_EQ(chosen.size(), 4u);
    const auto written = store->write([&](Session& session) -> Outcome<void> {
      STOREY_TRY_VOID(session.deliveries().take(chosen, from_unix_ms(100), from_unix_ms(100)));
      return {};
    });
    ASSERT_TRUE(written);
  };
  add_due(1, 100);
  choose();  // what is prepared once is prepared
  const std::int64_t with_few = CountedSteps::of(choose);
  add_due(101, 4000);
  const std::int64_t with_many = CountedSteps::of(choose);
  EXPECT_GT(with_few, 100);
  EXPECT_LT(with_many, with_few + with_few / 2);
}

}  // namespace
}  // namespace storey::service
