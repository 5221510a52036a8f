#include "service/api/mailbox.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <vector>

namespace storey::service {
namespace {

struct Step {
  int status = 0;
  int percentage = 0;
};

class MailboxTest : public testing::Test {
 protected:
  std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> waiting;
    for (const auto& kept : mailbox.changes) waiting.push_back(kept.number);
    return waiting;
  }

  boost::asio::io_context context;
  Mailbox<Step> mailbox{context.get_executor()};
};

TEST_F(MailboxTest, WhatNobodyTakesIsBoundedAndEndsWithTheLast) {
  constexpr int kChanges = 1000;
  for (int number = 1; number <= kChanges; ++number)
    mailbox.put(number, {number % 2, number}, number == kChanges);
  ASSERT_EQ(mailbox.changes.size(), Mailbox<Step>::kMaxWaiting);
  EXPECT_EQ(mailbox.changes.front().number, kChanges - 63);
  EXPECT_EQ(mailbox.changes.back().number, kChanges);
  EXPECT_TRUE(mailbox.ended);
}

TEST_F(MailboxTest, OfOneStatusTheLatestProgressIsKept) {
  for (int number = 1; number <= 5; ++number) mailbox.put(number, {0, 20 * number}, false);
  mailbox.put(6, {1, 100}, false);
  EXPECT_EQ(numbers(), (std::vector<std::int64_t>{5, 6}));
  EXPECT_EQ(mailbox.changes.front().change.percentage, 100);
}

TEST_F(MailboxTest, NothingIsToldTwiceAndNothingAfterTheLast) {
  mailbox.put(3, {1, 0}, false);
  mailbox.put(3, {2, 0}, false);
  mailbox.put(2, {3, 0}, false);
  mailbox.put(4, {4, 0}, true);
  mailbox.put(5, {5, 0}, false);
  EXPECT_EQ(numbers(), (std::vector<std::int64_t>{3, 4}));
}

}  // namespace
}  // namespace storey::service
