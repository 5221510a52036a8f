// What only a database behind a network has: connections that are lost while a transaction is committed.
// Whether it was, the store finds out. STOREY_TEST_POSTGRES names the server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "service/adapters/postgres/postgres_store.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

using testing::HasSubstr;

void require(bool condition) {
  if (!condition) throw std::runtime_error("the relay cannot use its sockets");
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  address.sin_port = ::htons(static_cast<std::uint16_t>(port));
  return address;
}

/// Passes on what a client and the server say to each other, but for one commit that a test picks.
class Relay {
 public:
  enum class Fate { kNeverSent, kNeverAnswered };

  explicit Relay(int server_port) : server_port_(server_port), listening_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    require(::bind(listening_, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
            ::listen(listening_, 16) == 0);
    require(::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ::ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }
  ~Relay() {
    ended_ = true;
    accepting_.join();
    for (std::thread& connection : connections_) connection.join();
    ::close(listening_);
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  int port() const { return port_; }

  /// The connection that commits next is lost: before the server hears of it, or when it has committed and
  /// before the answer arrives. `meanwhile` is called then.
  void lose_commit(Fate fate, std::function<void()> meanwhile = {}) {
    const std::lock_guard lock(mutex_);
    meanwhile_ = std::move(meanwhile);
    fate_ = fate;
    armed_ = true;
  }
  bool has_lost() const { return lost_; }

 private:
  static bool readable(int socket) {
    pollfd waits{socket, POLLIN, 0};
    return ::poll(&waits, 1, 10) > 0;
  }

  void accept_all() {
    while (!ended_)
      if (readable(listening_))
        connections_.emplace_back(
            [this, client = ::accept(listening_, nullptr, nullptr)] { pass_on(client); });
  }

  void pass_on(int client) {
    const int server = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(server_port_);
    bool open = ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    while (open && !ended_) {
      std::array<pollfd, 2> waits{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
      if (::poll(waits.data(), waits.size(), 10) <= 0) continue;
      if (waits[0].revents != 0 && armed_ && commits(client) && armed_.exchange(false)) {
        lose(client, server);
        break;
      }
      if (waits[0].revents != 0) open = copy(client, server);
      if (open && waits[1].revents != 0) open = copy(server, client);
    }
    ::close(server);
    ::close(client);
  }

  /// Whether the client says "COMMIT" for the first time on its connection: later the statement has a name.
  static bool commits(int client) {
    std::array<char, 65536> buffer{};
    const ssize_t size = ::recv(client, buffer.data(), buffer.size(), MSG_PEEK);
    return size > 0 && std::string_view(buffer.data(), static_cast<std::size_t>(size)).find("COMMIT") !=
                           std::string_view::npos;
  }

  static bool copy(int from, int to) {
    std::array<char, 65536> buffer{};
    const ssize_t size = ::recv(from, buffer.data(), buffer.size(), 0);
    return size > 0 && ::send(to, buffer.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }

  void lose(int client, int server) {
    const std::lock_guard lock(mutex_);
    if (fate_ == Fate::kNeverAnswered && copy(client, server)) {
      // The server answers when it has committed.
      while (!ended_ && !readable(server)) {
      }
    }
    if (meanwhile_) meanwhile_();
    lost_ = true;
  }

  int server_port_, listening_, port_ = 0;
  std::atomic<bool> ended_{false}, armed_{false}, lost_{false};
  std::mutex mutex_;
  Fate fate_ = Fate::kNeverSent;
  std::function<void()> meanwhile_;
  std::vector<std::thread> connections_;
  std::thread accepting_;
};

/// "postgresql://USER@127.0.0.1:PORT/NAME" with another port.
std::string through(const Relay& relay, const std::string& url) {
  const std::size_t colon = url.rfind(':'), slash = url.rfind('/');
  return url.substr(0, colon + 1) + std::to_string(relay.port()) + url.substr(slash);
}

int port_of(const std::string& url) { return std::stoi(url.substr(url.rfind(':') + 1)); }

class PostgresTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* server = ::getenv("STOREY_TEST_POSTGRES");
    if (server == nullptr) GTEST_SKIP() << "needs a server";
    url_ = server;
    // A database of its own; those of the contract have other names.
    administer("DROP DATABASE IF EXISTS lost_connections WITH (FORCE)");
    administer("CREATE DATABASE lost_connections");
    url_ = url_.substr(0, url_.rfind('/') + 1) + "lost_connections";
    relay_ = std::make_unique<Relay>(port_of(url_));
    auto store = PostgresStore::open({through(*relay_, url_), false});
    ASSERT_TRUE(store) << store.error().describe();
    store_ = std::move(*store);
  }

  Store& store() { return *store_; }

  void administer(const std::string& statement) const {
    const auto connection = PostgresConnection::open({url_, false});
    ASSERT_TRUE(connection) << connection.error().describe();
    const auto ran = (*connection)->run_script(statement);
    ASSERT_TRUE(ran) << ran.error().describe();
  }

  /// Adds a client; the connection is lost when that is committed.
  Outcome<void> add_client(Relay::Fate fate, const std::function<void()>& meanwhile = {}) {
    return store().write([&](Session& session) -> Outcome<void> {
      ++tries_;
      Client client;
      client.id = ClientId("client-" + std::to_string(tries_));
      client.name = "Client";
      STOREY_TRY_VOID(session.clients().insert(client));
      STOREY_TRY_VOID(session.clients().list());  // waited for: nothing but the commit is left to be sent
      if (!relay_->has_lost()) relay_->lose_commit(fate, meanwhile);
      return {};
    });
  }

  std::size_t clients() {
    std::size_t count = 0;
    const auto read = store().read([&](Session& session) -> Outcome<void> {
      STOREY_TRY(const auto all, session.clients().list());
      count = all.size();
      return {};
    });
    EXPECT_TRUE(read);
    return count;
  }

  std::string url_;
  std::unique_ptr<Relay> relay_;
  std::unique_ptr<PostgresStore> store_;
  int tries_ = 0;
};

TEST_F(PostgresTest, WhatWasCommittedWithoutAnAnswerIsNotDoneAgain) {
  EXPECT_TRUE(add_client(Relay::Fate::kNeverAnswered));
  EXPECT_TRUE(relay_->has_lost());
  EXPECT_EQ(tries_, 1);
  EXPECT_EQ(clients(), 1u);
}

TEST_F(PostgresTest, WhatWasNeverCommittedIsDoneAgain) {
  EXPECT_TRUE(add_client(Relay::Fate::kNeverSent));
  EXPECT_TRUE(relay_->has_lost());
  EXPECT_EQ(tries_, 2);
  EXPECT_EQ(clients(), 1u);
}

TEST_F(PostgresTest, WhatLosesItsConnectionHalfWayIsDoneAgain) {
  const auto added = store().write([&](Session& session) -> Outcome<void> {
    if (++tries_ == 1)
      administer(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
          " AND pid <> pg_backend_pid()");
    Client client;
    client.id = ClientId("client");
    STOREY_TRY_VOID(session.clients().insert(client));
    STOREY_TRY_VOID(session.clients().list());
    return {};
  });
  EXPECT_TRUE(added);
  EXPECT_EQ(tries_, 2);
  EXPECT_EQ(clients(), 1u);
}

// The server ends one of the two, which is no fault of its own.
TEST_F(PostgresTest, TwoThatWaitForEachOtherComeToTheirEnd) {
  for (const char* id : {"a", "b"})
    ASSERT_TRUE(store().write([&](Session& session) -> Outcome<void> {
      Client client;
      client.id = ClientId(id);
      STOREY_TRY_VOID(session.clients().insert(client));
      return {};
    }));
  std::barrier both(2);
  std::atomic<int> tries{0};
  const auto lock_in_turn = [&](const char* first, const char* second) {
    bool waits = true;
    EXPECT_TRUE(store().write([&](Session& session) -> Outcome<void> {
      ++tries;
      STOREY_TRY_VOID(session.clients().find(ClientId(first)));
      if (std::exchange(waits, false)) both.arrive_and_wait();
      STOREY_TRY_VOID(session.clients().find(ClientId(second)));
      return {};
    }));
  };
  std::thread other([&] { lock_in_turn("b", "a"); });
  lock_in_turn("a", "b");
  other.join();
  EXPECT_GE(tries, 3);
}

// A server that broke down may have given the transaction's number to another one: what it says of the number
// proves nothing.
TEST_F(PostgresTest, OfATransactionBeforeABreakdownNobodyKnows) {
  const auto added = add_client(Relay::Fate::kNeverAnswered, [&] { administer("TRUNCATE server_life"); });
  EXPECT_TRUE(relay_->has_lost());
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("look whether this was done"));
  EXPECT_EQ(tries_, 1);
}

}  // namespace
}  // namespace storey::service
