#include "service/api/media_type.h"

#include <gtest/gtest.h>

#include <array>

namespace storey::service {
namespace {

constexpr std::array<std::string_view, 3> kOffered = {"application/json", "application/graphql-response+json",
                                                      "text/event-stream"};

std::string_view chosen(std::string_view accept) { return choose_media_type(accept, kOffered); }

TEST(MediaType, TheFirstServesWhoDoesNotCare) {
  EXPECT_EQ(chosen(""), kOffered[0]);
  EXPECT_EQ(chosen("*/*"), kOffered[0]);
  EXPECT_EQ(chosen("application/*"), kOffered[0]);
}

TEST(MediaType, WeightsDecide) {
  EXPECT_EQ(chosen("application/json;q=0.5, application/graphql-response+json"), kOffered[1]);
  EXPECT_EQ(chosen("application/json;q=0.9, text/event-stream;q=0.8"), kOffered[0]);
  EXPECT_EQ(chosen("TEXT/Event-Stream; charset=utf-8; Q=0.1"), kOffered[2]);
}

TEST(MediaType, TheClosestRangeCounts) {
  EXPECT_EQ(chosen("application/*;q=0.9, application/json;q=0.1"), kOffered[1]);
  EXPECT_EQ(chosen("*/*, application/json;q=0, application/graphql-response+json;q=0"), kOffered[2]);
}

TEST(MediaType, NothingServesWhoTakesNothingOffered) {
  EXPECT_EQ(chosen("text/html"), "");
  EXPECT_EQ(chosen("application/json;q=0"), "");
  EXPECT_EQ(chosen("app/*"), "");
}

TEST(ContentCoding, GzipIsForThoseWhoTakeIt) {
  EXPECT_TRUE(accepts_gzip("gzip, deflate, br"));
  EXPECT_TRUE(accepts_gzip("br;q=1, X-GZIP;q=0.5"));
  EXPECT_TRUE(accepts_gzip("*"));
  EXPECT_FALSE(accepts_gzip(""));
  EXPECT_FALSE(accepts_gzip("br, notgzip"));
}

TEST(ContentCoding, WhatIsNamedCountsMoreThanTheRest) {
  EXPECT_FALSE(accepts_gzip("gzip;q=0, *"));
  EXPECT_FALSE(accepts_gzip("*, gzip;q=0"));
  EXPECT_TRUE(accepts_gzip("gzip;q=0.1, *;q=0"));
}

}  // namespace
}  // namespace storey::service
