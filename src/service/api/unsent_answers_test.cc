#include "service/api/unsent_answers.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

const ClientId kFirst("first"), kSecond("second");

TEST(UnsentAnswers, AClientIsFullUntilItTakesWhatItAskedFor) {
  UnsentAnswers unsent(100);
  auto large = unsent.add(kFirst, 60);
  EXPECT_FALSE(unsent.is_full(kFirst));
  auto other = unsent.add(kFirst, 40);
  EXPECT_TRUE(unsent.is_full(kFirst));
  EXPECT_FALSE(unsent.is_full(kSecond));
  large.reset();
  EXPECT_FALSE(unsent.is_full(kFirst));
}

TEST(UnsentAnswers, ConnectionsMayLiveLonger) {
  std::shared_ptr<const void> held;
  {
    UnsentAnswers unsent(100);
    held = unsent.add(kFirst, 60);
  }
  held.reset();
}

}  // namespace
}  // namespace storey::service
