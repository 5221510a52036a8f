#include "http/conditions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace storey::http {
namespace {

constexpr std::int64_t kModified = 1'700'000'000;

Request get_with(const std::vector<Header>& fields) {
  Request request;
  for (const Header& field : fields) request.headers.add(field.name, field.value);
  return request;
}

FileAnswer answer(const std::vector<Header>& fields, std::uint64_t size = 10) {
  return evaluate_conditions(get_with(fields), {"\"v1\"", kModified, size});
}

TEST(Conditions, EntityTagsDecideFirst) {
  const std::string newer = format_http_date(kModified + 1);
  const std::string older = format_http_date(kModified - 1);
  EXPECT_EQ(answer({{"If-None-Match", "\"v1\""}}).status, 304);
  EXPECT_EQ(answer({{"If-None-Match", "\"v0\", W/\"v1\""}}).status, 304);
  EXPECT_EQ(answer({{"If-None-Match", "*"}}).status, 304);
  EXPECT_EQ(answer({{"If-None-Match", "\"v2\""}}).status, 200);
  EXPECT_EQ(answer({{"If-None-Match", "\"v2\""}, {"If-Modified-Since", newer}}).status, 200);
  EXPECT_EQ(answer({{"If-Match", "\"v1\""}}).status, 200);
  EXPECT_EQ(answer({{"If-Match", "*"}}).status, 200);
  EXPECT_EQ(answer({{"If-Match", "W/\"v1\""}}).status, 412);
  EXPECT_EQ(answer({{"If-Match", "\"v2\""}}).status, 412);
  EXPECT_EQ(answer({{"If-Match", "\"v1\""}, {"If-Unmodified-Since", older}}).status, 200);
}

TEST(Conditions, DatesDecideToTheSecond) {
  EXPECT_EQ(answer({{"If-Modified-Since", format_http_date(kModified)}}).status, 304);
  EXPECT_EQ(answer({{"If-Modified-Since", format_http_date(kModified - 1)}}).status, 200);
  EXPECT_EQ(answer({{"If-Unmodified-Since", format_http_date(kModified)}}).status, 200);
  EXPECT_EQ(answer({{"If-Unmodified-Since", format_http_date(kModified - 1)}}).status, 412);
  EXPECT_EQ(answer({{"If-Modified-Since", "yesterday"}}).status, 200);
}

TEST(Conditions, ARangeNeedsTheSameFile) {
  const Header range{"Range", "bytes=2-4"};
  EXPECT_EQ(answer({range, {"If-Range", "\"v1\""}}).status, 206);
  EXPECT_EQ(answer({range, {"If-Range", "\"v0\""}}).status, 200);
  EXPECT_EQ(answer({range, {"If-Range", "W/\"v1\""}}).status, 200);
  EXPECT_EQ(answer({range, {"If-Range", format_http_date(kModified)}}).status, 200);
  EXPECT_EQ(answer({range, {"If-None-Match", "\"v1\""}}).status, 304);
  Request head = get_with({range});
  head.method = Method::kHead;
  EXPECT_EQ(evaluate_conditions(head, {"\"v1\"", kModified, 10}).status, 200);
}

// Which bytes a range means, by asking for each byte whether it is in.
std::string bytes_in_range(std::string_view first, std::string_view last, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    const bool in = first.empty() ? i + std::stoul(std::string(last)) >= size
                                  : i >= std::stoul(std::string(first)) &&
                                        (last.empty() || i <= std::stoul(std::string(last)));
    if (in) bytes.push_back(static_cast<char>('a' + i));
  }
  return bytes;
}

TEST(Conditions, EveryRangeOfASmallFileIsTheBytesItNames) {
  const std::vector<std::string> numbers = {"", "0", "1", "2", "3", "4", "5", "99"};
  for (std::size_t size = 0; size < 5; ++size) {
    const std::string file = std::string("abcde").substr(0, size);
    for (const std::string& first : numbers) {
      for (const std::string& last : numbers) {
        if ((first.empty() && last.empty()) || (!first.empty() && !last.empty() && first > last)) continue;
        const FileAnswer got = answer({{"Range", "bytes=" + first + "-" + last}}, size);
        const std::string expected = bytes_in_range(first, last, size);
        EXPECT_EQ(got.status, expected.empty() ? 416 : 206) << first << "-" << last << " of " << size;
        EXPECT_EQ(file.substr(got.offset, got.size), expected) << first << "-" << last << " of " << size;
      }
    }
  }
}

TEST(Conditions, WhatIsNoSingleRangeIsIgnored) {
  for (const char* text :
       {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=3-2", "bytes=1-2,4-5", "bytes=1-2x",
        "bytes=+1-2", "bytes=--1", "lines=1-2", "bytes 1-2"}) {
    const FileAnswer got = answer({{"Range", text}});
    EXPECT_EQ(got.status, 200) << text;
    EXPECT_EQ(got.size, 10u) << text;
  }
}

}  // namespace
}  // namespace storey::http
