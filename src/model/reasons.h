// Why the engine took things for what they are: the rule that decided, with the numbers that it asked.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace storey {

/// The rules. What they are called and what they say is in reasons.cc.
enum class Because : std::uint8_t {
  kNotJudged,
  // A face is of a wall:
  kReachesCeiling,
  kLikely,
  kColumn,
  kPartition,
  kHoldsHeader,
  kGoesOverHeader,
  kRestsOnWalls,
  kHeader,
  kAssumedBack,
  kGlassWall,
  kCurtainWall,
  // A face is none:
  kUnlikely,
  kEndsBelowCeiling,
  kAboveHeads,
  kClutter,
  kCasework,
  kHangsInRoom,
  kHangsOverHeads,
  kRestsNowhere,
  kCornice,
  kPartOfHeader,
  kFrameOfCurtainWall,
  kStandsInWindow,
  kPane,
  kImage,
  // A part of the plan is a room:
  kEnclosed,
  kWalledIn,
  // It is none:
  kNotEnclosed,
  kNotWalledIn,
  kOutdoors,
  kHardlyWalled,
  // What was found is no opening:
  kDoubtful,
  kNoJambBetween,
  // An edge of a room lies where it does, if that is not on faces:
  kShowsBehindThings,
  kBehindOtherFace,
  kNothingShows,
  kCount  ///< of rules, none itself
};

/// Does a face that the rule decided about bound rooms?
constexpr bool is_of_wall(Because because) {
  return because >= Because::kReachesCeiling && because <= Because::kCurtainWall;
}

/// A rule that decided, with what it measured and what it compared that with.
struct Reason {
  Because because = Because::kNotJudged;
  std::array<double, 3> numbers{};

  Reason() = default;
  Reason(Because rule, std::initializer_list<double> measured = {});
};

struct RuleWords {
  Because because;
  std::string_view rule;   ///< its name in report.json
  std::string_view makes;  ///< what it takes things for
  std::string_view says;   ///< with {0}, {1}, {2} for the numbers
};

const RuleWords& words_for(Because because);

/// By the rule's name.
const RuleWords& words_for(std::string_view rule);

/// As many as the rule has.
std::vector<double> numbers_of(const Reason& reason);

/// What the rule says, with the numbers in their places.
std::string sentence_of(const Reason& reason);

}  // namespace storey
