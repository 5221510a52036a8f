#include "service/worker/work_call.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

class WorkCallTest : public testing::Test {
 protected:
  void find_nothing(WorkCall::Worker worker) {
    call.looks(worker);
    EXPECT_TRUE(call.rests(worker));
  }

  WorkCall call;
  int first_woken = 0, second_woken = 0;
  WorkCall::Worker first = call.join([this] { ++first_woken; });
  WorkCall::Worker second = call.join([this] { ++second_woken; });
};

TEST_F(WorkCallTest, WakesOneOfThoseThatRest) {
  call.call();
  EXPECT_EQ(first_woken + second_woken, 0) << "they have not looked yet";
  find_nothing(first);
  find_nothing(second);
  call.call();
  EXPECT_EQ(first_woken + second_woken, 1);
  call.call();
  EXPECT_EQ(first_woken, 1);
  EXPECT_EQ(second_woken, 1) << "whoever was called is at work";
}

TEST_F(WorkCallTest, NoCallIsLostOnThoseWhoLook) {
  call.looks(first);
  call.call();
  EXPECT_FALSE(call.rests(first));
  find_nothing(first);
}

TEST_F(WorkCallTest, WhoHasLeftIsNotCalled) {
  find_nothing(first);
  call.leave(first);
  find_nothing(second);
  call.call();
  EXPECT_EQ(first_woken, 0);
  EXPECT_EQ(second_woken, 1);
}

}  // namespace
}  // namespace storey::service
