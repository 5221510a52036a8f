// The end of a server: nothing that was begun is lost.

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <thread>

#include "http/offload.h"
#include "raw_client.h"
#include "test_server.h"
#include "websocket_client.h"

namespace storey::http {
namespace {

using namespace std::chrono_literals;

const std::string kGetOk = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n";

TEST(Stop, RequestsInFlightEndAndTheOthersAreToldAtOnce) {
  std::promise<void> begun;
  std::promise<void> go_on;
  auto permission = go_on.get_future().share();
  std::promise<std::uint16_t> socket_closed;
  Router router = simple_router();
  router.stream(Method::kGet, "/long", [&](Request&) -> Task<Response> {
    begun.set_value();
    co_await offload({}, [&] { permission.wait(); });
    co_return Response::text(200, "done");
  });
  router.add(Method::kGet, "/ws", [&](Request&) {
    WebSocketUpgrade upgrade;
    upgrade.on_close = [&](std::uint16_t code) { socket_closed.set_value(code); };
    return Response::websocket(std::move(upgrade));
  });
  router.add(Method::kGet, "/events", [](Request&) { return Response::events({}); });

  TestServer server(std::move(router));
  RawClient busy(server.port());
  busy.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n");
  begun.get_future().get();
  RawClient idle(server.port());
  EXPECT_EQ(idle.exchange(kGetOk).status, 200);
  WebSocketClient socket(server.port());
  EXPECT_EQ(socket.open("/ws").status, 101);
  RawClient events(server.port());
  events.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(events.read_reply(true).status, 200);

  std::thread stopping([&] { server.stop(30s); });
  EXPECT_TRUE(idle.at_end());
  EXPECT_EQ(socket.read_frame().close_code(), 1001);
  socket.send_close(1001);
  EXPECT_EQ(socket_closed.get_future().get(), 1001);
  EXPECT_EQ(events.read_all(), "0\r\n\r\n") << "the stream ends as a whole";
  EXPECT_THROW(RawClient(server.port()).read_all(), std::runtime_error) << "nobody new is let in";
  go_on.set_value();
  const Reply reply = busy.read_reply();
  EXPECT_EQ(reply.body, "done");
  EXPECT_EQ(reply.header("connection"), "close");
  stopping.join();
}

TEST(Stop, PatienceEnds) {
  TestServer server(simple_router());
  RawClient client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe");
  WebSocketClient half(server.port());
  half.send("GET /ok HTTP/1.1\r\nHost:");
  while (server->statistics().connections_open < 2) std::this_thread::sleep_for(1ms);
  server.stop(50ms);
  EXPECT_EQ(server->statistics().connections_open, 0u);
  EXPECT_TRUE(client.at_end());
  EXPECT_TRUE(half.at_end());
}

TEST(Stop, WhileManyClientsAreAtIt) {
  for (int round = 0; round < 10; ++round) {
    TestServer server(simple_router());
    std::atomic<bool> over{false};
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i)
      clients.emplace_back([&] {
        while (!over) {
          try {
            RawClient client(server.port());
            while (client.exchange(kGetOk).status == 200) {
            }
          } catch (const std::runtime_error&) {
            return;
          }
        }
      });
    std::this_thread::sleep_for(20ms);
    server.stop(5s);
    EXPECT_EQ(server->statistics().connections_open, 0u);
    over = true;
    for (std::thread& client : clients) client.join();
  }
}

TEST(Stop, AServerThatNeverRanNeedNotBeStopped) {
  ServerOptions options;
  options.port = 0;
  Result<Server> server = Server::create(options, simple_router());
  ASSERT_TRUE(server);
  EXPECT_NE(server->port(), 0);
  server->stop(1s);
}

TEST(Server, SaysWhyItCannotStart) {
  TestServer running(simple_router());
  const auto refused = [](ServerOptions options) {
    const Result<Server> server = Server::create(std::move(options), Router());
    EXPECT_FALSE(server);
    return server ? std::string() : server.error().describe();
  };
  ServerOptions options;
  options.port = running.port();
  EXPECT_NE(refused(options).find("in use"), std::string::npos);
  options.address = "example.org";
  EXPECT_NE(refused(options).find("example.org"), std::string::npos);
  options = {};
  options.trusted_proxies = {"everybody"};
  EXPECT_NE(refused(options).find("everybody"), std::string::npos);
  options = {};
  options.body_timeout = 0ms;
  EXPECT_NE(refused(options).find("time-out"), std::string::npos);
}

TEST(Server, ThereAreNoMoreConnectionsThanAllowed) {
  ServerOptions options;
  options.max_connections = 2;
  TestServer server(simple_router(), options);
  RawClient first(server.port());
  auto second = std::make_unique<RawClient>(server.port());
  EXPECT_EQ(first.exchange(kGetOk).status, 200);
  EXPECT_EQ(second->exchange(kGetOk).status, 200);
  RawClient third(server.port());
  third.send(kGetOk);
  std::this_thread::sleep_for(100ms);
  EXPECT_LE(server->statistics().connections_open, 2u);
  second.reset();
  EXPECT_EQ(third.read_reply().status, 200) << "it waits for its turn";
}

}  // namespace
}  // namespace storey::http
