// The surfels of a whole building, in memory or partly in a scratch file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/page_allocator.h"
#include "cloud/surfel.h"
#include "cloud/surfel_space.h"

namespace storey {

using SurfelChunk = std::vector<Surfel, PageAllocator<Surfel>>;

/// Surfels in chunks, which keep their order.
class SurfelStore {
 public:
  /// Keeps its chunks in `space`.
  explicit SurfelStore(std::size_t chunks = 0,
                       std::shared_ptr<SurfelSpace> space = std::make_shared<SurfelSpace>());

  std::size_t size() const;  ///< surfels
  std::size_t chunks() const { return chunks_.size(); }
  const std::shared_ptr<SurfelSpace>& space() const { return space_; }

  /// May be called from several threads, for different chunks. Error: kUnwritable, of the scratch file.
  Result<void> put(std::size_t chunk, SurfelChunk surfels);
  /// Empties the chunk. As `put`.
  SurfelChunk take(std::size_t chunk);
  /// Empties the chunk, unread.
  void drop(std::size_t chunk) { chunks_[chunk] = {}; }
  /// Takes the chunk of that number over from a store in the same space: neither copied nor written anew.
  void take_over(SurfelStore& from, std::size_t chunk) {
    chunks_[chunk] = std::exchange(from.chunks_[chunk], {});
  }
  /// All in one, and gives up each chunk when it is copied.
  std::vector<Surfel> take_all();

  /// The surfels of a chunk. Holds until `read` is used for another.
  std::span<const Surfel> chunk(std::size_t index, SurfelChunk& read) const {
    return contents(chunks_[index], read);
  }

 private:
  struct Chunk {
    std::size_t size = 0;                 ///< surfels
    SurfelSpace::Room room;               ///< for those in memory
    SurfelChunk memory;                   ///< the surfels, unless they lie in the scratch file
    std::optional<std::uint64_t> offset;  ///< in the scratch file
  };
  std::span<const Surfel> contents(const Chunk& chunk, SurfelChunk& read) const;

  std::shared_ptr<SurfelSpace> space_;
  std::vector<Chunk> chunks_;
};

/// Surfels to go through, wherever they are kept; lives no longer than they do.
class SurfelView {
 public:
  // Implicit, as a span of a vector is.
  SurfelView(const std::vector<Surfel>& surfels) : surfels_(surfels) {}
  SurfelView(const SurfelStore& store) : store_(&store) {}

  std::size_t size() const { return store_ != nullptr ? store_->size() : surfels_.size(); }
  /// How many parts they come in.
  std::size_t chunks() const {
    return store_ != nullptr ? store_->chunks() : (surfels_.size() + kChunk - 1) / kChunk;
  }
  /// As SurfelStore::chunk.
  std::span<const Surfel> chunk(std::size_t index, SurfelChunk& read) const {
    if (store_ != nullptr) return store_->chunk(index, read);
    return surfels_.subspan(index * kChunk, std::min(kChunk, surfels_.size() - index * kChunk));
  }
  /// Calls `visit` with a span of each chunk, in order.
  template <class Visit>
  void each_chunk(const Visit& visit) const {
    SurfelChunk read;
    for (std::size_t i = 0; i < chunks(); ++i) visit(chunk(i, read));
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 18;  // surfels

  std::span<const Surfel> surfels_;
  const SurfelStore* store_ = nullptr;
};

/// Heights between which something is asked for, m.
struct HeightRange {
  float from = 0, to = 0;
};

/// One store for each range, with what lies in it, in order; kept in the space of `store`.
/// Error: kUnwritable, of the scratch file.
Result<std::vector<SurfelStore>> split_by_height(SurfelStore store, const std::vector<HeightRange>& ranges,
                                                 int threads);

}  // namespace storey
