#include "engine/storeys/raster_columns.h"

#include <algorithm>

namespace storey {

RasterColumns::RasterColumns(const GridFrame& over, int bins)
    : frame(over), blocks_across_((over.columns + kSide - 1) / kSide), words_((bins + 63) / 64) {
  const auto blocks_up = static_cast<std::size_t>((over.rows + kSide - 1) / kSide);
  blocks_.assign(static_cast<std::size_t>(blocks_across_) * blocks_up, 0);
}

std::size_t RasterColumns::make(int column, int row) {
  std::uint32_t& block = blocks_[block_of(column, row)];
  if (block == 0) {
    bodies_.resize(bodies_.size() + kCells);
    hits_.resize(hits_.size() + kCells * static_cast<std::size_t>(words_), 0);
    block_hits_.resize(block_hits_.size() + static_cast<std::size_t>(words_), 0);
    block = static_cast<std::uint32_t>(bodies_.size() / kCells);
  }
  return (block - 1) * kCells + inside_of(column, row);
}

void RasterColumns::make_blocks(const std::vector<std::uint8_t>& hit) {
  std::uint32_t made = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (hit[i] != 0) blocks_[i] = ++made;
  bodies_.resize(made * kCells);
  hits_.resize(made * kCells * static_cast<std::size_t>(words_), 0);
  block_hits_.resize(made * static_cast<std::size_t>(words_), 0);
}

HeightMask RasterColumns::hit_at(int column, int row) const {
  HeightMask hit;
  const std::uint32_t block = blocks_[block_of(column, row)];
  if (block == 0) return hit;
  const std::size_t cell = (block - 1) * kCells + inside_of(column, row);
  for (int i = 0; i < words_; ++i)
    hit.word(i) = hits_[cell * static_cast<std::size_t>(words_) + static_cast<std::size_t>(i)];
  return hit;
}

RasterColumn RasterColumns::at(int column, int row) const {
  const std::uint32_t block = blocks_[block_of(column, row)];
  if (block == 0) return {};
  if (bodies_.empty()) return {hit_at(column, row)};
  const Body& body = bodies_[(block - 1) * kCells + inside_of(column, row)];
  return {hit_at(column, row), body.weight, body.x, body.y};
}

bool RasterColumns::hit_near(int column, int row, int reach, const HeightMask& bins) const {
  if (frame.inside(column, row) && hit_in(column, row, bins)) return true;  // as the centre mostly is
  const int first_column = std::max(column - reach, 0), first_row = std::max(row - reach, 0);
  const int last_column = std::min(column + reach, frame.columns - 1);
  const int last_row = std::min(row + reach, frame.rows - 1);
  for (int r = first_row; r <= last_row; r = (r / kSide + 1) * kSide)
    for (int c = first_column; c <= last_column; c = (c / kSide + 1) * kSide) {
      const std::uint32_t block = blocks_[block_of(c, r)];
      if (block == 0 || !has_any(block_hits_, block - 1, bins)) continue;
      for (int y = r; y <= std::min(last_row, r / kSide * kSide + kSide - 1); ++y)
        for (int x = c; x <= std::min(last_column, c / kSide * kSide + kSide - 1); ++x)
          if (hit_in(x, y, bins)) return true;
    }
  return false;
}

void RasterColumns::add_to_block(std::size_t cell) {
  const auto words = static_cast<std::size_t>(words_);
  for (std::size_t i = 0; i < words; ++i) block_hits_[cell / kCells * words + i] |= hits_[cell * words + i];
}

void RasterColumns::set(int column, int row, const RasterColumn& value) {
  const std::size_t cell = make(column, row);
  bodies_[cell] = {value.weight, value.x, value.y};
  for (int i = 0; i < words_; ++i)
    hits_[cell * static_cast<std::size_t>(words_) + static_cast<std::size_t>(i)] = value.hit.word(i);
  add_to_block(cell);
}

void RasterColumns::add_hit(int column, int row, int bin) {
  const std::size_t cell = make(column, row);
  hits_[cell * static_cast<std::size_t>(words_) + static_cast<std::size_t>(bin / 64)] |= std::uint64_t{1}
                                                                                         << bin % 64;
}

void RasterColumns::add_body(int column, int row, float x, float y) {
  Body& body = bodies_[make(column, row)];
  body.weight += 1;
  body.x += x;
  body.y += y;
}

void RasterColumns::finish() {
  for (Body& body : bodies_)
    if (body.weight > 0) {
      body.x /= body.weight;
      body.y /= body.weight;
    }
  for (std::size_t cell = 0; cell < bodies_.size(); ++cell) add_to_block(cell);
}

}  // namespace storey
