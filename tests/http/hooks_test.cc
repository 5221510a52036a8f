// What the application can see and change of every request.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

struct Line {
  int status;
  std::string id, method, path, route, address, note;
  std::uint64_t received, sent;
  bool complete;
};

// An access log that can be waited for: an exchange is reported after its response has gone out.
class Log {
 public:
  void add(const Exchange& e) {
    const std::lock_guard lock(mutex_);
    lines_.push_back({e.status, e.request.id, e.request.method_text, e.request.path, e.request.route,
                      e.request.remote_address, std::string(e.note), e.bytes_received, e.bytes_sent,
                      e.complete});
  }
  std::vector<Line> wait_for(std::size_t count) {
    for (;;) {
      {
        const std::lock_guard lock(mutex_);
        if (lines_.size() >= count) return lines_;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  std::mutex mutex_;
  std::vector<Line> lines_;
};

TEST(Hooks, EveryResponseIsDecoratedAndLogged) {
  Log log;
  ServerOptions options;
  options.head_timeout = std::chrono::milliseconds(100);
  options.hooks.decorate = [](Request&, Response& response) {
    response.headers.set("X-RateLimit-Limit", "1000");
  };
  options.hooks.finished = [&](const Exchange& exchange) { log.add(exchange); };
  options.hooks.render_error = [](const Request&, int status, std::string_view message) {
    return Response::json(status, "{\"message\":\"" + std::string(message) + "\"}");
  };
  Router router = simple_router();
  router.add(Method::kGet, "/throw", [](Request&) -> Response { throw std::runtime_error("secret"); });
  router.add(Method::kGet, "/items/{item}", [](Request&) { return Response::empty(204); });
  TestServer server(std::move(router), options);

  struct Case {
    std::string bytes;
    int status;
  };
  const std::string end = " HTTP/1.1\r\nHost: a\r\n";
  const std::vector<Case> cases = {
      {"GET /ok" + end + "\r\n", 200},
      {"GET /items/7" + end + "\r\n", 204},
      {"GET /nothing" + end + "\r\n", 404},
      {"DELETE /ok" + end + "\r\n", 405},
      {"BREW /ok" + end + "\r\n", 501},
      {"GET /throw" + end + "\r\n", 500},
      {"POST /echo" + end + "Content-Length: 999999\r\n\r\n", 413},
      {"POST /echo" + end + "Transfer-Encoding: chunked\r\n\r\nx", 400},
      {"nonsense\r\n\r\n", 400},
      {"GET /" + std::string(20'000, 'a'), 414},
      {"GET /ok" + end + "X: " + std::string(20'000, 'a'), 431},
      {"GET /ok" + end, 408},
  };
  std::vector<Reply> replies;
  for (const Case& one : cases) {
    RawClient client(server.port());
    replies.push_back(client.exchange(one.bytes));
    log.wait_for(replies.size());
  }
  const std::vector<Line> lines = log.wait_for(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(replies[i].status, cases[i].status) << cases[i].bytes;
    EXPECT_EQ(replies[i].header("x-ratelimit-limit"), "1000") << cases[i].bytes;
    EXPECT_EQ(replies[i].header("x-request-id"), lines[i].id) << cases[i].bytes;
    EXPECT_EQ(replies[i].header("content-type") == "application/json", cases[i].status >= 400)
        << cases[i].bytes;
    EXPECT_EQ(lines[i].status, cases[i].status);
    EXPECT_EQ(lines[i].note.empty(),
              cases[i].status < 400 || cases[i].status == 404 || cases[i].status == 405);
    EXPECT_EQ(lines[i].address, "127.0.0.1");
    EXPECT_TRUE(lines[i].complete);
    EXPECT_EQ(lines[i].sent, replies[i].head.size() + replies[i].body.size());
  }
  EXPECT_EQ(lines[1].route, "/items/{item}");
  EXPECT_EQ(lines[1].path, "/items/7");
  EXPECT_EQ(lines[3].method, "DELETE");
}

TEST(Hooks, TheNoteOfAResponseIsForTheLogOnly) {
  Log log;
  ServerOptions options;
  options.hooks.finished = [&](const Exchange& exchange) { log.add(exchange); };
  Router router = simple_router();
  router.add(Method::kGet, "/failing", [](Request&) {
    Response response = Response::empty(503);
    response.note = "the disk is full";
    return response;
  });
  TestServer server(std::move(router), options);
  RawClient client(server.port());
  const Reply reply = client.exchange("GET /failing HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(reply.head.find("disk"), std::string::npos);
  client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(log.wait_for(2)[0].note, "the disk is full");
  EXPECT_EQ(log.wait_for(2)[1].note, "") << "the next request has nothing to do with it";
}

TEST(Hooks, ARequestIdIsTakenOverOnlyIfItIsOne) {
  TestServer server(simple_router());
  RawClient client(server.port());
  const auto id_for = [&](const std::string& id) {
    return client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\nX-Request-Id: " + id + "\r\n\r\n")
        .header("x-request-id");
  };
  EXPECT_EQ(id_for("abc-123"), "abc-123");
  EXPECT_NE(id_for("a b"), "a b");
  EXPECT_NE(id_for("\"quoted\""), "\"quoted\"");
  EXPECT_EQ(id_for(std::string(65, 'a')).size(), 32u);
  EXPECT_NE(id_for(""), id_for(""));
}

TEST(Hooks, BeforeMayAnswerInPlaceOfTheHandler) {
  ServerOptions options;
  options.hooks.before = [](Request& request) -> Task<std::optional<Response>> {
    if (request.headers.get("Authorization").empty()) co_return Response::text(401, "who are you?");
    request.context = std::string("someone");
    co_return std::nullopt;
  };
  std::string seen;
  Router router;
  router.add(Method::kPut, "/who", [](Request& request) {
    return Response::text(200, std::any_cast<std::string>(request.context));
  });
  TestServer server(std::move(router), options);
  RawClient client(server.port());
  const std::string put = "PUT /who HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n";
  EXPECT_EQ(client.exchange(put + "Authorization: x\r\n\r\nhello").body, "someone");
  EXPECT_EQ(client.exchange(put + "\r\nhello").status, 401);
  EXPECT_EQ(client.exchange("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n").status, 401);
}

// A large upload that is refused early: the answer arrives although the client is still sending.
TEST(Hooks, ARefusalArrivesWhileTheClientStillSends) {
  ServerOptions options;
  options.hooks.before = [](Request&) -> Task<std::optional<Response>> {
    co_return Response::text(401, "no");
  };
  TestServer server(simple_router(), options);
  RawClient client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n");
  const std::string piece(1'000'000, 'x');
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(client.send(piece));
  EXPECT_EQ(client.read_reply().status, 401);
}

TEST(Hooks, TheClientBehindATrustedProxyIsSeen) {
  Log log;
  ServerOptions options;
  options.trusted_proxies = {"127.0.0.0/8"};
  options.forwarded_header = ForwardedHeader::kXForwardedFor;
  options.hooks.finished = [&](const Exchange& exchange) { log.add(exchange); };
  TestServer server(simple_router(), options);
  RawClient client(server.port());
  client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.1.1.1, 203.0.113.9\r\n\r\n");
  EXPECT_EQ(log.wait_for(1)[0].address, "203.0.113.9");
}

TEST(Hooks, ScriptsOfAllowedOriginsMayAskAndRead) {
  ServerOptions options;
  options.cors.allowed_origins = {"https://app.example"};
  TestServer server(simple_router(), options);
  RawClient client(server.port());
  const std::string origin = "Origin: https://app.example\r\n";
  const Reply preflight = client.exchange("OPTIONS /echo HTTP/1.1\r\nHost: a\r\n" + origin +
                                          "Access-Control-Request-Method: POST\r\n\r\n");
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(preflight.header("access-control-allow-origin"), "https://app.example");
  EXPECT_EQ(preflight.header("access-control-allow-methods"), "POST, OPTIONS");
  const Reply failed = client.exchange("GET /nothing HTTP/1.1\r\nHost: a\r\n" + origin + "\r\n");
  EXPECT_EQ(failed.header("access-control-allow-origin"), "https://app.example")
      << "scripts must see errors, too";
}

TEST(Hooks, WorkInTheNameOfOnePartyLeavesThreadsToOthers) {
  std::counting_semaphore<> began(0);
  std::promise<void> end;
  const std::shared_future<void> ended = end.get_future().share();
  ServerOptions options;
  options.blocking_threads = 2;
  options.blocking_threads_of_party = 1;
  options.hooks.before = [](Request& request) -> Task<std::optional<Response>> {
    request.party = request.headers.get("X-Party");
    co_return std::nullopt;
  };
  Router router;
  router.add(Method::kGet, "/slow",
             [&](Request&) {
               began.release();
               ended.wait();
               return Response::text(200, "slow");
             },
             {.blocking = true});
  router.add(Method::kGet, "/quick", [](Request&) { return Response::text(200, "quick"); },
             {.blocking = true});
  TestServer server(std::move(router), options);
  const auto get = [](const std::string& path, const std::string& party) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Party: " + party + "\r\n\r\n";
  };
  RawClient first(server.port()), second(server.port()), other(server.port());
  first.send(get("/slow", "a"));
  second.send(get("/slow", "a"));
  began.acquire();
  EXPECT_EQ(other.exchange(get("/quick", "b")).body, "quick");
  end.set_value();
  EXPECT_EQ(first.read_reply().body, "slow");
  EXPECT_EQ(second.read_reply().body, "slow");
}

TEST(Hooks, WhatAResponseHoldsIsHeldUntilItHasGoneOut) {
  constexpr std::size_t kBytes = 64 << 20;  // more than all buffers hold
  std::promise<void> released;
  std::future<void> is_released = released.get_future();
  Router router;
  router.add(Method::kGet, "/", [&](Request&) {
    Response response = Response::text(200, std::string(kBytes, 'x'));
    response.held = std::shared_ptr<std::promise<void>>(&released, [](auto* it) { it->set_value(); });
    return response;
  });
  TestServer server(std::move(router));
  RawClient client(server.port(), 4096);
  client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::string begun = client.read_exactly(1024);
  EXPECT_EQ(is_released.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  EXPECT_GT(client.read_all().size() + begun.size(), kBytes);
  // The client may see the end of the connection before the server lets go of what went out.
  is_released.get();
}

TEST(Statistics, TellByHowMuchALoopWasLate) {
  constexpr std::chrono::milliseconds kBusy{300};
  Router router;
  router.add(Method::kGet, "/busy", [&](Request&) {
    std::this_thread::sleep_for(kBusy);
    return Response::text(200, "done");
  });
  ServerOptions options;
  options.head_timeout = std::chrono::milliseconds(400);  // a tick is a fraction of the shortest time
  TestServer server(std::move(router), std::move(options));
  ASSERT_EQ(
      RawClient(server.port()).exchange("GET /busy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").status,
      200);
  std::chrono::nanoseconds worst{0};
  for (int i = 0; i < 5000 && worst < kBusy / 4; ++i) {
    worst = std::max(worst, server->statistics().loop_lag);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GE(worst, kBusy / 4);
}

}  // namespace
}  // namespace storey::http
