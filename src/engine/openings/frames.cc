#include "engine/openings/frames.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/take_out.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

bool lies_over(const FoundOpening& upper, const FoundOpening& lower) {
  return upper.wall == lower.wall && 2 * upper.sill > lower.sill + lower.head &&
         upper.sill - lower.head < kAtCorner &&
         overlap(upper.span, lower.span) > kHalf * std::min(upper.span.length(), lower.span.length());
}

/// Is `next` what goes on with `window` past a mullion, farther along the wall?
bool goes_on_with(const FoundOpening& window, const FoundOpening& next) {
  const double between = next.span.from - window.span.to;
  return window.wall == next.wall && window.type == OpeningType::kWindow &&
         next.type == OpeningType::kWindow && std::abs(between) < kAtCorner &&
         std::abs(window.sill - next.sill) < kCasing && std::abs(window.head - next.head) < kCasing;
}

/// What openings are in.
struct Site {
  const std::vector<RoomShape>& rooms;
  const std::vector<WallPiece>& walls;
  const std::vector<WallFace>& faces;

  bool is_curtain_wall(int wall) const {
    const EdgeRef& front = walls[static_cast<std::size_t>(wall)].front_edge;
    return std::ranges::any_of(edge_of(rooms, front).faces,
                               [&](int face) { return faces[static_cast<std::size_t>(face)].curtain_wall; });
  }
};

/// Gives each opening that `part_of(opening, other)` says belongs to another one to it, by `add(opening,
/// other)`.
template <class PartOf, class Add>
void join(const PartOf& part_of, const Add& add, std::vector<FoundOpening>& openings) {
  for (std::size_t i = 0; i < openings.size();) {
    const auto whole = std::ranges::find_if(
        openings, [&](const FoundOpening& other) { return part_of(openings[i], other); });
    if (whole == openings.end()) {
      ++i;
      continue;
    }
    add(openings[i], *whole);
    openings.erase(openings.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;  // what it went to may be a part itself
  }
}

void add_above(const FoundOpening& upper, FoundOpening& lower) {
  lower.head = upper.head;
  lower.head_sigma = upper.head_sigma;
}

void add_beside(const FoundOpening& next, FoundOpening& window) {
  window.span.to = next.span.to;
  window.jamb_sigma = std::max(window.jamb_sigma, next.jamb_sigma);
}

/// Does nothing, no jamb either, part the opening from one of its wall that is likelier?
bool is_unparted(const FoundOpening& opening, const FoundOpening& other) {
  return opening.wall == other.wall && opening.confidence < other.confidence &&
         overlap(opening.span, other.span) > -kThinnestWall &&
         std::max(opening.sill, other.sill) < std::min(opening.head, other.head);
}

}  // namespace

void join_over_frames(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls,
                      const std::vector<WallFace>& faces, std::vector<FoundOpening>& openings) {
  const Site site{rooms, walls, faces};
  join(lies_over, add_above, openings);
  const auto past_mullion = [&](const FoundOpening& next, const FoundOpening& window) {
    return goes_on_with(window, next) && !site.is_curtain_wall(window.wall);
  };
  join(past_mullion, add_beside, openings);
}

std::vector<FoundOpening> take_out_unparted(const std::vector<RoomShape>& rooms,
                                            const std::vector<WallPiece>& walls,
                                            const std::vector<WallFace>& faces,
                                            std::vector<FoundOpening>& openings) {
  const Site site{rooms, walls, faces};
  const std::vector<FoundOpening> all = openings;
  std::vector<FoundOpening> taken = take_out(openings, [&](const FoundOpening& opening) {
    const auto likelier = [&](const FoundOpening& other) { return is_unparted(opening, other); };
    return !site.is_curtain_wall(opening.wall) && std::ranges::any_of(all, likelier);
  });
  for (FoundOpening& opening : taken) opening.left_out = {Because::kNoJambBetween, {opening.confidence}};
  return taken;
}

}  // namespace storey
