#include "export/drawing/marks.h"

namespace storey::drawing {
namespace {

constexpr int kRoomsPerStorey = 100;

std::string room_mark(int storey, int room) {
  if (room >= kRoomsPerStorey) return std::to_string(storey) + "-" + std::to_string(room);
  std::string digits = std::to_string(storey * kRoomsPerStorey + room);
  return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

}  // namespace

Marks marks_of(const Plan& plan) {
  Marks marks;
  int doors = 0, windows = 0, openings = 0;
  for (const Storey& storey : plan.storeys) {
    for (const Opening& opening : storey.openings) {
      switch (opening.type) {
        case OpeningType::kDoor:
          marks[opening.id] = "D" + std::to_string(++doors);
          break;
        case OpeningType::kWindow:
          marks[opening.id] = "W" + std::to_string(++windows);
          break;
        case OpeningType::kOpening:
          marks[opening.id] = "O" + std::to_string(++openings);
          break;
      }
    }
    int rooms = 0;
    for (const Room& room : storey.rooms) marks[room.id] = room_mark(storey.index, ++rooms);
  }
  return marks;
}

}  // namespace storey::drawing
