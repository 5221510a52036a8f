#include "model/reasons.h"

#include <gmock/gmock.h>

#include <set>

namespace storey {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Reasons, EachRuleHasItsOwnName) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Because::kCount); ++i) {
    const RuleWords& words = words_for(static_cast<Because>(i));
    EXPECT_EQ(words.because, static_cast<Because>(i)) << words.rule;
    EXPECT_TRUE(names.insert(words.rule).second) << words.rule;
    EXPECT_EQ(words_for(words.rule).because, words.because);
  }
}

TEST(Reasons, ASentenceHasAllNumbersInTheirPlaces) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Because::kCount); ++i)
    EXPECT_EQ(sentence_of(Reason(static_cast<Because>(i))).find('{'), std::string::npos) << i;
  EXPECT_EQ(sentence_of({Because::kNotWalledIn, {0.284, 0.55}}),
            "has no ceiling, and walls along 0.28 of its horizon; a room has along 0.55");
}

TEST(Reasons, HaveAsManyNumbersAsTheirRule) {
  EXPECT_THAT(numbers_of({Because::kNotWalledIn, {0.284, 0.55}}), ElementsAre(0.284, 0.55));
  EXPECT_THAT(numbers_of(Because::kNothingShows), IsEmpty());
}

TEST(Reasons, WhatIsOfAWallIsTakenForAPartOfOne) {
  const std::set<std::string_view> of_walls = {"wall", "column", "lintel", "header", "glass", "curtain wall"};
  for (std::size_t i = 0; i < static_cast<std::size_t>(Because::kCount); ++i) {
    const RuleWords& words = words_for(static_cast<Because>(i));
    EXPECT_EQ(is_of_wall(words.because), of_walls.contains(words.makes)) << words.rule;
  }
}

}  // namespace
}  // namespace storey
