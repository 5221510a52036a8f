// The response while it is written: JSON text with holes for what resolvers have not given yet, and with
// places that turned out to be null after they were written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace storey::graphql {

/// A piece of JSON text. Offsets stay valid as long as the text only grows behind them.
struct Segment {
  struct Hole {
    std::size_t at;
    const Segment* filling;
  };
  struct Cut {
    std::size_t begin, end;
  };

  std::string text;
  std::vector<Hole> holes;  ///< in order
  std::vector<Cut> cuts;    ///< null stands there instead; they may contain each other and holes

  /// Forgets what was written from `offset` on.
  void rewind(std::size_t offset) {
    text.resize(offset);
    while (!holes.empty() && holes.back().at >= offset) holes.pop_back();
  }
};

/// One step of the path from the root of the response to a value that can become null later, or has children
/// that are not there yet.
struct Position {
  Position* parent = nullptr;
  std::string_view name;      ///< response name, or
  std::ptrdiff_t index = -1;  ///< list index
  bool is_nullable = false;
  bool is_null = false;  ///< an error made it null: nothing below it counts any more
  Segment* segment = nullptr;
  std::size_t begin = 0;  ///< of its text in the segment
  std::size_t end = 0;

  bool is_dead() const {
    for (const Position* p = this; p != nullptr; p = p->parent) {
      if (p->is_null) return true;
    }
    return false;
  }
};

/// The text with its holes filled and its cuts made.
std::string flatten(Segment& root);

}  // namespace storey::graphql
