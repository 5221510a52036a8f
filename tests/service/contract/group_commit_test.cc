// Writes of the SQLite store that wait for each other: one transaction, and each for itself in what fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "service/adapters/sql/sql_session.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

using testing::ElementsAre;

/// Counts the commits of connections that are opened while this is there, and refuses them if told to.
class Commits {
 public:
  Commits() {
    count = 0;
    refuse = false;
    ::sqlite3_auto_extension(reinterpret_cast<void (*)()>(&look_at));
  }
  ~Commits() { ::sqlite3_reset_auto_extension(); }
  Commits(const Commits&) = delete;
  Commits& operator=(const Commits&) = delete;

  static std::atomic<int> count;
  static std::atomic<bool> refuse;

 private:
  static int look_at(sqlite3* opened, const char**, const sqlite3_api_routines*) {
    const auto on_commit = [](void*) {
      ++count;
      return refuse ? 1 : 0;
    };
    ::sqlite3_commit_hook(opened, on_commit, nullptr);
    return SQLITE_OK;
  }
};

std::atomic<int> Commits::count{0};
std::atomic<bool> Commits::refuse{false};

class GroupCommitTest : public testing::Test {
 protected:
  using Action = std::function<Outcome<void>(Session&)>;

  GroupCommitTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-commit-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    store = SqliteStore::open({folder / "storey.db", false}, from_unix_ms(0)).value();
    Commits::count = 0;
  }
  ~GroupCommitTest() override { std::filesystem::remove_all(folder); }

  static Action add(const std::string& name) {
    return [name](Session& session) -> Outcome<void> {
      Client client;
      client.id = ClientId(name);
      client.name = name;
      STOREY_TRY_VOID(session.clients().insert(client));
      return {};
    };
  }

  std::vector<std::string> names() {
    std::vector<std::string> found;
    const auto read = store->read([&](Session& session) -> Outcome<void> {
      STOREY_TRY(const auto clients, session.clients().list());
      found.clear();
      for (const Client& client : clients) found.push_back(client.name);
      return {};
    });
    EXPECT_TRUE(read);
    return found;
  }

  /// What came of the actions, which all wait, in this order, until a write before them is done.
  std::vector<std::string> write_together(const std::vector<Action>& actions) {
    std::promise<void> all_wait;
    std::promise<void> begun;
    std::vector<std::string> came(actions.size() + 1);
    const auto write = [&](std::size_t index, const Action& action) {
      try {
        const Outcome<void> written = store->write(action);
        came[index] = written ? "kept" : written.error().message;
      } catch (const std::exception& thrown) {
        came[index] = std::string("threw ") + thrown.what();
      }
    };
    std::vector<std::thread> threads;
    threads.emplace_back(write, 0, [&](Session&) -> Outcome<void> {
      begun.set_value();
      all_wait.get_future().wait();
      return {};
    });
    begun.get_future().wait();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      threads.emplace_back(write, i + 1, actions[i]);
      while (store->writers() < i + 2) std::this_thread::yield();
    }
    all_wait.set_value();
    for (std::thread& thread : threads) thread.join();
    return {came.begin() + 1, came.end()};
  }

  /// Adds "a", and meanwhile has `second` wait for its turn.
  void behind_a_write(const std::function<void()>& second) {
    std::promise<void> it_waits, begun;
    std::thread first([&] {
      EXPECT_TRUE(store->write([&](Session& session) {
        begun.set_value();
        it_waits.get_future().wait();
        return add("a")(session);
      }));
    });
    begun.get_future().wait();
    std::thread behind(second);
    while (store->writers() < 2) std::this_thread::yield();
    it_waits.set_value();
    first.join();
    behind.join();
  }

  const Commits commits;
  std::filesystem::path folder;
  std::unique_ptr<SqliteStore> store;
};

TEST_F(GroupCommitTest, WritesThatWaitTogetherAreCommittedOnce) {
  EXPECT_THAT(write_together({add("a"), add("b"), add("c")}), ElementsAre("kept", "kept", "kept"));
  EXPECT_EQ(Commits::count, 1);
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
}

TEST_F(GroupCommitTest, AWriteThatNobodyWaitsBehindIsCommittedAtOnce) {
  ASSERT_TRUE(store->write(add("a")));
  ASSERT_TRUE(store->write(add("b")));
  EXPECT_EQ(Commits::count, 2);
}

TEST_F(GroupCommitTest, WhatFailsIsUndoneAlone) {
  const auto fails = [](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(add("half")(session));
    return refuse(FailureCode::kQuotaExceeded, "too many");
  };
  const auto throws = [](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(add("half")(session));
    throw std::runtime_error("broken");
  };
  EXPECT_THAT(write_together({add("a"), fails, add("b"), throws}),
              ElementsAre("kept", "too many", "kept", "threw broken"));
  EXPECT_EQ(Commits::count, 1);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_TRUE(store->write(add("half")));
}

TEST_F(GroupCommitTest, WhereTheCommitFailsAllAreTold) {
  Commits::refuse = true;
  const std::vector<std::string> came = write_together({add("a"), add("b")});
  Commits::refuse = false;
  for (const std::string& outcome : came) EXPECT_NE(outcome, "kept");
  EXPECT_THAT(names(), ElementsAre());
  EXPECT_TRUE(store->write(add("a")));
}

// As SQLite does it itself where the disk is full.
TEST_F(GroupCommitTest, WhereTheTransactionEndsInBetweenWhoSharedItIsTold) {
  const auto ends_it = [](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(dynamic_cast<SqlSession&>(session).connection().execute("ROLLBACK"));
    return refuse(FailureCode::kStorageUnavailable, "full");
  };
  const std::vector<std::string> came = write_together({add("a"), ends_it, add("b")});
  EXPECT_NE(came[0], "kept");
  EXPECT_EQ(came[1], "full");
  EXPECT_EQ(came[2], "kept");
  EXPECT_THAT(names(), ElementsAre("b"));
}

TEST_F(GroupCommitTest, WhoDoesNotNoticeThatTheTransactionEndedIsToldAsWell) {
  const auto ends_it = [](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(dynamic_cast<SqlSession&>(session).connection().execute("ROLLBACK"));
    return {};
  };
  const std::vector<std::string> came = write_together({add("a"), ends_it, add("b")});
  EXPECT_NE(came[0], "kept");
  EXPECT_NE(came[1], "kept");
  EXPECT_EQ(came[2], "kept");
  EXPECT_THAT(names(), ElementsAre("b"));
}

TEST_F(GroupCommitTest, ANoteGoesAlongWithWritesThatWait) {
  behind_a_write([&] { EXPECT_TRUE(store->note(add("b"))); });
  EXPECT_EQ(Commits::count, 1);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_F(GroupCommitTest, RoomIsGivenBackInNobodysTransaction) {
  behind_a_write([&] { EXPECT_TRUE(store->shrink()); });
  EXPECT_THAT(names(), ElementsAre("a"));
}

}  // namespace
}  // namespace storey::service
