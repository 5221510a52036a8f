#include "service/worker/child_process.h"

#include <gmock/gmock.h>

#include <csignal>

namespace storey::service {
namespace {

using testing::ElementsAre;

class ChildProcessTest : public testing::Test {
 protected:
  ChildOutcome run(const std::string& script) {
    const auto outcome = run_child(
        {"/bin/sh", "-c", script}, environment, limits,
        [&](std::string_view line) { lines.emplace_back(line); }, keep_going);
    return outcome.value();
  }

  std::vector<std::string> environment;
  ChildLimits limits;
  std::vector<std::string> lines;
  std::function<bool()> keep_going = [] { return true; };
};

TEST_F(ChildProcessTest, OutputComesLineByLine) {
  EXPECT_EQ(run("printf 'one\\ntw'; printf 'o\\nunfinished'; exit 3").exit_code, 3);
  EXPECT_THAT(lines, ElementsAre("one", "two"));
}

TEST_F(ChildProcessTest, LongLinesAreCut) {
  limits.max_line_bytes = 4;
  run("echo 123456789; echo 12");
  EXPECT_THAT(lines, ElementsAre("1234", "12"));
}

TEST_F(ChildProcessTest, LimitsHoldInTheChild) {
  limits.address_space_bytes = 512 << 20;
  limits.cpu_time = std::chrono::seconds(7);
  run("ulimit -v; ulimit -t; ulimit -c");
  EXPECT_THAT(lines, ElementsAre("524288", "7", "0"));
}

TEST_F(ChildProcessTest, StandsBackBehindItsParent) {
  run("nice");
  limits.nice = 3;
  run("nice");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(std::stoi(lines[1]), std::stoi(lines[0]) + 3);
}

TEST_F(ChildProcessTest, TheLimitOfComputingTimeArrivesAsSuch) {
  limits.cpu_time = std::chrono::seconds(1);
  const ChildOutcome outcome = run("while :; do :; done");
  EXPECT_EQ(outcome.end, ChildEnd::kSignalled);
  EXPECT_EQ(outcome.signal, SIGXCPU);
}

TEST_F(ChildProcessTest, NothingOfTheEnvironmentIsKnown) {
  ::setenv("STOREY_TEST_SECRET", "hidden", 1);
  run("tr '\\0' '\\n' </proc/$$/environ; echo end");
  ::unsetenv("STOREY_TEST_SECRET");
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines) EXPECT_EQ(line.find("STOREY_TEST_SECRET"), std::string::npos);
}

TEST_F(ChildProcessTest, WhatItIsToKnowIsInItsEnvironment) {
  environment = {"TRACEPARENT=00-1-2-3"};
  run("echo $TRACEPARENT");
  EXPECT_THAT(lines, ElementsAre("00-1-2-3"));
}

TEST_F(ChildProcessTest, LastWordsAreKept) {
  EXPECT_EQ(run("echo out; echo what is wrong >&2; exit 3").last_words, "what is wrong\n");
  EXPECT_THAT(lines, ElementsAre("out"));
  const std::string end = run("i=0; while [ $i -lt 20000 ]; do echo $i >&2; i=$((i+1)); done").last_words;
  EXPECT_EQ(end.size(), 4096u);
  EXPECT_TRUE(end.ends_with("19998\n19999\n"));
}

TEST_F(ChildProcessTest, NothingOfTheParentIsOpen) {
  run("ls /proc/self/fd | tr '\\n' ' '; echo; cat");
  EXPECT_THAT(lines, ElementsAre("0 1 2 3 "));  // 3 is the folder that ls reads
}

TEST_F(ChildProcessTest, SignalsAreTold) {
  const ChildOutcome outcome = run("kill -KILL $$");
  EXPECT_EQ(outcome.end, ChildEnd::kSignalled);
  EXPECT_EQ(outcome.signal, SIGKILL);
}

TEST_F(ChildProcessTest, StopsWhenItMustNotGoOnEvenIfItDoesNotWantTo) {
  bool ready = false;
  keep_going = [&] {
    ready = ready || !lines.empty();
    return !ready;
  };
  EXPECT_EQ(run("trap '' TERM; echo ready; while :; do sleep 1; done").end, ChildEnd::kStopped);
}

TEST_F(ChildProcessTest, StopsWhenItsTimeIsOver) {
  limits.wall_time = std::chrono::seconds(1);
  EXPECT_EQ(run("sleep 1000").end, ChildEnd::kTimedOut);
}

TEST_F(ChildProcessTest, AProgramThatIsNotThereIsAnError) {
  EXPECT_FALSE(run_child(
      {"/nothing/here"}, {}, limits, [](std::string_view) {}, keep_going));
}

}  // namespace
}  // namespace storey::service
