// In whose name requests take their turns.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "graphql_parts.h"
#include "http/offload.h"
#include "raw_client.h"
#include "service/api/health_routes.h"
#include "service/api/transfer_routes.h"
#include "service/usecases/results.h"
#include "service/usecases/tokens.h"
#include "test_server.h"
#include "test_services.h"
#include "websocket_client.h"

namespace storey::service {
namespace {

class PartyTurnsTest : public ServicesTest {
 protected:
  GraphqlEngineOptions engine_options() {
    GraphqlEngineOptions options;
    options.on_operation = [this](const OperationReport&) { ++executed; };
    return options;
  }

  http::ServerOptions server_options() {
    http::ServerOptions options;
    options.threads = 1;  // what has an answer comes behind what was admitted before, as far as that could go
    options.hooks.before = [this](http::Request& request) -> http::Task<std::optional<http::Response>> {
      graphql.admissions.admit(request, true);
      request.party = request.remote_address;
      ++admitted;
      co_return std::nullopt;
    };
    options.hooks.finished = [this](const http::Exchange& exchange) {
      const std::lock_guard lock(mutex);
      parties.push_back(exchange.request.party);
    };
    return options;
  }

  http::Router routes() {
    http::Router router;
    add_graphql_routes(router, graphql.transport);
    add_transfer_routes(router, *services);
    add_health_routes(router, *services);
    for (const char* path : {"/hold/client", "/hold/other"}) {
      const std::string party = std::string(path).ends_with("client") ? client.text : "other";
      router.add(http::Method::kGet, path,
                 [this](http::Request&) {
                   ++held;
                   released.wait();
                   return http::Response::text(200, "held");
                 },
                 {.blocking = true, .party = [party](http::Request&) { return named(party); }});
    }
    return router;
  }
  static http::Task<std::string> named(std::string party) { co_return party; }

  /// In whose name the request was done.
  std::string party_of(const std::string& line, int status, const std::string& body = "") {
    std::size_t before = 0;
    {
      const std::lock_guard lock(mutex);
      before = parties.size();
    }
    const http::Reply reply =
        http::RawClient(server.port())
            .exchange(line + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_EQ(reply.status, status) << line << reply.body;
    wait_for_reports(before + 1);
    const std::lock_guard lock(mutex);
    return parties.back();
  }

  /// An exchange is reported after its response has gone out.
  void wait_for_reports(std::size_t least) {
    while (true) {
      const std::lock_guard lock(mutex);
      if (parties.size() >= least) return;
    }
  }

  std::string signed_path(const std::string& path) {
    return "/v1" + key.sign_path(path, clock.now() + Seconds(60));
  }

  static void wait_for(const std::atomic<int>& count, int least) {
    while (count < least) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::mutex mutex;
  std::vector<std::string> parties;
  std::atomic<int> executed = 0, held = 0, admitted = 0;
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  GraphqlParts graphql{*services, engine_options()};
  http::TestServer server{routes(), server_options()};
  std::string token = value_of(create_token(*services, client, issued.secret)).value().token;
};

TEST_F(PartyTurnsTest, WhatComesToASignedAddressIsInTheNameOfItsClient) {
  const Asset asset = new_upload(new_order().id);
  const std::string path = "/uploads/" + asset.id.text;
  EXPECT_EQ(party_of("PUT " + signed_path(path), 200, "1 2 3\n"), client.text);
  const std::string forged = signed_path(path) + "0";
  EXPECT_EQ(party_of("PUT " + forged, 403, "1 2 3\n"), "127.0.0.1") << "else anybody could take its turns";
  EXPECT_EQ(party_of("PUT " + signed_path("/uploads/none"), 404, "1 2 3\n"), "127.0.0.1");
}

TEST_F(PartyTurnsTest, AnAddressThatExpiresWhileItsRequestWaitsForItsTurnIsGood) {
  const std::string path = signed_path("/uploads/" + new_upload(new_order().id).id.text);
  http::RawClient holds(server.port()), other(server.port()), sends(server.port());
  holds.send("GET /hold/client HTTP/1.1\r\nHost: a\r\n\r\n");
  other.send("GET /hold/other HTTP/1.1\r\nHost: a\r\n\r\n");
  wait_for(held, 2);
  sends.send("PUT " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n1 2 3\n");
  wait_for(admitted, 3);
  EXPECT_EQ(party_of("GET /healthz", 200), "");  // by then it waits for its turn
  clock.time += Seconds(120);
  release.set_value();
  EXPECT_EQ(sends.read_reply().status, 200);
  wait_for_reports(4);  // of these three and of /healthz: a late one would be taken for the next
  EXPECT_EQ(party_of("PUT " + path, 403, "1 2 3\n"), "127.0.0.1") << "it has expired";
}

TEST_F(PartyTurnsTest, WhoWatchesTheServiceTakesNoTurns) {
  EXPECT_EQ(party_of("GET /healthz", 200), "");
  EXPECT_EQ(party_of("GET /readyz", 200), "");
}

TEST_F(PartyTurnsTest, OperationsOnAWebSocketTakeTheTurnsOfTheirClient) {
  http::RawClient holds(server.port()), other(server.port());
  holds.send("GET /hold/client HTTP/1.1\r\nHost: a\r\n\r\n");
  other.send("GET /hold/other HTTP/1.1\r\nHost: a\r\n\r\n");
  wait_for(held, 2);
  http::WebSocketClient socket(server.port());
  ASSERT_EQ(
      socket
          .open("/v1/graphql",
                "Sec-WebSocket-Protocol: graphql-transport-ws\r\nAuthorization: Bearer " + token + "\r\n")
          .status,
      101);
  socket.send_text(R"({"type": "connection_init"})");
  EXPECT_NE(socket.read_frame().payload.find("connection_ack"), std::string::npos);
  socket.send_text(R"({"type": "subscribe", "id": "1", "payload": {"query": "{ __typename }"}})");
  EXPECT_EQ(party_of("GET /healthz", 200), "");  // by now it would have been executed
  EXPECT_EQ(executed, 0);
  release.set_value();
  EXPECT_NE(socket.read_frame().payload.find("__typename"), std::string::npos);
  EXPECT_EQ(executed, 1);
}

}  // namespace
}  // namespace storey::service
