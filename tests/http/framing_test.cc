// Where one request ends and the next begins.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

const std::string kGetOk = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n";

std::string post(const std::string& fields, const std::string& body) {
  return "POST /echo HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
}

TEST(Framing, ConnectionsAreKeptAndRequestsPipelined) {
  TestServer server(simple_router());
  RawClient client(server.port());
  std::string requests;
  for (int i = 0; i < 100; ++i) {
    const std::string body = "body " + std::to_string(i);
    requests +=
        i % 2 ? post("Content-Length: " + std::to_string(body.size()) + "\r\n", body)
              : post("Transfer-Encoding: chunked\r\n", "3\r\nbod\r\n" + std::to_string(body.size() - 3) +
                                                           "\r\n" + body.substr(3) + "\r\n0\r\n\r\n");
  }
  client.send(requests);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(client.read_reply().body, "body " + std::to_string(i));
  EXPECT_EQ(client.exchange(kGetOk).body, "ok");
}

TEST(Framing, RequestsMayComeByteByByte) {
  TestServer server(simple_router());
  RawClient client(server.port());
  for (const char c : post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\nX: y\r\n\r\n") + kGetOk)
    client.send({&c, 1});
  EXPECT_EQ(client.read_reply().body, "hello");
  EXPECT_EQ(client.read_reply().body, "ok");
}

// Each of these could make a server in front see another request than we do. They are refused, and whatever
// follows on the connection is never looked at.
TEST(Framing, NothingIsSmuggled) {
  TestServer server(simple_router());
  const std::string hidden = "GET /ok HTTP/1.1\r\nHost: a\r\nX: ";
  const std::vector<std::string> attacks = {
      post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden),
      post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello" + hidden),
      post("Content-Length: 5, 5\r\n", "hello" + hidden),
      post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n" + hidden),
      post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n" + hidden),
      post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "1 \r\nx\r\n0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "1\nx\n0\n\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "1\r\nxx\r\n0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "0x1\r\nx\r\n0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nx\r\n0\r\n\r\n" + hidden),
      post("Transfer-Encoding: chunked\r\n", "0\r\nno trailer\r\n\r\n" + hidden),
      "POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
      "GET /ok HTTP/1.1\r\nHost: a\r\nX: y\nContent-Length: 5\r\n\r\n" + hidden,
      "GET /ok HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + hidden,
      "GET /ok HTTP/1.1\r\n\r\n" + hidden,
  };
  for (const std::string& attack : attacks) {
    RawClient client(server.port());
    const Reply reply = client.exchange(attack + "\r\n\r\n" + kGetOk);
    EXPECT_TRUE(reply.status == 400 || reply.status == 501) << reply.status << " for " << attack;
    EXPECT_EQ(reply.header("connection"), "close") << attack;
    EXPECT_TRUE(client.at_end()) << attack;
  }
}

TEST(Framing, AGetMayHaveABodyThatNobodyReads) {
  TestServer server(simple_router());
  RawClient client(server.port());
  client.send("GET /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + kGetOk);
  EXPECT_EQ(client.read_reply().body, "ok");
  EXPECT_EQ(client.read_reply().body, "ok");
}

TEST(Framing, LimitsAreAnsweredInFull) {
  TestServer server(simple_router());
  const auto status_of = [&](const std::string& bytes) {
    RawClient client(server.port());
    const Reply reply = client.exchange(bytes);
    EXPECT_TRUE(client.at_end());
    return reply.status;
  };
  EXPECT_EQ(status_of("GET /" + std::string(1 << 20, 'a')), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(1 << 20, 'a')), 431);
  EXPECT_EQ(status_of(post("Content-Length: 1000000\r\n", std::string(1'000'000, 'x'))), 413);
  std::string chunks;
  for (int i = 0; i < 1000; ++i) chunks += "400\r\n" + std::string(1024, 'x') + "\r\n";
  EXPECT_EQ(status_of(post("Transfer-Encoding: chunked\r\n", chunks)), 413);
  EXPECT_EQ(status_of(post("Content-Length: 99999999999999999\r\n", "x")), 413);
  RawClient client(server.port());
  EXPECT_EQ(client.exchange(post("Content-Length: 100000\r\n", std::string(100'000, 'x'))).body.size(),
            100'000u);
}

TEST(Framing, ContinueIsSentOnlyToWhoWaitsForIt) {
  TestServer server(simple_router());
  RawClient client(server.port());
  client.send(post("Content-Length: 5\r\nExpect: 100-continue\r\n", ""));
  EXPECT_EQ(client.read_reply().status, 100);
  client.send("hello");
  EXPECT_EQ(client.read_reply().body, "hello");
  client.send(post("Content-Length: 5\r\nExpect: 100-continue\r\n", "hello"));
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_EQ(client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n").status, 200);
  // Refused without having been asked for: whether the body still comes is not known.
  EXPECT_EQ(client.exchange(post("Content-Length: 500000\r\nExpect: 100-continue\r\n", "")).status, 413);
  EXPECT_TRUE(client.at_end());
}

TEST(Framing, Http10ClosesUnlessAskedNotTo) {
  TestServer server(simple_router());
  RawClient client(server.port());
  const Reply kept = client.exchange("GET /ok HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(kept.header("connection"), "keep-alive");
  EXPECT_EQ(client.exchange("GET /ok HTTP/1.0\r\n\r\n").header("connection"), "close");
  EXPECT_TRUE(client.at_end());
}

TEST(Framing, CloseIsHonoured) {
  TestServer server(simple_router());
  RawClient client(server.port());
  const Reply reply = client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + kGetOk);
  EXPECT_EQ(reply.header("connection"), "close");
  EXPECT_TRUE(client.at_end());
}

TEST(Framing, MethodsAndPathsAreAnsweredByTheBook) {
  TestServer server(simple_router());
  RawClient client(server.port());
  EXPECT_EQ(client.exchange("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n").status, 404);
  const Reply refused = client.exchange("PUT /ok HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.header("allow"), "GET, HEAD, OPTIONS");
  const Reply options = client.exchange("OPTIONS /echo HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.header("allow"), "POST, OPTIONS");
  EXPECT_EQ(options.headers.count("content-length"), 0u);
  EXPECT_EQ(client.exchange("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").status, 204);
  EXPECT_EQ(client.exchange("BREW /ok HTTP/1.1\r\nHost: a\r\n\r\n").status, 501);
  client.send("HEAD /ok HTTP/1.1\r\nHost: a\r\n\r\n");
  const Reply head = client.read_reply(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), "2");
  EXPECT_EQ(client.exchange(kGetOk).body, "ok");
}

TEST(Framing, AClientThatLeavesHarmsNobody) {
  TestServer server(simple_router());
  for (const std::string& bytes :
       {std::string(), std::string("GET"), kGetOk, post("Content-Length: 5\r\n", "he"),
        post("Transfer-Encoding: chunked\r\n", "5\r\nhe")}) {
    RawClient half_closed(server.port());
    half_closed.send(bytes);
    half_closed.shutdown_send();
    EXPECT_EQ(half_closed.read_reply().status, bytes == kGetOk ? 200 : 0) << bytes;
    EXPECT_TRUE(half_closed.at_end()) << bytes;
    RawClient gone(server.port());
    gone.send(bytes);
    gone.reset();
  }
  RawClient client(server.port());
  EXPECT_EQ(client.exchange(kGetOk).body, "ok");
}

}  // namespace
}  // namespace storey::http
