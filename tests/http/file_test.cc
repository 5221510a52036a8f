// Files and streams as responses.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <string>

#include "raw_client.h"
#include "test_server.h"

namespace storey::http {
namespace {

// A directory that goes away with the test.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "storey_http_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no scratch directory");
    path_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

std::string many_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

Router file_router(const std::filesystem::path& path) {
  Router router;
  router.add(Method::kGet, "/file", [path](Request&) {
    FileOptions options;
    options.content_type = "image/svg+xml";
    options.etag = "\"v1\"";
    Result<Response> response = Response::file(path, options);
    return response ? std::move(*response) : Response::empty(404);
  });
  return router;
}

std::string get(const std::string& fields) { return "GET /file HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n"; }

TEST(File, IsSentWholeWithItsValidators) {
  const Scratch scratch;
  const std::string bytes = many_bytes(20'000'000);
  TestServer server(file_router(scratch.write("a", bytes)));
  RawClient client(server.port());
  const Reply reply = client.exchange(get(""));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("etag"), "\"v1\"");
  EXPECT_EQ(reply.header("content-type"), "image/svg+xml");
  EXPECT_EQ(reply.header("accept-ranges"), "bytes");
  EXPECT_TRUE(reply.body == bytes);
  client.send("HEAD /file HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client.read_reply(true).header("content-length"), "20000000");
  EXPECT_EQ(client.exchange(get("If-Modified-Since: " + reply.header("last-modified") + "\r\n")).status, 304);
  const Reply unchanged = client.exchange(get("If-None-Match: \"v1\"\r\n"));
  EXPECT_EQ(unchanged.status, 304);
  EXPECT_EQ(unchanged.header("etag"), "\"v1\"");
  EXPECT_EQ(unchanged.headers.count("content-length"), 0u);
}

TEST(File, ADownloadCanGoOnWhereItBroke) {
  const Scratch scratch;
  const std::string bytes = many_bytes(3'000'000);
  TestServer server(file_router(scratch.write("a", bytes)));
  std::string got;
  {
    RawClient client(server.port());
    client.send(get(""));
    client.read_reply(true);
    got = client.read_exactly(1'000'000);
  }
  RawClient client(server.port());
  const Reply rest =
      client.exchange(get("Range: bytes=" + std::to_string(got.size()) + "-\r\nIf-Range: \"v1\"\r\n"));
  EXPECT_EQ(rest.status, 206);
  EXPECT_EQ(rest.header("content-range"), "bytes 1000000-2999999/3000000");
  EXPECT_TRUE(got + rest.body == bytes);
  EXPECT_EQ(client.exchange(get("Range: bytes=5-7\r\nIf-Range: \"v0\"\r\n")).status, 200);
  const Reply beyond = client.exchange(get("Range: bytes=3000000-\r\n"));
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(beyond.header("content-range"), "bytes */3000000");
  EXPECT_EQ(client.exchange(get("If-Match: \"v0\"\r\n")).status, 412);
}

TEST(File, AnEmptyFileIsAFile) {
  const Scratch scratch;
  TestServer server(file_router(scratch.write("a", "")));
  RawClient client(server.port());
  EXPECT_EQ(client.exchange(get("")).header("content-length"), "0");
  EXPECT_EQ(client.exchange(get("Range: bytes=0-\r\n")).status, 416);
}

// What was announced cannot be sent any more: the client must not take the rest for a whole.
TEST(File, AFileThatShrinksEndsTheConnection) {
  const Scratch scratch;
  const auto path = scratch.write("a", many_bytes(50'000'000));
  TestServer server(file_router(path));
  RawClient client(server.port(), 4096);
  client.send(get(""));
  EXPECT_EQ(client.read_reply(true).header("content-length"), "50000000");
  std::filesystem::resize_file(path, 1000);
  EXPECT_LT(client.read_all().size(), 50'000'000u);
}

TEST(Stream, IsChunkedOrEndsWithTheConnection) {
  Router router;
  router.add(Method::kGet, "/stream", [](Request&) {
    return Response::stream("text/csv", [](BodyWriter& writer) -> Task<> {
      for (int i = 0; i < 1000; ++i) co_await writer.write(std::to_string(i) + "\n");
    });
  });
  TestServer server(std::move(router));
  std::string expected;
  for (int i = 0; i < 1000; ++i) expected += std::to_string(i) + "\n";
  RawClient client(server.port());
  const Reply chunked = client.exchange("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(chunked.header("transfer-encoding"), "chunked");
  EXPECT_EQ(chunked.body, expected);
  const Reply old = client.exchange("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(old.header("connection"), "close");
  EXPECT_EQ(old.body, expected);
}

TEST(Stream, ThatFailsIsNotEndedAsIfItWereWhole) {
  Router router;
  router.add(Method::kGet, "/stream", [](Request&) {
    return Response::stream("text/plain", [](BodyWriter& writer) -> Task<> {
      co_await writer.write("half");
      throw std::runtime_error("the other half is lost");
    });
  });
  TestServer server(std::move(router));
  RawClient client(server.port());
  client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_reply(true);
  EXPECT_EQ(client.read_all(), "4\r\nhalf\r\n");
}

TEST(Stream, WritesNoFasterThanTheClientReads) {
  std::atomic<std::size_t> written{0};
  std::promise<bool> result;
  Router router;
  router.add(Method::kGet, "/stream", [&](Request&) {
    return Response::stream("text/plain", [&](BodyWriter& writer) -> Task<> {
      const std::string piece(100'000, 'x');
      bool alive = true;
      for (int i = 0; i < 10'000 && alive; ++i) {
        alive = co_await writer.write(piece);
        written += piece.size();
      }
      result.set_value(alive);
    });
  });
  TestServer server(std::move(router));
  {
    RawClient client(server.port(), 4096);
    client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
    client.read_reply(true);
    EXPECT_EQ(client.read_exactly(10'000).size(), 10'000u);
  }
  EXPECT_FALSE(result.get_future().get()) << "the client has gone";
  EXPECT_LT(written, 100'000'000u);
}

}  // namespace
}  // namespace storey::http
