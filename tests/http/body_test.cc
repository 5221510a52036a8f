// Bodies of requests: as large as they like, as slow as they may.

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <future>
#include <string>
#include <thread>

#include "http/offload.h"
#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

using namespace std::chrono_literals;

std::size_t resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  return 0;
}

// Counts bytes and sums them up, so that lost or doubled ones show.
Router counting_router() {
  Router router;
  router.stream(Method::kPut, "/count",
                [](Request& request) -> Task<Response> {
                  std::vector<char> piece(64 * 1024);
                  std::uint64_t sum = 0;
                  for (;;) {
                    const Result<std::size_t> count = co_await request.body->read(piece);
                    if (!count) co_return Response::text(200, "never sent: " + count.error().describe());
                    if (*count == 0) break;
                    for (std::size_t i = 0; i < *count; ++i)
                      sum = sum * 31 + static_cast<unsigned char>(piece[i]);
                  }
                  co_return Response::text(
                      200, std::to_string(request.body->received()) + " " + std::to_string(sum));
                },
                {.max_body_bytes = 1ULL << 40});
  return router;
}

std::string piece_of(std::size_t number) {
  std::string piece(100'000, 'a');
  for (std::size_t i = 0; i < piece.size(); i += 97) piece[i] = static_cast<char>(number * 7 + i);
  return piece;
}

TEST(Body, ManyMegabytesPassThroughFewOfMemory) {
  TestServer server(counting_router());
  constexpr std::size_t kPieces = 2000;  // 200 MB
  for (const bool chunked : {false, true}) {
    RawClient client(server.port());
    client.send("PUT /count HTTP/1.1\r\nHost: a\r\n" +
                (chunked ? std::string("Transfer-Encoding: chunked")
                         : "Content-Length: " + std::to_string(kPieces * 100'000)) +
                "\r\n\r\n");
    std::uint64_t sum = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < kPieces; ++i) {
      const std::string piece = piece_of(i);
      for (const char c : piece) sum = sum * 31 + static_cast<unsigned char>(c);
      if (chunked) client.send("186A0\r\n");
      ASSERT_TRUE(client.send(piece));
      if (chunked) client.send("\r\n");
      if (i % 100 == 0) most = std::max(most, resident_kilobytes());
    }
    if (chunked) client.send("0\r\n\r\n");
    EXPECT_EQ(client.read_reply().body, std::to_string(kPieces * 100'000) + " " + std::to_string(sum));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(most, 64u * 1024);
#endif
  }
}

TEST(Body, ASlowHandlerHoldsTheSenderUp) {
  std::promise<void> go_on;
  auto permission = go_on.get_future().share();
  Router router;
  router.stream(Method::kPut, "/slow",
                [&](Request& request) -> Task<Response> {
                  co_await offload({}, [&] { permission.wait(); });
                  std::vector<char> piece(64 * 1024);
                  for (;;) {
                    const Result<std::size_t> count = co_await request.body->read(piece);
                    if (!count || *count == 0) break;
                  }
                  co_return Response::text(200, std::to_string(request.body->received()));
                },
                {.max_body_bytes = 1ULL << 40});
  TestServer server(std::move(router));
  RawClient client(server.port());
  constexpr std::size_t kTotal = 200'000'000;
  client.send("PUT /slow HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(kTotal) + "\r\n\r\n");
  const std::string piece(1 << 20, 'x');
  std::size_t sent = 0;
  // Only the system's own buffers fill up: the sender cannot get rid of more for a while.
  for (int refused = 0; refused < 20 && sent < kTotal;) {
    const std::size_t count = client.send_without_waiting(piece);
    sent += count;
    refused = count == 0 ? refused + 1 : 0;
    if (count == 0) std::this_thread::sleep_for(5ms);
  }
  EXPECT_LT(sent, kTotal / 4);
  go_on.set_value();
  while (sent < kTotal) {
    const std::size_t count = std::min(piece.size(), kTotal - sent);
    ASSERT_TRUE(client.send(std::string_view(piece).substr(0, count)));
    sent += count;
  }
  EXPECT_EQ(client.read_reply().body, std::to_string(kTotal));
}

ServerOptions impatient() {
  ServerOptions options;
  options.head_timeout = 100ms;
  options.idle_timeout = 500ms;
  options.body_timeout = 100ms;
  options.write_timeout = 100ms;
  return options;
}

TEST(Timeouts, AnIdleConnectionIsClosedWithoutAWord) {
  TestServer server(simple_router(), impatient());
  RawClient fresh(server.port());
  EXPECT_TRUE(fresh.at_end());
  RawClient used(server.port());
  EXPECT_EQ(used.exchange("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").status, 200);
  EXPECT_TRUE(used.at_end());
}

TEST(Timeouts, AHeadMustEnd) {
  TestServer server(simple_router(), impatient());
  RawClient client(server.port());
  client.send("GET /ok HTTP/1.1\r\nHost: a\r\n");
  EXPECT_EQ(client.read_reply().status, 408);
  EXPECT_TRUE(client.at_end());
}

// One byte at a time, each well within every time-out: the head as a whole is what counts.
TEST(Timeouts, ATricklingHeadMustEnd) {
  TestServer server(simple_router(), impatient());
  RawClient client(server.port());
  client.send("GET /ok HTTP/1.1\r\nHost: a\r\nX: ");
  while (client.send("y")) {
    std::this_thread::sleep_for(5ms);
    if (server->statistics().connections_open == 0) break;
  }
  EXPECT_EQ(client.read_reply().status, 408);
}

TEST(Timeouts, ABodyMustCome) {
  TestServer server(counting_router(), impatient());
  RawClient client(server.port());
  client.send("PUT /count HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 408);
  EXPECT_EQ(reply.body.find("never sent"), std::string::npos);
  EXPECT_TRUE(client.at_end());
}

TEST(Timeouts, ATricklingBodyMustKeepItsRate) {
  ServerOptions options = impatient();
  options.min_body_rate = 1'000'000;
  TestServer server(counting_router(), options);
  RawClient client(server.port());
  client.send("PUT /count HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
  while (client.send("y")) {
    std::this_thread::sleep_for(5ms);
    if (server->statistics().connections_open == 0) break;
  }
  EXPECT_EQ(client.read_reply().status, 408);
}

// The time the handler takes is not held against the client.
TEST(Timeouts, ASlowHandlerIsNotTheClientsFault) {
  Router router;
  router.stream(Method::kPut, "/slow", [](Request& request) -> Task<Response> {
    std::string all;
    std::vector<char> piece(10);
    for (;;) {
      const Result<std::size_t> count = co_await request.body->read(piece);
      if (!count || *count == 0) break;
      all.append(piece.data(), *count);
      co_await offload({}, [] { std::this_thread::sleep_for(60ms); });
    }
    co_return Response::text(200, all);
  });
  ServerOptions options = impatient();
  options.min_body_rate = 1'000'000;
  TestServer server(std::move(router), options);
  RawClient client(server.port());
  EXPECT_EQ(
      client.exchange("PUT /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n" + std::string(50, 'x'))
          .body,
      std::string(50, 'x'));
}

TEST(Timeouts, AClientThatDoesNotReadIsCutOff) {
  std::promise<bool> complete;
  ServerOptions options = impatient();
  options.hooks.finished = [&](const Exchange& exchange) { complete.set_value(exchange.complete); };
  Router router;
  router.add(Method::kGet, "/large",
             [](Request&) { return Response::bytes(200, "text/plain", std::string(50'000'000, 'x')); });
  TestServer server(std::move(router), options);
  RawClient client(server.port(), 4096);
  client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_FALSE(complete.get_future().get());
}

TEST(Offload, BlockingRoutesHoldUpNoEventLoop) {
  std::promise<void> go_on;
  auto permission = go_on.get_future().share();
  Router router = simple_router();
  router.add(Method::kGet, "/block",
             [permission](Request&) {
               permission.wait();
               return Response::text(200, "released");
             },
             {.blocking = true});
  router.add(Method::kGet, "/throw", [](Request&) -> Response { throw std::runtime_error("secret"); },
             {.blocking = true});
  TestServer server(std::move(router));
  RawClient first(server.port());
  RawClient second(server.port());
  first.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n");
  second.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n");
  for (int i = 0; i < 4; ++i) {  // on both event loops
    RawClient client(server.port());
    EXPECT_EQ(client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").body, "ok");
    const Reply thrown = client.exchange("GET /throw HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(thrown.status, 500);
    EXPECT_EQ(thrown.body.find("secret"), std::string::npos);
  }
  go_on.set_value();
  EXPECT_EQ(first.read_reply().body, "released");
  EXPECT_EQ(second.read_reply().body, "released");
}

}  // namespace
}  // namespace storey::http
