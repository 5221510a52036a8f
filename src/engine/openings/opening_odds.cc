#include "engine/openings/opening_odds.h"

#include <algorithm>
#include <cmath>

#include "base/take_out.h"
#include "engine/learned/opening_weights.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr double kHighHead = 2.0;  // m: heads of doors; higher ones are as good
constexpr double kWide = 1.2;      // m: beyond, widths say no more

}  // namespace

const std::array<std::string_view, std::tuple_size_v<OpeningCues>> kOpeningCueNames = {
    "inside_shown", "rim_shown",      "other_face_void", "hidden",
    "floor_within", "shown_past_rim", "deep_within",     "log_wall",
    "head",         "log_width",      "wall_shown",      "between_rooms"};

OpeningCues cues_of(const FoundOpening& opening, const std::vector<WallPiece>& walls,
                    const std::vector<RoomShape>& rooms) {
  const VoidMeasures& measures = *opening.measures;
  const WallPiece& wall = walls[static_cast<std::size_t>(opening.wall)];
  return {measures.inside,
          measures.rim,
          measures.other_void,
          measures.hidden,
          measures.threshold,
          measures.beyond,
          measures.deep,
          std::log(std::max(kNarrowestOpening, wall.extent.length())),
          std::min(kHighHead, opening.head),
          std::log(std::clamp(opening.span.length(), kNarrowestOpening, kWide)),
          shown_of(edge_of(rooms, wall.front_edge), back_of(wall, rooms)),
          wall.two_sided() ? 1.0 : 0.0};
}

double chance_of(const OpeningCues& cues) { return chance(kOpeningWeights, cues); }

std::vector<FoundOpening> take_out_doubtful(const std::vector<RoomShape>& rooms,
                                            const std::vector<WallPiece>& walls,
                                            std::vector<FoundOpening>& openings) {
  for (FoundOpening& opening : openings)
    if (opening.measures) opening.confidence = chance_of(cues_of(opening, walls, rooms));
  std::vector<FoundOpening> taken = take_out(
      openings, [](const FoundOpening& opening) { return opening.measures && opening.confidence < kHalf; });
  for (FoundOpening& opening : taken) opening.left_out = {Because::kDoubtful, {opening.confidence, kHalf}};
  return taken;
}

}  // namespace storey
