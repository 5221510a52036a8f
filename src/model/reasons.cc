#include "model/reasons.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace storey {
namespace {

constexpr RuleWords kRules[] = {
    {Because::kNotJudged, "not_judged", "unknown", "no rule decided"},

    {Because::kReachesCeiling, "reaches_ceiling", "wall",
     "is hit right below the ceiling along {0} of its length"},
    {Because::kLikely, "likely", "wall",
     "does not reach the ceiling, but its cues give it a chance of {0}; half of the walls that do have more "
     "than {1}"},
    {Because::kColumn, "column", "column", "is a side of what stands alone and hides floor and ceiling"},
    {Because::kPartition, "partition", "wall",
     "stands before a wall that looks the other way, as its other face does"},
    {Because::kHoldsHeader, "holds_header", "wall", "holds a header"},
    {Because::kGoesOverHeader, "goes_over_header", "wall", "goes on over a header"},
    {Because::kRestsOnWalls, "rests_on_walls", "lintel",
     "shows above heads, below along {0} of its length, between walls at both ends"},
    {Because::kHeader, "header", "header",
     "hangs from wall to wall over {0} m as high as a passage, and shows along {1} of it"},
    {Because::kAssumedBack, "assumed_back", "header",
     "was not seen: it is taken to be {0} m behind the header's other face"},
    {Because::kGlassWall, "glass_wall", "glass",
     "shows by few hits, but in one plane at all heights, along {0} of its length"},
    {Because::kCurtainWall, "curtain_wall", "curtain wall",
     "shows as a sill along {0} of its length and as a head along {1}; between the two, {2} of it is hit"},

    {Because::kUnlikely, "unlikely", "furniture",
     "does not reach the ceiling, and its cues give it a chance of {0}; half of the walls that do have more "
     "than {1}"},
    {Because::kEndsBelowCeiling, "ends_below_ceiling", "furniture",
     "ends below a ceiling that shows before it, and its cues give it a chance of {0}; half of the walls "
     "that reach the ceiling have more than {1}"},
    {Because::kAboveHeads, "above_heads", "furniture",
     "does not reach the ceiling, and shows below heads along {0} of its length alone"},
    {Because::kClutter, "clutter", "furniture",
     "scatters by {0} mm and fills its band of {1} mm, as shelves and plants do; surfaces are thinner"},
    {Because::kCasework, "casework", "furniture",
     "would make a wall {0} m thick with the face behind it; half of the walls are thinner than {1} m, and "
     "casework before one of them is as deep"},
    {Because::kHangsInRoom, "hangs_in_room", "beam",
     "is {0} m long and shows between table and head along {1} of it, over a floor that goes on behind"},
    {Because::kHangsOverHeads, "hangs_over_heads", "beam",
     "hangs higher than passages over a floor that goes on, and shows lower along {0} of its length"},
    {Because::kRestsNowhere, "rests_nowhere", "beam",
     "shows above heads, below along {0} of its length, and no walls hold both of its ends"},
    {Because::kCornice, "cornice", "cornice",
     "shows above heads and hardly between table and head, with a wall behind {0} of its length"},
    {Because::kPartOfHeader, "part_of_header", "beam", "is part of a header, whose faces stand for it"},
    {Because::kFrameOfCurtainWall, "frame_of_curtain_wall", "frame",
     "stands closely behind the face of a curtain wall"},
    {Because::kStandsInWindow, "stands_in_window", "frame",
     "stands behind a wall's face that shows below and above it"},
    {Because::kPane, "pane", "pane",
     "is hit rarely, but at all heights, and free on both sides; whether glass stands there, glass walls "
     "say"},
    {Because::kImage, "image", "image",
     "is for the most part the image of other faces in glass, through which alone it is seen or, where no "
     "poses tell, behind which it is fainter than these"},

    {Because::kEnclosed, "enclosed", "room", "has walls along {0} of its outline and {1} of its horizon"},
    {Because::kWalledIn, "walled_in", "room", "has no ceiling, but walls along {0} of its horizon"},
    {Because::kNotEnclosed, "not_enclosed", "no room",
     "has walls along {0} of its outline and {1} of its horizon; a room has along {2} in the mean"},
    {Because::kNotWalledIn, "not_walled_in", "no room",
     "has no ceiling, and walls along {0} of its horizon; a room has along {1}"},
    {Because::kOutdoors, "outdoors", "no room",
     "has no ceiling, and of its walls, along {1} of the horizon, those along {0} rise past the storey's "
     "ceilings"},
    {Because::kHardlyWalled, "hardly_walled", "no room",
     "has walls along {0} of its outline; a room has along {1}"},

    {Because::kDoubtful, "doubtful", "no opening",
     "has cues that give it a chance of {0}; what is drawn has {1} and more"},
    {Because::kNoJambBetween, "no_jamb_between", "no opening",
     "has a chance of {0}, and no jamb parts it from a likelier opening of its wall"},

    {Because::kShowsBehindThings, "shows_behind_things", "edge",
     "lies where hits show between the things before it"},
    {Because::kBehindOtherFace, "behind_other_face", "edge",
     "was not seen: it is taken to be a partition's thickness behind the wall's other face"},
    {Because::kNothingShows, "nothing_shows", "edge", "was not seen, and goes on from the edges beside it"},
};
static_assert(std::size(kRules) == static_cast<std::size_t>(Because::kCount), "a rule without words");

std::string place(std::size_t number) { return "{" + std::to_string(number) + "}"; }

/// With at most two decimals.
std::string figure(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::round(value * 100) / 100);
  return {text.data(), end.ptr};
}

}  // namespace

Reason::Reason(Because rule, std::initializer_list<double> measured) : because(rule) {
  std::ranges::copy(measured, numbers.begin());
}

const RuleWords& words_for(Because because) { return kRules[static_cast<std::size_t>(because)]; }

const RuleWords& words_for(std::string_view rule) {
  const auto* found = std::ranges::find(kRules, rule, &RuleWords::rule);
  return found != std::end(kRules) ? *found : words_for(Because::kNotJudged);
}

std::vector<double> numbers_of(const Reason& reason) {
  const std::string_view says = words_for(reason.because).says;
  std::vector<double> numbers;
  while (numbers.size() < reason.numbers.size() && says.find(place(numbers.size())) != std::string_view::npos)
    numbers.push_back(reason.numbers.at(numbers.size()));
  return numbers;
}

std::string sentence_of(const Reason& reason) {
  std::string sentence(words_for(reason.because).says);
  const std::vector<double> numbers = numbers_of(reason);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    sentence.replace(sentence.find(place(i)), place(i).size(), figure(numbers[i]));
  return sentence;
}

}  // namespace storey
