#include "engine/storeys/soffits.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr int kReach = 5;       // cells, 1.25 m: walls are up to 0.6 m thick and lie across the cells
constexpr float kDrop = 0.64f;  // share of its width: lowered ceilings of closets hang by less
constexpr int kDeepest = 2;     // cells, 0.5 m, that show of a soffit in an outer wall

/// What is overhead along a line through a cell, by the number of cells from it, from -kReach to kReach.
class Profile {
 public:
  Profile(const Grid<float>& heights, const Mask& known, int column, int row, std::pair<int, int> way)
      : cell_(static_cast<float>(heights.frame.cell)) {
    for (int k = -kReach; k <= kReach; ++k) {
      const int c = column + k * way.first, r = row + k * way.second;
      const bool inside = known.frame.inside(c, r);
      places_.push_back({inside && known.at(c, r), inside ? heights.at(c, r) - heights.at(column, row) : 0});
    }
  }

  /// Is it higher on both sides of a strip of up to kReach cells that the cell is in?
  bool hangs_between() const {
    for (int width = 2; width <= kReach; ++width)
      for (int first = 1 - width; first < 0; ++first) {
        const int last = first + width;
        // Cells that a soffit shares with other surfaces show nothing.
        const bool within_wall = known(first) && known(last) && known_cells(first + 1, last) == 1;
        const float drop =
            within_wall ? static_cast<float>(kCeilingSkirt) : kDrop * static_cast<float>(width) * cell_;
        if (std::min(rise(first), rise(last)) > drop) return true;
      }
    return false;
  }

  /// Is it in a strip past which nothing shows that way, before a higher ceiling? So do openings in outer
  /// walls.
  bool hangs_at_end(int way) const {
    int deep = 1;  // cells of the strip
    for (int k = 1; k <= kReach; ++k) {
      if (!known(way * k)) continue;
      if (!level_with(way * k)) return false;
      ++deep;
    }
    for (int k = 1; k <= kReach; ++k) {
      if (!known(-way * k)) continue;
      if (!level_with(-way * k))
        return deep <= kDeepest && rise(-way * k) > kDrop * static_cast<float>(deep) * cell_;
      ++deep;
    }
    return false;
  }

 private:
  struct Place {
    bool known;
    float rise;  ///< m above the cell's own; where nothing shows, of the nearest that does
  };
  bool known(int k) const { return (places_.begin() + kReach + k)->known; }
  float rise(int k) const { return (places_.begin() + kReach + k)->rise; }
  bool level_with(int k) const { return std::abs(rise(k)) < static_cast<float>(kCeilingSkirt); }
  /// How many of the cells from `first` to before `last` are known.
  int known_cells(int first, int last) const {
    int cells = 0;
    for (int k = first; k < last; ++k) cells += known(k);
    return cells;
  }

  float cell_;  ///< m
  std::vector<Place> places_;
};

}  // namespace

void drop_soffits(const Grid<float>& heights, Mask& known) {
  const Mask shown = known;
  each_cell(known.frame, [&](int c, int r) {
    if (!shown.at(c, r)) return;
    for (const std::pair<int, int>& way :
         std::initializer_list<std::pair<int, int>>{{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const Profile profile(heights, shown, c, r, way);
      if (profile.hangs_between() || profile.hangs_at_end(1) || profile.hangs_at_end(-1)) known.at(c, r) = 0;
    }
  });
}

}  // namespace storey
