#include "cloud/surfel_store.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel.h"

namespace storey {

SurfelStore::SurfelStore(std::size_t chunks, std::shared_ptr<SurfelSpace> space)
    : space_(std::move(space)), chunks_(chunks) {}

std::size_t SurfelStore::size() const {
  std::size_t size = 0;
  for (const Chunk& chunk : chunks_) size += chunk.size;
  return size;
}

Result<void> SurfelStore::put(std::size_t index, SurfelChunk surfels) {
  Chunk& chunk = chunks_[index];
  chunk = {};
  chunk.size = surfels.size();
  if (std::optional<SurfelSpace::Room> room = space_->reserve(surfels.size() * sizeof(Surfel))) {
    chunk.room = std::move(*room);
    chunk.memory = std::move(surfels);
    return {};
  }
  const Result<std::uint64_t> offset = space_->append(std::as_bytes(std::span(surfels)));
  if (!offset) return tl::unexpected(offset.error());
  chunk.offset = *offset;
  return {};
}

std::span<const Surfel> SurfelStore::contents(const Chunk& chunk, SurfelChunk& read) const {
  if (!chunk.offset) return chunk.memory;
  read.resize(chunk.size);
  space_->read(*chunk.offset, std::as_writable_bytes(std::span(read)));
  return read;
}

SurfelChunk SurfelStore::take(std::size_t index) {
  Chunk& chunk = chunks_[index];
  SurfelChunk surfels = std::move(chunk.memory);
  if (chunk.offset) contents(chunk, surfels);
  chunk = {};
  return surfels;
}

std::vector<Surfel> SurfelStore::take_all() {
  std::vector<Surfel> all;
  all.reserve(size());
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    const SurfelChunk surfels = take(i);
    all.insert(all.end(), surfels.begin(), surfels.end());
  }
  return all;
}

Result<std::vector<SurfelStore>> split_by_height(SurfelStore store, const std::vector<HeightRange>& ranges,
                                                 int threads) {
  std::vector<SurfelStore> parts;
  for (std::size_t i = 0; i < ranges.size(); ++i) parts.emplace_back(store.chunks(), store.space());
  std::mutex mutex;
  std::optional<Error> failure;
  const auto keep = [&](std::size_t part, std::size_t index, SurfelChunk surfels) {
    const Result<void> kept = parts[part].put(index, std::move(surfels));
    if (kept) return;
    const std::lock_guard lock(mutex);
    failure = kept.error();
  };
  parallel_for(store.chunks(), threads, [&](std::size_t index) {
    SurfelChunk read;
    const std::span<const Surfel> surfels = store.chunk(index, read);
    std::optional<std::size_t> whole;  // range that all lie in: it gets them as they are kept
    std::vector<std::pair<std::size_t, SurfelChunk>> copies;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const auto inside = [&](const Surfel& surfel) {
        return surfel.mean.z() >= ranges[i].from && surfel.mean.z() <= ranges[i].to;
      };
      const auto count = static_cast<std::size_t>(std::ranges::count_if(surfels, inside));
      if (count == surfels.size() && !whole) {
        whole = i;
        continue;
      }
      SurfelChunk part;
      part.reserve(count);
      std::ranges::copy_if(surfels, std::back_inserter(part), inside);
      copies.emplace_back(i, std::move(part));
    }
    if (whole)
      parts[*whole].take_over(store, index);
    else
      store.drop(index);  // which makes room for the copies
    for (auto& [part, copy] : copies) keep(part, index, std::move(copy));
  });
  if (failure) return tl::unexpected(*failure);
  return parts;
}

}  // namespace storey
