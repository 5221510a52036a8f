#include "geometry/distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace storey {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

bool is_target(const Mask& mask, std::uint8_t value, std::size_t cell) {
  return (mask.cells[cell] != 0) == (value != 0);
}

/// Raster sweeps (Borgefors 1986). Around the raster, and in the cells of barriers, there are distances that
/// are never shorter, so that no neighbour is a case of its own.
class Sweeps {
 public:
  Sweeps(const Mask& mask, std::uint8_t value, const Mask* barrier, float most)
      : barrier_(barrier),
        rows_(static_cast<std::size_t>(mask.frame.rows)),
        columns_(static_cast<std::size_t>(mask.frame.columns)),
        straight_(static_cast<float>(mask.frame.cell)),
        diagonal_(static_cast<float>(mask.frame.cell * std::sqrt(2.0))),
        most_(most),
        distances_((rows_ + 2) * (columns_ + 2), kFar) {
    for (std::vector<std::uint8_t>& rows : due_) rows.assign(rows_ + 2, 1);
    for (std::size_t r = 1; r <= rows_; ++r)
      for (std::size_t c = 1; c <= columns_; ++c)
        if (!is_shut(c, r) && is_target(mask, value, cell_of(c, r))) row(r)[c] = 0;
  }

  /// Goes on until no path gets shorter: barriers bend the shortest ones.
  void run() {
    bool shorter = true;
    while (shorter) {
      shorter = false;
      for (std::size_t r = 1; r <= rows_; ++r) shorter |= sweep_row(r, true);
      for (std::size_t r = rows_; r >= 1; --r) shorter |= sweep_row(r, false);
      shorter = shorter && barrier_ != nullptr;
    }
  }

  float distance(std::size_t cell) const { return row(cell / columns_ + 1)[cell % columns_ + 1]; }

 private:
  float* row(std::size_t r) { return &distances_[r * (columns_ + 2)]; }
  const float* row(std::size_t r) const { return &distances_[r * (columns_ + 2)]; }
  std::size_t cell_of(std::size_t c, std::size_t r) const { return (r - 1) * columns_ + c - 1; }
  bool is_shut(std::size_t c, std::size_t r) const {
    return barrier_ != nullptr && barrier_->cells[cell_of(c, r)] != 0;
  }

  /// Sweeps a row up or down the raster, unless nothing that it hangs on has changed since it was last; is
  /// anything nearer now?
  bool sweep_row(std::size_t r, bool up) {
    if (due_[up][r] == 0) return false;
    due_[up][r] = 0;
    const float* const before = up ? row(r - 1) : row(r + 1);
    float* const own = row(r);
    bool nearer = false;
    const auto relax = [&](std::size_t c, std::size_t last, std::size_t next) {
      if (own[c] == 0 || is_shut(c, r)) return;
      const float best = std::min(std::min(own[last], before[c]) + straight_,
                                  std::min(before[last], before[next]) + diagonal_);
      if (best >= own[c] || best > most_) return;
      own[c] = best;
      nearer = true;
    };
    if (up)
      for (std::size_t c = 1; c <= columns_; ++c) relax(c, c - 1, c + 1);
    else
      for (std::size_t c = columns_; c >= 1; --c) relax(c, c + 1, c - 1);
    if (nearer) due_[up][up ? r + 1 : r - 1] = due_[!up][r] = due_[!up][up ? r - 1 : r + 1] = 1;
    return nearer;
  }

  const Mask* barrier_;
  std::size_t rows_, columns_;
  float straight_, diagonal_, most_;
  std::vector<float> distances_;                  // with one more cell on each side
  std::array<std::vector<std::uint8_t>, 2> due_;  // rows to sweep down and up; likewise
};

}  // namespace

Grid<float> distance_to(const Mask& mask, std::uint8_t value, const Mask* barrier, float most) {
  Sweeps sweeps(mask, value, barrier, most);
  sweeps.run();
  Grid<float> distance(mask.frame);
  for (std::size_t i = 0; i < distance.cells.size(); ++i)
    distance.cells[i] = is_target(mask, value, i) ? 0 : sweeps.distance(i);
  return distance;
}

}  // namespace storey
