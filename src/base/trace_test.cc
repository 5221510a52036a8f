#include "base/trace.h"

#include <gtest/gtest.h>

#include <string>

namespace storey {
namespace {

constexpr std::string_view kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";

TEST(Trace, OfVersion0) {
  EXPECT_EQ(trace_id("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), kTrace);
}

TEST(Trace, LaterVersionsMayHaveMore) {
  EXPECT_EQ(trace_id("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), kTrace);
  EXPECT_EQ(trace_id("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes"), kTrace);
}

TEST(Trace, WhatIsNone) {
  for (const char* text : {
           "",
           "00",
           "nonsense",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",          // no flags
           "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",       // upper case
           "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",       // no hexadecimal digit
           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",       // no trace
           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",       // no parent
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",       // flags
           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",       // no dash
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",  // version 00 has none
           "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",       // never a version
           "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01what",
           "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-a\r\nb: c",
       })
    EXPECT_EQ(trace_id(text), "") << text;
  const std::string long_one =
      "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-" + std::string(250, 'a');
  EXPECT_EQ(trace_id(long_one), "");
}

}  // namespace
}  // namespace storey
