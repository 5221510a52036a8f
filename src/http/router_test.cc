#include "http/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace storey::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

void add(Router& router, Method method, std::string_view pattern) {
  router.add(method, pattern, [](Request&) { return Response::empty(); });
}

std::string matched(const Router& router, std::string_view path, Method method = Method::kGet) {
  const Router::Match match = router.match(method, path);
  return match.route ? match.route->pattern : "";
}

TEST(Router, FixedSegmentsWinOverParametersOverTheRest) {
  Router router;
  for (const char* pattern : {"/", "/a", "/a/", "/a/{x}", "/a/b", "/a/{x}/c", "/{rest...}"})
    add(router, Method::kGet, pattern);
  EXPECT_EQ(matched(router, "/"), "/");
  EXPECT_EQ(matched(router, "/a"), "/a");
  EXPECT_EQ(matched(router, "/a/"), "/a/");
  EXPECT_EQ(matched(router, "/a/b"), "/a/b");
  EXPECT_EQ(matched(router, "/a/bb"), "/a/{x}");
  EXPECT_EQ(matched(router, "/a/b/c"), "/a/{x}/c");
  EXPECT_EQ(matched(router, "/a/b/d"), "/{rest...}");
  EXPECT_EQ(matched(router, "/d/e/f"), "/{rest...}");
}

TEST(Router, ParametersAreDecodedAfterTheyAreSeparated) {
  Router router;
  add(router, Method::kGet, "/orders/{order}/files/{path...}");
  const auto match = router.match(Method::kGet, "/orders/a%2Fb%20c/files/d/e%3f");
  ASSERT_TRUE(match.route);
  EXPECT_THAT(match.parameters, ElementsAre(Pair("order", "a/b c"), Pair("path", "d/e?")));
}

TEST(Router, NoPathClimbs) {
  Router router;
  add(router, Method::kGet, "/files/{path...}");
  for (const char* path : {"/files/..", "/files/a/../b", "/files/%2e%2E/a", "/files/.", "/../files/a",
                           "/files/%zz", "/files/a%00"})
    EXPECT_EQ(matched(router, path), "") << path;
  EXPECT_NE(matched(router, "/files/..a"), "");
}

TEST(Router, AParameterIsNeverEmpty) {
  Router router;
  add(router, Method::kGet, "/a/{x}/b");
  EXPECT_EQ(matched(router, "/a//b"), "");
}

TEST(Router, TellsTheMethodsOfAPath) {
  Router router;
  add(router, Method::kGet, "/a/{x}");
  add(router, Method::kPut, "/a/{y}");
  EXPECT_THAT(router.match(Method::kPut, "/a/1").parameters, ElementsAre(Pair("y", "1")));
  EXPECT_EQ(matched(router, "/a/1", Method::kHead), "/a/{x}");
  const auto other = router.match(Method::kDelete, "/a/1");
  EXPECT_EQ(other.route, nullptr);
  EXPECT_THAT(other.allowed, ElementsAre(Method::kGet, Method::kHead, Method::kPut, Method::kOptions));
  EXPECT_THAT(router.match(Method::kGet, "/b").allowed, IsEmpty());
  EXPECT_THAT(router.match(Method::kGet, "*").allowed, IsEmpty());
}

TEST(Router, RefusesMalformedAndDoublePatterns) {
  Router router;
  add(router, Method::kGet, "/a/{x}");
  for (const char* pattern : {"", "a", "/{}", "/{...}", "/{x", "/{x...}/b", "/a/{y}"})
    EXPECT_THROW(add(router, Method::kGet, pattern), std::invalid_argument) << pattern;
}

}  // namespace
}  // namespace storey::http
