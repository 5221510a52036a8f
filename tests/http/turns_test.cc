// Requests of several parties: who asks for more than its share waits, and nobody else.

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "http/offload.h"
#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

/// A server of two event loops, where the header `Party` says in whose name a request comes.
class TurnsTest : public testing::Test {
 protected:
  static std::string request(const std::string& line, const std::string& party,
                             const std::string& body = "") {
    return line + " HTTP/1.1\r\nHost: a\r\nParty: " + party +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  ServerOptions options() {
    ServerOptions options;
    options.blocking_threads = 8;
    options.blocking_threads_of_party = 8;
    options.hooks.before = [this](Request& request) -> Task<std::optional<Response>> {
      request.party = request.headers.get("Party");
      ++arrived;
      co_return std::nullopt;
    };
    return options;
  }

  Router routes() {
    Router router = simple_router();
    router.add(Method::kGet, "/hold",
               [this](Request&) {
                 ++held;
                 released.wait();
                 return Response::text(200, "held");
               },
               {.blocking = true});
    router.stream(Method::kPost, "/slow", [this](Request& request) { return take_slowly(request); });
    router.add(Method::kGet, "/large", [this](Request&) {
      ++held;
      return Response::text(200, std::string(16 << 20, 'x'));
    });
    router.add(Method::kGet, "/nobodys", [](Request&) { return Response::text(200, "ok"); },
               {.party = [](Request&) -> Task<std::string> { co_return std::string(); }});
    router.add(Method::kGet, "/of-b",
               [this](Request&) {
                 ++done;
                 return Response::text(200, "ok");
               },
               {.party = [](Request&) -> Task<std::string> { co_return std::string("b"); }});
    return router;
  }

  Task<Response> take_slowly(Request& request) {
    ++held;
    const Result<std::string> body = co_await request.body->collect(100);
    ++done;
    co_return Response::text(200, body ? *body : "");
  }

  /// Until it is so.
  static void wait_for(const std::atomic<int>& count, int least) {
    while (count < least) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  /// From then on whatever else these two ask waits.
  void hold_a_and_b() {
    a.send(request("GET /hold", "a"));
    b.send(request("GET /hold", "b"));
    wait_for(held, 2);
  }

  /// The other half of it is "67890".
  void hold_b_and_send_half_of_a() {
    b.send(request("GET /hold", "b"));
    a.send("POST /slow HTTP/1.1\r\nHost: a\r\nParty: a\r\nContent-Length: 10\r\n\r\n12345");
    wait_for(held, 2);
  }

  /// Sends a request that waits for its turn, and returns when it has arrived.
  void send_behind(RawClient& client, const std::string& bytes) {
    const int before = arrived;
    client.send(bytes);
    wait_for(arrived, before + 1);
    // If it did not wait it would be answered before this one of another party.
    EXPECT_EQ(RawClient(server.port()).exchange(request("GET /ok", "third")).status, 200);
  }

  std::atomic<int> arrived = 0, held = 0, done = 0;
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  TestServer server{routes(), options()};
  RawClient a{server.port()}, a2{server.port()}, b{server.port()};
};

TEST_F(TurnsTest, WhatIsBeyondTheShareOfAPartyWaits) {
  hold_a_and_b();
  send_behind(a2, request("GET /hold", "a"));
  EXPECT_EQ(held, 2);
  release.set_value();
  for (RawClient* client : {&a, &a2, &b}) EXPECT_EQ(client->read_reply().body, "held");
}

TEST_F(TurnsTest, APartyThatIsAloneDoesNotWait) {
  a.send(request("GET /hold", "a"));
  a2.send(request("GET /hold", "a"));
  wait_for(held, 2);
  release.set_value();
  for (RawClient* client : {&a, &a2}) EXPECT_EQ(client->read_reply().body, "held");
}

TEST_F(TurnsTest, WhatWaitsBeginsOnceOthersAreSilent) {
  EXPECT_EQ(b.exchange(request("GET /ok", "b")).status, 200);
  a.send(request("GET /hold", "a"));
  a2.send(request("GET /hold", "a"));
  wait_for(held, 2);  // though nothing of it ends
  release.set_value();
  for (RawClient* client : {&a, &a2}) EXPECT_EQ(client->read_reply().body, "held");
}

TEST_F(TurnsTest, WhileBytesAreWaitedForOthersOfThePartyGoOn) {
  hold_b_and_send_half_of_a();
  EXPECT_EQ(a2.exchange(request("GET /ok", "a")).status, 200);
  a.send("67890");
  EXPECT_EQ(a.read_reply().body, "1234567890");
  release.set_value();
  EXPECT_EQ(b.read_reply().status, 200);
}

TEST_F(TurnsTest, BytesThatComeMeanwhileWaitForTheirTurnAgain) {
  hold_b_and_send_half_of_a();
  a2.send(request("GET /hold", "a"));
  wait_for(held, 3);
  a.send("67890");
  EXPECT_EQ(RawClient(server.port()).exchange(request("GET /ok", "third")).status, 200);
  EXPECT_EQ(done, 0);
  release.set_value();
  for (RawClient* client : {&a, &a2, &b}) EXPECT_EQ(client->read_reply().status, 200);
}

TEST_F(TurnsTest, WhileAnAnswerIsReadSlowlyOthersOfThePartyGoOn) {
  b.send(request("GET /hold", "b"));
  a.send(request("GET /large", "a"));
  wait_for(held, 2);
  EXPECT_EQ(a2.exchange(request("GET /ok", "a")).status, 200);
  release.set_value();
  EXPECT_EQ(a.read_reply().body.size(), std::size_t{16 << 20});
}

TEST_F(TurnsTest, NobodysRequestsTakeNoTurns) {
  hold_a_and_b();
  EXPECT_EQ(a2.exchange(request("GET /nobodys", "a")).status, 200);
  release.set_value();
}

TEST_F(TurnsTest, ARouteCanSayInWhoseNameItIs) {
  hold_a_and_b();
  send_behind(a2, request("GET /of-b", "fourth"));
  EXPECT_EQ(done, 0);
  release.set_value();
  EXPECT_EQ(a2.read_reply().status, 200);
}

TEST_F(TurnsTest, AServerThatStopsAnswersThoseThatWait) {
  hold_a_and_b();
  send_behind(a2, request("GET /hold", "a"));
  RawClient idle(server.port()), idle_too(server.port());  // one on each loop
  for (RawClient* client : {&idle, &idle_too})
    EXPECT_EQ(client->exchange(request("GET /ok", "third")).status, 200);
  std::thread stop([this] { server.stop(std::chrono::minutes(1)); });
  for (RawClient* client : {&idle, &idle_too}) EXPECT_TRUE(client->at_end()) << "its loop stops";
  release.set_value();
  for (RawClient* client : {&a, &a2, &b}) EXPECT_EQ(client->read_reply().body, "held");
  stop.join();
}

}  // namespace
}  // namespace storey::http
