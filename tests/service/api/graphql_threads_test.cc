// Where GraphQL is executed: what is small on the event loop, large queries on threads that stand back, all
// else on threads for blocking work, so that no answer holds up the connections of others.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>

#include "graphql_parts.h"
#include "http/loop.h"
#include "raw_client.h"
#include "service/usecases/tokens.h"
#include "test_server.h"
#include "test_services.h"

namespace storey::service {
namespace {

class GraphqlThreadsTest : public ServicesTest {
 protected:
  GraphqlEngineOptions engine_options() {
    GraphqlEngineOptions options;
    options.small = {50, 100, std::chrono::hours(1)};  // time decides nothing here
    options.on_operation = [this](const OperationReport&) {
      ++executed;
      if (http::Loop::current() != nullptr) ++on_a_loop;
      stood_back = ::getpriority(PRIO_PROCESS, 0) > niceness;
    };
    return options;
  }

  http::ServerOptions server_options() {
    http::ServerOptions options;
    options.hooks.before = [this](http::Request& request) -> http::Task<std::optional<http::Response>> {
      graphql.admissions.admit(request, true);
      co_return std::nullopt;
    };
    return options;
  }

  http::Router routes() {
    http::Router router;
    add_graphql_routes(router, graphql.transport);
    return router;
  }

  /// Whether the query, which comes over a connection of its own, is executed on the loop of that.
  bool runs_on_loop(const std::string& query, const std::string& accept) {
    const int before = on_a_loop;
    executed = 0;
    const std::string body = R"({"query": ")" + query + R"("})";
    const http::Reply reply =
        http::RawClient(server.port())
            .exchange("POST /v1/graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept: " + accept +
                      "\r\nAuthorization: Bearer " + token +
                      "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                      "\r\n\r\n" + body);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.body.find("errors"), std::string::npos) << reply.body;
    EXPECT_EQ(executed, 1);
    return on_a_loop > before;
  }

  std::atomic<int> executed = 0;
  std::atomic<int> on_a_loop = 0;
  std::atomic<bool> stood_back = false;
  const int niceness = ::getpriority(PRIO_PROCESS, 0);
  GraphqlParts graphql{*services, engine_options()};
  http::TestServer server{routes(), server_options()};
  std::string token = value_of(create_token(*services, client, issued.secret)).value().token;
};

TEST_F(GraphqlThreadsTest, WhatIsNotSmallIsExecutedOnNoEventLoop) {
  for (int i = 0; i < 3; ++i) new_order();
  for (const char* accept : {"application/json", "text/event-stream"}) {
    EXPECT_TRUE(runs_on_loop("{ orders(pagination: {first: 1}) { edges { node { order_id } } } }", accept));
    EXPECT_FALSE(stood_back);
    EXPECT_FALSE(runs_on_loop("{ orders(pagination: {first: 3}) { edges { node { order_id } } } }", accept));
    EXPECT_TRUE(stood_back);
  }
}

// An event loop that began with it would have nothing to show for the time.
TEST_F(GraphqlThreadsTest, WhatMayBeLargeIsBegunOnNoEventLoop) {
  for (const char* accept : {"application/json", "text/event-stream"}) {
    EXPECT_TRUE(runs_on_loop("{ orders(pagination: {first: 10}) { edges { node { order_id } } } }", accept));
    EXPECT_FALSE(
        runs_on_loop("{ orders(pagination: {first: 100}) { edges { node { order_id } } } }", accept));
    EXPECT_TRUE(stood_back);
  }
}

// They wait for the disk.
TEST_F(GraphqlThreadsTest, MutationsAreExecutedOnNoEventLoop) {
  const std::string order = new_order().id.text;
  std::string large;  // as a query it would be
  for (const char* name : {"a", "b", "c", "d", "e"}) large += std::string(name) + ": assets { asset_id } ";
  EXPECT_FALSE(runs_on_loop("mutation { cancelOrder(id: \\\"" + order + "\\\") { " + large + "} }",
                            "application/json"));
  EXPECT_FALSE(stood_back) << "all who want to write would wait behind it";
}

}  // namespace
}  // namespace storey::service
