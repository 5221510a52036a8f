#include "http/request_head.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace storey::http {
namespace {

const HeadLimits kLimits{1024, 8};

// As a connection does it: the bytes come one by one.
tl::expected<RequestHead, Fault> read_byte_by_byte(const std::string& bytes) {
  std::size_t scanned = 0;
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    const auto end = find_head_end(std::string_view(bytes).substr(0, size), scanned, kLimits);
    if (!end) return tl::unexpected(end.error());
    if (*end > 0) return parse_request_head(std::string_view(bytes).substr(0, *end), kLimits);
  }
  return tl::unexpected(Fault{0, "incomplete"});
}

tl::expected<RequestHead, Fault> read_at_once(const std::string& bytes) {
  std::size_t scanned = 0;
  const auto end = find_head_end(bytes, scanned, kLimits);
  if (!end) return tl::unexpected(end.error());
  if (*end == 0) return tl::unexpected(Fault{0, "incomplete"});
  return parse_request_head(std::string_view(bytes).substr(0, *end), kLimits);
}

int status_of(const std::string& bytes) {
  const auto slow = read_byte_by_byte(bytes);
  const auto fast = read_at_once(bytes);
  const int status = fast ? 200 : fast.error().status;
  EXPECT_EQ(slow ? 200 : slow.error().status, status) << "pieces matter: " << bytes;
  return status;
}

std::string get_with(const std::string& fields) { return "GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n"; }
std::string post_with(const std::string& fields) {
  return "POST /x HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

TEST(RequestHead, GivesTheTargetInItsParts) {
  const auto head =
      read_at_once("GET /a%20b/c?d=e?f HTTP/1.1\r\nHost: example.org:8080\r\nX-Y: \t z \t\r\n\r\nrest");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->method, "GET");
  EXPECT_EQ(head->path, "/a%20b/c");
  EXPECT_EQ(head->query, "d=e?f");
  EXPECT_EQ(head->minor_version, 1);
  EXPECT_EQ(head->headers.get("X-Y"), "z");
  EXPECT_EQ(head->content_length, std::nullopt);
  EXPECT_FALSE(head->chunked);
  EXPECT_TRUE(head->keep_alive);
}

TEST(RequestHead, AbsoluteTargetOverridesHost) {
  const auto head = read_at_once("GET http://b:81/p?q HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->headers.get("Host"), "b:81");
  EXPECT_EQ(head->headers.count("Host"), 1u);
  EXPECT_EQ(head->path, "/p");
  EXPECT_EQ(head->query, "q");
  const auto bare = read_at_once("GET http://b?q HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->path, "/");
  EXPECT_EQ(bare->query, "q");
}

TEST(RequestHead, ConnectionDecidesAboutKeepAlive) {
  EXPECT_FALSE(read_at_once(get_with("Connection: x, Close\r\n"))->keep_alive);
  EXPECT_FALSE(read_at_once("GET / HTTP/1.0\r\n\r\n")->keep_alive);
  EXPECT_TRUE(read_at_once("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")->keep_alive);
}

TEST(RequestHead, TakesBothFramingsOfABody) {
  EXPECT_EQ(read_at_once(post_with("Content-Length: 0042\r\n"))->content_length, 42u);
  EXPECT_TRUE(read_at_once(post_with("Transfer-Encoding: Chunked\r\n"))->chunked);
  EXPECT_TRUE(read_at_once(post_with("Content-Length: 1\r\nExpect: 100-Continue\r\n"))->expects_continue);
}

TEST(RequestHead, TakesWhatIsUnusualButClear) {
  const std::vector<std::string> taken = {
      "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",     // one empty line before
      "GET / HTTP/1.1\r\nHost:\r\n\r\n",           // an empty Host is a Host
      "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",  //
      "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",     //
      get_with("X-Empty:\r\n"),                    //
      get_with("X-Latin: \xe4\xf6\r\n"),           // obs-text
      get_with("X-Own: a:b:c\r\n"),                //
      "GET / HTTP/1.0\r\n\r\n",                    // 1.0 needs no Host
      "BREW / HTTP/1.1\r\nHost: a\r\n\r\n",        // any token is a method
  };
  for (const std::string& bytes : taken) EXPECT_EQ(status_of(bytes), 200) << bytes;
}

TEST(RequestHead, RefusesEverySecondWayToFrameABody) {
  const std::vector<std::pair<std::string, int>> refused = {
      {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400},
      {"Content-Length: 5\r\nContent-Length: 5\r\n", 400},
      {"Content-Length: 5\r\nContent-Length: 6\r\n", 400},
      {"Content-Length: 5, 5\r\n", 400},
      {"Content-Length: 5,6\r\n", 400},
      {"Content-Length: +5\r\n", 400},
      {"Content-Length: -5\r\n", 400},
      {"Content-Length: 0x5\r\n", 400},
      {"Content-Length: 5 5\r\n", 400},
      {"Content-Length: 5a\r\n", 400},
      {"Content-Length:\r\n", 400},
      {"Content-Length: 9999999999999999999\r\n", 400},
      {"Content-Length: 00000000000000000005\r\n", 400},
      {"Content-Length : 5\r\n", 400},
      {"Content-Length\t: 5\r\n", 400},
      {" Content-Length: 5\r\n", 400},
      {"Transfer-Encoding: gzip\r\n", 501},
      {"Transfer-Encoding: gzip, chunked\r\n", 501},
      {"Transfer-Encoding: chunked, identity\r\n", 501},
      {"Transfer-Encoding: chunked, chunked\r\n", 501},
      {"Transfer-Encoding: identity\r\n", 501},
      {"Transfer-Encoding: \"chunked\"\r\n", 501},
      {"Transfer-Encoding: xchunked\r\n", 501},
      {"Transfer-Encoding: chunked;q=1\r\n", 501},
      {"Transfer-Encoding:\r\n", 501},
      {"Transfer-Encoding: \x0b"
       "chunked\r\n",
       400},
      {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 400},
      {"Transfer-Encoding : chunked\r\n", 400},
      {"Transfer-Encoding:\r\n chunked\r\n", 400},
      {"X: y\r\n\tTransfer-Encoding: chunked\r\n", 400},
  };
  for (const auto& [fields, status] : refused) EXPECT_EQ(status_of(post_with(fields)), status) << fields;
  EXPECT_EQ(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

TEST(RequestHead, RefusesEveryOtherAmbiguity) {
  const std::vector<std::pair<std::string, int>> refused = {
      {"GET / HTTP/1.1\r\n\r\n", 400},                           // no Host
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400},     // two
      {"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400},     //
      {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},              //
      {"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400},              //
      {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},              //
      {"GET http://u@b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},      //
      {"GET http:// HTTP/1.1\r\nHost: a\r\n\r\n", 400},          //
      {"GET / HTTP/1.1\nHost: a\n\n", 400},                      // bare line feeds
      {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},                  //
      {"GET / HTTP/1.1\r\nHost: a\r\nX: b\nY: c\r\n\r\n", 400},  //
      {"\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},              //
      {"\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},        // two empty lines before
      {"GET / HTTP/1.1\r\nHost: a\r\nX: b\rY: c\r\n\r\n", 400},  // a bare carriage return
      {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},               // two spaces
      {"GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},               //
      {" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},               //
      {"GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},               //
      {"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},             //
      {"GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n", 400},        //
      {"GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", 400},              //
      {"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},                //
      {"GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400},                //
      {"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400},         //
      {"G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400},                //
      {"GET /\r\n\r\n", 400},                                    // HTTP/0.9
      {"GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505},                //
      {"PRI * HTTP/2.0\r\n\r\n", 505},                           //
      {"GET / http/1.1\r\nHost: a\r\n\r\n", 400},                //
      {"GET / HTTP/1.1x\r\nHost: a\r\n\r\n", 400},               //
      {get_with("no colon\r\n"), 400},                           //
      {get_with(": nameless\r\n"), 400},                         //
      {get_with("X Y: z\r\n"), 400},                             //
      {get_with("X(Y): z\r\n"), 400},                            //
      {get_with("X: folded\r\n over two lines\r\n"), 400},       // obs-fold
      {get_with(std::string("X: a\0b\r\n", 8)), 400},            //
      {get_with("X: a\x7f\r\n"), 400},                           //
      {get_with("Expect: 200-ok\r\n"), 417},                     //
  };
  for (const auto& [bytes, status] : refused) EXPECT_EQ(status_of(bytes), status) << bytes;
}

TEST(RequestHead, LimitsSizeAndNumberOfFields) {
  EXPECT_EQ(status_of("GET /" + std::string(2000, 'a')), 414);
  EXPECT_EQ(status_of("GET /" + std::string(2000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n"), 414);
  EXPECT_EQ(status_of(get_with("X: " + std::string(2000, 'a'))), 431);
  EXPECT_EQ(status_of(get_with("X: " + std::string(2000, 'a') + "\r\n")), 431);
  // What comes after the limit decides nothing.
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(2000, 'a') + "\n"), 431);
  EXPECT_EQ(status_of("GET /" + std::string(2000, 'a') + "\n"), 414);
  std::string fields;
  for (int i = 0; i < 7; ++i) fields += "X: y\r\n";
  EXPECT_EQ(status_of(get_with(fields)), 200);
  EXPECT_EQ(status_of(get_with(fields + "X: y\r\n")), 431);
  const std::string rest = get_with("X: \r\n");
  EXPECT_EQ(status_of(get_with("X: " + std::string(kLimits.max_bytes - rest.size(), 'a') + "\r\n")), 200);
  EXPECT_EQ(status_of(get_with("X: " + std::string(kLimits.max_bytes - rest.size() + 1, 'a') + "\r\n")), 431);
}

}  // namespace
}  // namespace storey::http
