#include "http/event_stream.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

using namespace std::chrono_literals;

const std::string kGet = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n";

struct Source {
  std::promise<std::shared_ptr<EventStream>> opened;
  std::promise<void> closed;

  Router router() {
    Router router;
    router.add(Method::kGet, "/events", [this](Request&) {
      EventStreamBody body;
      body.on_open = [this](const std::shared_ptr<EventStream>& stream) { opened.set_value(stream); };
      body.on_close = [this] { closed.set_value(); };
      return Response::events(std::move(body));
    });
    return router;
  }
};

TEST(EventStream, EventsArriveAsTheyAreSent) {
  Source source;
  TestServer server(source.router());
  RawClient client(server.port());
  client.send(kGet);
  const Reply head = client.read_reply(true);
  EXPECT_EQ(head.header("content-type"), "text/event-stream");
  const auto stream = source.opened.get_future().get();
  EXPECT_TRUE(stream->send("next", "{\"a\":1}"));
  const std::string first = "event: next\ndata: {\"a\":1}\n\n";
  EXPECT_EQ(client.read_exactly(4 + first.size() + 2), "1b\r\n" + first + "\r\n");
  EXPECT_TRUE(stream->send("", "two\nlines\r\nor three"));
  const std::string second = "data: two\ndata: lines\ndata: or three\n\n";
  EXPECT_EQ(client.read_exactly(4 + second.size() + 2), "26\r\n" + second + "\r\n");
  stream->close();
  EXPECT_FALSE(stream->send("next", "too late"));
  EXPECT_EQ(client.read_all(), "0\r\n\r\n");
  source.closed.get_future().get();
}

TEST(EventStream, AClientThatGoesAwayIsNoticedAtOnce) {
  Source source;
  TestServer server(source.router());
  auto client = std::make_unique<RawClient>(server.port());
  client->send(kGet);
  client->read_reply(true);
  const auto stream = source.opened.get_future().get();
  client.reset();
  source.closed.get_future().get();
  EXPECT_FALSE(stream->send("next", "anybody?"));
}

TEST(EventStream, AQuietStreamIsKeptAliveByComments) {
  Source source;
  ServerOptions options;
  options.ping_interval = 50ms;
  options.idle_timeout = 100ms;
  TestServer server(source.router(), options);
  RawClient client(server.port());
  client.send(kGet);
  client.read_reply(true);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client.read_exactly(8), "3\r\n:\n\n\r\n");
}

TEST(EventStream, AClientThatDoesNotReadIsCutOff) {
  Source source;
  TestServer server(source.router());
  RawClient client(server.port(), 4096);
  client.send(kGet);
  client.read_reply(true);
  const auto stream = source.opened.get_future().get();
  const std::string data(10'000, 'x');
  int sent = 0;
  while (stream->send("next", data)) ++sent;
  EXPECT_LT(sent, 100'000);
  source.closed.get_future().get();
}

TEST(EventStream, AClientThatStopsReadingWithinAMessageIsCutOffToo) {
  Source source;
  ServerOptions options;
  options.write_timeout = 1h;
  TestServer server(source.router(), options);
  RawClient client(server.port(), 4096);
  client.send(kGet);
  client.read_reply(true);
  const auto stream = source.opened.get_future().get();
  ASSERT_TRUE(stream->send("next", std::string(64 << 20, 'x')));  // more than all buffers hold
  client.read_exactly(10);                                        // it is on its way
  EXPECT_FALSE(stream->send("next", "one more"));
  source.closed.get_future().get();
}

TEST(EventStream, OldClientsGetItWithoutChunks) {
  Source source;
  TestServer server(source.router());
  RawClient client(server.port());
  client.send("GET /events HTTP/1.0\r\n\r\n");
  client.read_reply(true);
  const auto stream = source.opened.get_future().get();
  stream->send("", "x");
  stream->close();
  EXPECT_EQ(client.read_all(), "data: x\n\n");
}

}  // namespace
}  // namespace storey::http
