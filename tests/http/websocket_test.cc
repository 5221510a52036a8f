#include "http/websocket.h"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <thread>

#include "test_server.h"
#include "websocket_client.h"

namespace storey::http {
namespace {

using namespace std::chrono_literals;
using Frame = WebSocketClient::Frame;

// An echo that tells how it was closed.
struct Echo {
  std::promise<std::shared_ptr<WebSocket>> opened;
  std::promise<std::uint16_t> closed;

  WebSocketUpgrade upgrade() {
    WebSocketUpgrade upgrade;
    upgrade.max_message_bytes = 100'000;
    upgrade.on_open = [this](const std::shared_ptr<WebSocket>& socket) { opened.set_value(socket); };
    upgrade.on_message = [](const std::shared_ptr<WebSocket>& socket, std::string message) -> Task<> {
      if (message == "throw") throw std::runtime_error("thrown");
      socket->send(std::move(message));
      co_return;
    };
    upgrade.on_close = [this](std::uint16_t code) { closed.set_value(code); };
    return upgrade;
  }
  Router router() {
    Router router;
    router.add(Method::kGet, "/ws", [this](Request&) { return Response::websocket(upgrade()); });
    return router;
  }
};

// An echo to a client whose buffer is soon full.
struct EchoToSmallBuffer {
  Echo echo;
  TestServer server{echo.router()};
  WebSocketClient client{server.port(), 4096};
  std::shared_ptr<WebSocket> socket = [this] {
    client.open("/ws");
    return echo.opened.get_future().get();
  }();
};

TEST(WebSocket, MessagesOfEverySizeComeBack) {
  Echo echo;
  TestServer server(echo.router());
  WebSocketClient client(server.port());
  const Reply reply = client.open("/ws");
  EXPECT_EQ(reply.status, 101);
  EXPECT_EQ(reply.header("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      << "the example of RFC 6455";
  EXPECT_FALSE(reply.header("x-request-id").empty());
  for (const std::size_t size : {0u, 1u, 125u, 126u, 65535u, 65536u, 100'000u}) {
    client.send_text(std::string(size, 'x'));
    const Frame frame = client.read_frame();
    EXPECT_EQ(frame.opcode, WebSocketClient::kText);
    EXPECT_TRUE(frame.payload == std::string(size, 'x')) << size;
  }
  client.send_frame(WebSocketClient::kText, "in two ", false);
  client.send_frame(WebSocketClient::kPing, "are you there?");
  client.send_frame(0, "parts", true);
  const Frame pong = client.read_frame();
  EXPECT_EQ(pong.opcode, WebSocketClient::kPong);
  EXPECT_EQ(pong.payload, "are you there?");
  EXPECT_EQ(client.read_frame().payload, "in two parts");
  client.send_close(4000);
  EXPECT_EQ(client.read_frame().close_code(), 4000);
  EXPECT_EQ(echo.closed.get_future().get(), 4000);
  EXPECT_TRUE(client.at_end());
}

TEST(WebSocket, FramesRightBehindTheHandshakeAreRead) {
  Echo echo;
  TestServer server(echo.router());
  WebSocketClient client(server.port());
  client.send(
      "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
      "13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x82\x01\x02\x03\x04ik");
  EXPECT_EQ(client.read_reply().status, 101);
  EXPECT_EQ(client.read_frame().payload, "hi");
}

TEST(WebSocket, SubProtocolsAreNegotiatedByTheServersPreference) {
  Router router;
  router.add(Method::kGet, "/ws", [](Request&) {
    WebSocketUpgrade upgrade;
    upgrade.protocols = {"new", "old"};
    upgrade.on_open = [](const std::shared_ptr<WebSocket>& socket) { socket->send(socket->protocol()); };
    return Response::websocket(std::move(upgrade));
  });
  TestServer server(std::move(router));
  WebSocketClient client(server.port());
  EXPECT_EQ(client.open("/ws", "Sec-WebSocket-Protocol: old\r\nSec-WebSocket-Protocol: other, new\r\n")
                .header("sec-websocket-protocol"),
            "new");
  EXPECT_EQ(client.read_frame().payload, "new");
  WebSocketClient other(server.port());
  EXPECT_EQ(other.open("/ws", "Sec-WebSocket-Protocol: other\r\n").status, 400);
}

TEST(WebSocket, WhatIsNoHandshakeIsRefused) {
  Echo echo;
  TestServer server(echo.router());
  const std::string get = "GET /ws HTTP/1.1\r\nHost: a\r\n";
  const std::string upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  RawClient client(server.port());
  EXPECT_EQ(client.exchange(get + "\r\n").status, 426);
  const Reply old = client.exchange(get + upgrade + key + "Sec-WebSocket-Version: 8\r\n\r\n");
  EXPECT_EQ(old.status, 426);
  EXPECT_EQ(old.header("sec-websocket-version"), "13");
  EXPECT_EQ(client.exchange(get + upgrade + "Sec-WebSocket-Version: 13\r\n\r\n").status, 400);
  EXPECT_EQ(client.exchange(get + upgrade + key + "Sec-WebSocket-Version: 13\r\nContent-Length: 2\r\n\r\nhi")
                .status,
            400);
  EXPECT_EQ(
      client.exchange(get + upgrade + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: abc\r\n\r\n").status,
      400);
}

TEST(WebSocket, ViolationsCloseTheConnection) {
  const auto code_after = [](const auto& violate) {
    Echo echo;
    TestServer server(echo.router());
    WebSocketClient client(server.port());
    client.open("/ws");
    violate(client);
    Frame frame = client.read_frame();
    EXPECT_TRUE(client.at_end());
    EXPECT_EQ(echo.closed.get_future().wait_for(30s), std::future_status::ready);
    return frame.close_code();
  };
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send_text(std::string(100'001, 'x')); }), 1009);
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send_text("\xff\xfe"); }), 1007);
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send(std::string("\x81\x02hi", 4)); }), 1002)
      << "not masked";
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send_frame(3, "x"); }), 1002) << "a reserved opcode";
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send_frame(0, "x"); }), 1002) << "nothing to continue";
  EXPECT_EQ(code_after([](WebSocketClient& c) { c.send_close(1005); }), 1002) << "a code that is never sent";
}

TEST(WebSocket, AnyThreadMaySendAndClose) {
  Echo echo;
  TestServer server(echo.router());
  WebSocketClient client(server.port());
  client.open("/ws");
  const std::shared_ptr<WebSocket> socket = echo.opened.get_future().get();
  std::vector<std::thread> senders;
  for (int i = 0; i < 4; ++i)
    senders.emplace_back([socket, i] {
      for (int n = 0; n < 250; ++n) EXPECT_TRUE(socket->send(std::to_string(i) + ":" + std::to_string(n)));
    });
  std::vector<int> next(4, 0);
  for (int received = 0; received < 1000; ++received) {
    const std::string text = client.read_frame().payload;
    const auto sender = static_cast<std::size_t>(text[0] - '0');
    EXPECT_EQ(text.substr(2), std::to_string(next[sender]++)) << "order is kept for each sender";
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_TRUE(socket->send("last"));
  socket->close(4400, "enough");
  socket->close(4401, "too late to change the reason");
  EXPECT_FALSE(socket->send("too late"));
  EXPECT_EQ(client.read_frame().payload, "last");
  const Frame close = client.read_frame();
  EXPECT_EQ(close.close_code(), 4400);
  EXPECT_EQ(close.payload.substr(2), "enough");
  client.send_close(4400);
  EXPECT_EQ(echo.closed.get_future().get(), 4400);
  EXPECT_EQ(socket->queued_bytes(), 0u);
}

TEST(WebSocket, AClientThatDoesNotReadIsCutOff) {
  EchoToSmallBuffer to;
  const std::string message(10'000, 'x');
  int sent = 0;
  while (to.socket->send(message)) ++sent;
  EXPECT_LT(sent, 100'000);
  EXPECT_EQ(to.echo.closed.get_future().get(), 1013);
}

TEST(WebSocket, AClientThatStopsReadingWithinAMessageIsCutOffToo) {
  EchoToSmallBuffer to;
  ASSERT_TRUE(to.socket->send(std::string(64 << 20, 'x')));  // more than all buffers hold
  to.client.read_exactly(10);                                // its head: it is on its way
  EXPECT_FALSE(to.socket->send("one more"));
  EXPECT_EQ(to.echo.closed.get_future().get(), 1013);
}

TEST(WebSocket, AClientThatDoesNotReadItsEchoIsNotReadFrom) {
  EchoToSmallBuffer to;
  const std::string message(50'000, 'x');
  std::size_t frames = 0;
  std::thread reader;
  // Far more than all buffers hold: it goes through only because the client begins to read.
  reader = std::thread([&] {
    std::this_thread::sleep_for(200ms);
    while (frames < 400 && to.client.read_frame().payload == message) ++frames;
  });
  for (int i = 0; i < 400; ++i) to.client.send_text(message);
  reader.join();
  EXPECT_EQ(frames, 400u);
}

TEST(WebSocket, AClientThatVanishesIsNoticed) {
  Echo reset_echo;
  TestServer server(reset_echo.router());
  WebSocketClient client(server.port());
  client.open("/ws");
  client.reset();
  EXPECT_EQ(reset_echo.closed.get_future().get(), 1006);

  Echo silent_echo;
  ServerOptions options;
  options.ping_interval = 100ms;
  TestServer impatient(silent_echo.router(), options);
  WebSocketClient silent(impatient.port());
  silent.open("/ws");
  EXPECT_EQ(silent.read_frame().opcode, WebSocketClient::kPing);
  EXPECT_EQ(silent_echo.closed.get_future().get(), 1006) << "no pong came";
}

TEST(WebSocket, AHandlerThatThrowsEndsItsOwnConnectionOnly) {
  Echo echo;
  std::promise<std::string> thrown;
  ServerOptions options;
  options.hooks.handler_threw = [&](const Request&, const std::exception& error) {
    thrown.set_value(error.what());
  };
  Router router = echo.router();
  router.add(Method::kGet, "/ok", [](Request&) { return Response::text(200, "ok"); });
  TestServer server(std::move(router), options);
  WebSocketClient client(server.port());
  client.open("/ws");
  client.send_text("throw");
  EXPECT_EQ(client.read_frame().opcode, -1);
  EXPECT_EQ(thrown.get_future().get(), "thrown");
  RawClient other(server.port());
  EXPECT_EQ(other.exchange("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").body, "ok");
}

TEST(WebSocket, TheHandleOutlivesTheServer) {
  Echo echo;
  std::shared_ptr<WebSocket> socket;
  {
    TestServer server(echo.router());
    WebSocketClient client(server.port());
    client.open("/ws");
    socket = echo.opened.get_future().get();
  }
  EXPECT_FALSE(socket->send("anybody?"));
  socket->close(1000, "");
}

}  // namespace
}  // namespace storey::http
