// How likely it is that an opening that was found exists: its cues are weighed as simulated scans have
// taught.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/openings/find_openings.h"

namespace storey {

/// What tells of an opening whether it exists, as numbers that are added up.
using OpeningCues = std::array<double, 12>;

/// What the cues are called in report.json, in their order.
extern const std::array<std::string_view, std::tuple_size_v<OpeningCues>> kOpeningCueNames;

/// \pre the opening has measures
OpeningCues cues_of(const FoundOpening& opening, const std::vector<WallPiece>& walls,
                    const std::vector<RoomShape>& rooms);

/// 0…1: logistic regression (Cox 1958) with the weights of opening_weights.h.
double chance_of(const OpeningCues& cues);

/// Sets the confidence of openings that were measured to their chance, and takes out those that more likely
/// do not exist. Returns these.
std::vector<FoundOpening> take_out_doubtful(const std::vector<RoomShape>& rooms,
                                            const std::vector<WallPiece>& walls,
                                            std::vector<FoundOpening>& openings);

}  // namespace storey
