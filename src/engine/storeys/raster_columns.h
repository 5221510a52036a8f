// The cells of a storey seen from above, and at which heights something was hit over each.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/storeys/height_mask.h"
#include "geometry/grid.h"

namespace storey {

/// What was hit over one cell of plan.
struct RasterColumn {
  HeightMask hit;      ///< height bins in which something was
  float weight = 0;    ///< voxels between skirting and ceiling
  float x = 0, y = 0;  ///< their mean, m, relative to the cloud's origin

  Eigen::Vector2d mean() const { return {static_cast<double>(x), static_cast<double>(y)}; }
};

/// A raster whose memory goes with what was hit, not with the box around it: blocks of cells, of which those
/// that nothing was hit in are not there. Each cell keeps as many height bins as the storey has.
class RasterColumns {
 public:
  GridFrame frame;

  RasterColumns() = default;
  /// Empty cells with `bins` height bins, at most HeightMask::kBins.
  RasterColumns(const GridFrame& frame, int bins);

  bool empty() const { return blocks_.empty(); }
  RasterColumn at(int column, int row) const;
  /// The cell that holds `p`; nothing was hit beyond the raster.
  RasterColumn get(const Eigen::Vector2d& p) const {
    const int c = frame.column(p.x()), r = frame.row(p.y());
    return frame.inside(c, r) ? at(c, r) : RasterColumn{};
  }
  /// Bins hit over a cell: the same as at().hit.
  HeightMask hit_at(int column, int row) const;
  /// Was anything hit in one of the bins over a cell?
  bool hit_in(int column, int row, const HeightMask& bins) const {
    const std::uint32_t block = blocks_[block_of(column, row)];
    return block != 0 && has_any(hits_, (block - 1) * kCells + inside_of(column, row), bins);
  }
  /// The same over the cell that holds `p`.
  bool hit_in(const Eigen::Vector2d& p, const HeightMask& bins) const {
    const int c = frame.column(p.x()), r = frame.row(p.y());
    return frame.inside(c, r) && hit_in(c, r, bins);
  }

  /// The same over any cell up to `reach` cells from one along both axes. \pre finish() or set(), not
  /// add_hit(), came last
  bool hit_near(int column, int row, int reach, const HeightMask& bins) const;

  /// How many blocks there are room for, and of which one a cell is.
  std::size_t blocks() const { return blocks_.size(); }
  std::size_t block_of(int column, int row) const {
    return static_cast<std::size_t>(row / kSide) * static_cast<std::size_t>(blocks_across_) +
           static_cast<std::size_t>(column / kSide);
  }
  /// Makes the blocks that `hit` tells (not 0). Then what is added to their cells may come from several
  /// threads, each for cells of its own.
  void make_blocks(const std::vector<std::uint8_t>& hit);

  void set(int column, int row, const RasterColumn& value);
  void add_hit(int column, int row, int bin);
  /// One more voxel between skirting and ceiling. The mean is a sum until `finish`.
  void add_body(int column, int row, float x, float y);
  void finish();
  /// Leaves nothing but the bins hit: of most storeys that is two fifths. Nothing is added any more.
  void drop_bodies() { bodies_ = std::vector<Body>(); }

 private:
  static constexpr int kSide = 8;  // cells along a block, 0.16 m: what is asked about a place lies in four
  static constexpr std::size_t kCells = static_cast<std::size_t>(kSide) * kSide;  // cells of a block

  struct Body {
    float weight = 0, x = 0, y = 0;
  };
  static std::size_t inside_of(int column, int row) {
    return static_cast<std::size_t>(row % kSide) * kSide + static_cast<std::size_t>(column % kSide);
  }
  /// Has the mask number `i` of `masks` any of the bins?
  bool has_any(const std::vector<std::uint64_t>& masks, std::size_t i, const HeightMask& bins) const {
    const std::size_t first = i * static_cast<std::size_t>(words_);
    for (int word = 0; word < words_; ++word)
      if ((masks[first + static_cast<std::size_t>(word)] & bins.word(word)) != 0) return true;
    return false;
  }
  /// Adds the bins hit over a cell to those of its block.
  void add_to_block(std::size_t cell);
  /// The cell's index into the blocks' content; its block is made if it is not there.
  std::size_t make(int column, int row);

  int blocks_across_ = 0;
  int words_ = 1;                          // of 64 bins, for each cell
  std::vector<std::uint32_t> blocks_;      // 1 + number of the block's content; 0: nothing was hit in it
  std::vector<Body> bodies_;               // block by block
  std::vector<std::uint64_t> hits_;        // likewise, words_ for each cell
  std::vector<std::uint64_t> block_hits_;  // words_ for each block: the bins hit over any of its cells
};

}  // namespace storey
