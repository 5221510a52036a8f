// What only a database in a file has: the room that it takes, and other processes that hold it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "service/adapters/sqlite/sqlite_store.h"

namespace storey::service {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uintmax_t kMiB = 1 << 20;

class SqliteTest : public testing::Test {
 protected:
  SqliteTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-sqlite-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    store = SqliteStore::open({file(), false}, from_unix_ms(0)).value();
    // Of another process, so to speak.
    other = SqliteConnection::open(file(), false).value();
  }
  ~SqliteTest() override { std::filesystem::remove_all(folder); }

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

TEST_F(SqliteTest, OrdersThatHaveEndedAreNotLookedAtToCountOpenOnes) {
  const auto plan = other->list(
      [](Row row) { return row.text(3); },
      "EXPLAIN QUERY PLAN SELECT count(*) FROM orders WHERE client_id = 'c' AND completed IS NULL");
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->size(), 1u);
  EXPECT_THAT(plan->front(), HasSubstr("orders_open"));
}

}  // namespace
}  // namespace storey::service
