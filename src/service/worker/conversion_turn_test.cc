#include "service/worker/conversion_turn.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <future>
#include <stdexcept>

namespace storey::service {
namespace {

using Kind = ConversionTurn::Kind;

class ConversionTurnTest : public testing::Test {
 protected:
  ConversionTurnTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-turn-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
  }
  ~ConversionTurnTest() override { std::filesystem::remove_all(folder); }

  /// Without waiting.
  std::optional<ConversionTurn> ask(Kind kind) {
    return ConversionTurn::take(folder, kind, [] { return false; }).value();
  }

  std::filesystem::path folder;
};

TEST_F(ConversionTurnTest, SideBySideUnlessOneIsAlone) {
  auto first = ask(Kind::kAmongOthers), second = ask(Kind::kAmongOthers);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(ask(Kind::kAlone));
  first.reset();
  EXPECT_FALSE(ask(Kind::kAlone));
  second.reset();
  auto alone = ask(Kind::kAlone);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(ask(Kind::kAmongOthers));
  alone.reset();
  EXPECT_TRUE(ask(Kind::kAmongOthers));
}

TEST_F(ConversionTurnTest, WhoWaitsToBeAloneComesBeforeWhoAsksLater) {
  auto running = ask(Kind::kAmongOthers);
  std::promise<void> asked;
  bool told = false;
  auto waiting = std::async(std::launch::async, [&] {
    return ConversionTurn::take(folder, Kind::kAlone,
                                [&] {
                                  if (!std::exchange(told, true)) asked.set_value();
                                  return true;
                                })
        .value();
  });
  asked.get_future().wait();
  EXPECT_FALSE(ask(Kind::kAmongOthers)) << "or else somebody always runs";
  running.reset();
  EXPECT_TRUE(waiting.get());
}

TEST_F(ConversionTurnTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_FALSE(ConversionTurn::take(folder / "none", Kind::kAlone, [] { return true; }));
}

}  // namespace
}  // namespace storey::service
