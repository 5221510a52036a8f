#include "http/party_turns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace storey::http {
namespace {

using std::chrono::milliseconds;

/// Turns at a time that the test sets.
class PartyTurnsTest : public testing::Test {
 protected:
  /// Whether it begins at once; if not, its name is put into `begun` when it does.
  bool ask(PartyTurns& turns, const std::string& party, const std::string& request = "", bool on = false) {
    return turns.begin(
        party, on, [this, request] { begun.push_back(request); }, now);
  }
  /// How many of 20 requests begin.
  int asks_much(PartyTurns& turns, const std::string& party) {
    int count = 0;
    for (int i = 0; i < 20; ++i) count += ask(turns, party, party) ? 1 : 0;
    return count;
  }

  PartyTurns::Clock::time_point now{std::chrono::hours(1)};
  std::vector<std::string> begun;
};

TEST_F(PartyTurnsTest, WhoIsAloneHasUnderWayWhatItLikes) {
  PartyTurns turns(2);
  EXPECT_EQ(asks_much(turns, "a"), 20);
}

TEST_F(PartyTurnsTest, BesideOthersEachHasOneUnderWayAtLeast) {
  PartyTurns turns(2);
  for (const char* party : {"a", "b", "c"}) EXPECT_TRUE(ask(turns, party));
  EXPECT_FALSE(ask(turns, "a", "a2"));
  EXPECT_FALSE(ask(turns, "a", "a3"));
  turns.end("b", now);
  EXPECT_TRUE(begun.empty());
  turns.end("a", now);
  EXPECT_EQ(begun, std::vector<std::string>{"a2"});
  turns.end("a", now);
  EXPECT_EQ(begun, (std::vector<std::string>{"a2", "a3"}));
  turns.end("a", now);
  EXPECT_TRUE(ask(turns, "a"));
}

TEST_F(PartyTurnsTest, AllCoresButOneAreForThoseWhoAskForMore) {
  PartyTurns turns(9);
  EXPECT_TRUE(ask(turns, "quiet"));
  EXPECT_EQ(asks_much(turns, "a"), 7);
  turns.end("quiet", now);
  turns.end("a", now);
  EXPECT_EQ(begun.size(), 2U) << "the place of the quiet one is free too";
}

TEST_F(PartyTurnsTest, ThoseWhoAskForMoreHaveEqualShares) {
  PartyTurns turns(9);
  EXPECT_TRUE(ask(turns, "quiet"));
  EXPECT_EQ(asks_much(turns, "a"), 7);
  EXPECT_EQ(asks_much(turns, "b"), 3);
  for (int i = 0; i < 4; ++i) turns.end("a", now);
  EXPECT_TRUE(begun.empty());
  turns.end("a", now);
  EXPECT_EQ(begun, std::vector<std::string>{"a"});
}

TEST_F(PartyTurnsTest, WhatWasBegunComesFirst) {
  PartyTurns turns(2);
  EXPECT_TRUE(ask(turns, "b"));
  EXPECT_TRUE(ask(turns, "a"));
  EXPECT_FALSE(ask(turns, "a", "new"));
  EXPECT_FALSE(ask(turns, "a", "begun 1", true));
  EXPECT_FALSE(ask(turns, "a", "begun 2", true));
  for (int i = 0; i < 3; ++i) turns.end("a", now);
  EXPECT_EQ(begun, (std::vector<std::string>{"begun 1", "begun 2", "new"}));
}

TEST_F(PartyTurnsTest, OnceOthersAreSilentNothingWaits) {
  PartyTurns turns(2);
  EXPECT_TRUE(ask(turns, "b"));
  turns.end("b", now);
  EXPECT_EQ(asks_much(turns, "a"), 1);
  now += milliseconds(900);
  turns.look(now);
  EXPECT_TRUE(begun.empty()) << "it may go on";
  now += milliseconds(200);
  EXPECT_FALSE(ask(turns, "a", "a")) << "not before those that wait";
  turns.look(now);
  EXPECT_EQ(begun.size(), 20U);
  EXPECT_TRUE(ask(turns, "a"));
}

TEST_F(PartyTurnsTest, WhoHasSomethingUnderWayIsNotSilent) {
  PartyTurns turns(2);
  EXPECT_TRUE(ask(turns, "b"));
  EXPECT_EQ(asks_much(turns, "a"), 1);
  for (int i = 0; i < 10; ++i) {
    now += milliseconds(700);
    turns.look(now);
  }
  EXPECT_TRUE(begun.empty());
  turns.end("b", now);
  now += milliseconds(1800);  // a second after that was looked at last
  turns.look(now);
  EXPECT_EQ(begun.size(), 19U);
}

}  // namespace
}  // namespace storey::http
