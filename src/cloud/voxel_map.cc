#include "cloud/voxel_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"

namespace storey {
namespace {

constexpr int kShardBits = 8;
constexpr std::size_t kShards = std::size_t{1} << kShardBits;
constexpr std::size_t kCacheSlots = 2048;  // 64 KB: stays in the second-level cache
constexpr std::size_t kPendingPerShard = 64;
constexpr std::int64_t kHalfRange = std::int64_t{1} << 20;

std::uint64_t mix(std::uint64_t h) {  // finaliser of SplitMix64 (Steele, Lea, Flood 2014)
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return h ^ (h >> 31);
}

std::uint64_t make_key(std::uint64_t x, std::uint64_t y, std::uint64_t z) { return x << 42 | y << 21 | z; }
std::uint64_t key_part(std::uint64_t key, int axis) { return key >> (42 - 21 * axis) & 0x1fffff; }

/// Tells the cubes of 64³ voxels apart, in the order of their keys.
std::uint64_t cube_of(std::uint64_t key) {
  constexpr std::uint64_t kCube = 0x1fffffull & ~63ull;
  return key & (kCube << 42 | kCube << 21 | kCube);
}

/// Voxels of one cube of 64³ share a shard, so that a sorted shard is a sequence of compact cubes.
std::size_t shard_of(std::uint64_t key) { return mix(cube_of(key)) >> (64 - kShardBits); }

/// An index, and what it is sorted by.
struct Ranked {
  std::uint64_t rank = 0;
  std::uint32_t index = 0;
};

/// By rank, equals as they were: digit by digit from the last, as the voxels of a shard differ in few digits.
void sort_by_rank(std::vector<Ranked>& items, std::uint64_t most) {
  constexpr int kDigit = 11;  // bits: the counts stay in the first-level cache
  std::vector<Ranked> sorted(items.size());
  for (int shift = 0; shift < 64 && most >> shift != 0; shift += kDigit) {
    const auto digit = [&](const Ranked& item) { return item.rank >> shift & ((1u << kDigit) - 1); };
    std::array<std::size_t, (1u << kDigit) + 1> first{};
    for (const Ranked& item : items) ++first[digit(item) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (const Ranked& item : items) sorted[first[digit(item)]++] = item;
    items.swap(sorted);
  }
}

/// The cubes that some of the voxels are in, in order.
std::vector<std::uint64_t> cubes_of(const std::vector<Voxel>& voxels) {
  std::vector<std::uint64_t> cubes;
  for (const Voxel& voxel : voxels)
    if (cubes.empty() || cubes.back() != cube_of(voxel.key)) cubes.push_back(cube_of(voxel.key));
  std::ranges::sort(cubes);
  cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());
  return cubes;
}

/// The voxels' indices cube by cube, and by their keys in each.
std::vector<Ranked> order_of(const std::vector<Voxel>& voxels) {
  const std::vector<std::uint64_t> cubes = cubes_of(voxels);
  std::vector<Ranked> ranked;
  ranked.reserve(voxels.size());
  std::size_t cube = 0;  // neighbours mostly share it
  for (std::size_t i = 0; i < voxels.size(); ++i) {
    const std::uint64_t key = voxels[i].key;
    if (cubes[cube] != cube_of(key))
      cube = static_cast<std::size_t>(std::ranges::lower_bound(cubes, cube_of(key)) - cubes.begin());
    const std::uint64_t inside = (key >> 42 & 63) << 12 | (key >> 21 & 63) << 6 | (key & 63);
    ranked.push_back({static_cast<std::uint64_t>(cube) << 18 | inside, static_cast<std::uint32_t>(i)});
  }
  sort_by_rank(ranked, static_cast<std::uint64_t>(cubes.size()) << 18);
  return ranked;
}

}  // namespace

/// Part of the map with its own lock: open addressing into a dense array.
struct VoxelMap::Shard {
  /// Knows half of the hash, so that what merely collides need not be fetched from memory.
  struct Slot {
    std::uint32_t number = 0;  ///< 1 + index, 0 is free
    std::uint32_t tag = 0;
  };

  explicit Shard(StationSets& sets) : united(sets) {}

  std::mutex mutex;
  std::vector<Slot> slots = std::vector<Slot>(256);
  std::vector<Voxel> voxels;
  StationUnions united;

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

  void add(const Voxel& voxel) {
    if ((voxels.size() + 1) * 3 > slots.size() * 2) grow();
    const std::size_t mask = slots.size() - 1;
    const std::uint64_t hash = mix(voxel.key);
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      if (slots[i].number == 0) {
        voxels.push_back(voxel);
        slots[i] = {static_cast<std::uint32_t>(voxels.size()), tag_of(hash)};
        return;
      }
      if (slots[i].tag != tag_of(hash)) continue;
      if (Voxel& known = voxels[slots[i].number - 1]; known.key == voxel.key) {
        known.count += voxel.count;
        for (std::size_t axis = 0; axis < 3; ++axis) known.sum[axis] += voxel.sum[axis];
        known.stations = united(known.stations, voxel.stations);
        return;
      }
    }
  }

  void grow() {
    std::vector<Slot> larger(slots.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (std::size_t v = 0; v < voxels.size(); ++v) {
      const std::uint64_t hash = mix(voxels[v].key);
      std::size_t i = hash & mask;
      while (larger[i].number != 0) i = (i + 1) & mask;
      larger[i] = {static_cast<std::uint32_t>(v + 1), tag_of(hash)};
    }
    slots.swap(larger);
  }
};

/// What one worker gathers before it touches shared memory: neighbours in the scan mostly share voxels.
struct VoxelMap::Staging {
  std::vector<Voxel> cache = std::vector<Voxel>(kCacheSlots);
  std::array<std::vector<Voxel>, kShards> pending;
};

VoxelMap::VoxelMap(const VoxelGrid& grid, int first_station) : grid_(grid), first_station_(first_station) {
  shards_.reserve(kShards);
  for (std::size_t i = 0; i < kShards; ++i) shards_.push_back(std::make_unique<Shard>(*station_sets_));
}

VoxelMap::~VoxelMap() = default;

void VoxelMap::consume(const PointBlock& block) {
  std::unique_ptr<Staging> staging;
  {
    const std::lock_guard lock(staging_mutex_);
    if (!idle_staging_.empty()) {
      staging = std::move(idle_staging_.back());
      idle_staging_.pop_back();
    }
  }
  if (!staging) staging = std::make_unique<Staging>();

  const auto hand_over = [&](const Voxel& voxel) {
    const std::size_t s = shard_of(voxel.key);
    std::vector<Voxel>& pending = staging->pending[s];
    pending.push_back(voxel);
    if (pending.size() < kPendingPerShard) return;
    const std::lock_guard lock(shards_[s]->mutex);
    for (const Voxel& v : pending) shards_[s]->add(v);
    pending.clear();
  };

  const double inverse = 1.0 / grid_.size;
  const StationSet station = station_sets_->single(static_cast<std::uint32_t>(first_station_ + block.scan));
  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::array<double, 3> u = {(block.x[i] - grid_.origin.x()) * inverse,
                                     (block.y[i] - grid_.origin.y()) * inverse,
                                     (block.z[i] - grid_.origin.z()) * inverse};
    constexpr double kRange = static_cast<double>(kHalfRange - 1);
    if (!(std::abs(u[0]) < kRange && std::abs(u[1]) < kRange && std::abs(u[2]) < kRange)) {
      ++dropped;
      continue;
    }
    std::array<std::uint64_t, 3> cell;
    std::array<std::uint32_t, 3> part;
    for (std::size_t a = 0; a < 3; ++a) {
      const double shifted = u[a] + static_cast<double>(kHalfRange);  // positive: truncation is floor
      cell[a] = static_cast<std::uint64_t>(shifted);
      part[a] = static_cast<std::uint32_t>((shifted - static_cast<double>(cell[a])) * 256.0);
    }
    const std::uint64_t key = make_key(cell[0], cell[1], cell[2]);
    Voxel& slot = staging->cache[mix(key) & (kCacheSlots - 1)];
    if (slot.key != key || slot.count == 0 || slot.stations != station) {
      if (slot.count != 0) hand_over(slot);
      slot = Voxel{.key = key, .stations = station};
    }
    ++slot.count;
    for (std::size_t axis = 0; axis < 3; ++axis) slot.sum[axis] += part[axis];
  }
  if (dropped != 0) dropped_ += dropped;
  const std::lock_guard lock(staging_mutex_);
  idle_staging_.push_back(std::move(staging));
}

void VoxelMap::flush(Staging& staging) {
  for (Voxel& voxel : staging.cache)
    if (voxel.count != 0) shards_[shard_of(voxel.key)]->add(voxel);
  for (std::size_t s = 0; s < kShards; ++s)
    for (const Voxel& voxel : staging.pending[s]) shards_[s]->add(voxel);
}

Surfel VoxelMap::to_surfel(const Voxel& voxel) const {
  Surfel surfel;
  surfel.count = static_cast<float>(voxel.count);
  surfel.stations = voxel.stations;
  const bool wrapped = voxel.count > Voxel::kMaxCount;
  for (std::size_t a = 0; a < 3; ++a) {
    const double inside = wrapped ? 0.5 : (voxel.sum[a] / static_cast<double>(voxel.count) + 0.5) / 256.0;
    const double cell =
        static_cast<double>(static_cast<std::int64_t>(key_part(voxel.key, static_cast<int>(a))) - kHalfRange);
    surfel.mean[static_cast<Eigen::Index>(a)] = static_cast<float>((cell + inside) * grid_.size);
  }
  return surfel;
}

std::vector<Surfel> VoxelMap::take_surfels(int threads) {
  for (const auto& staging : idle_staging_) flush(*staging);
  idle_staging_.clear();
  std::vector<std::size_t> first(kShards + 1, 0);
  for (std::size_t s = 0; s < kShards; ++s) first[s + 1] = first[s] + shards_[s]->voxels.size();
  std::vector<Surfel> surfels(first[kShards]);
  parallel_for(kShards, threads, [&](std::size_t s) {
    Shard& shard = *shards_[s];
    std::vector<Shard::Slot>().swap(shard.slots);
    const std::vector<Ranked> order = order_of(shard.voxels);
    for (std::size_t i = 0; i < order.size(); ++i)
      surfels[first[s] + i] = to_surfel(shard.voxels[order[i].index]);
    std::vector<Voxel>().swap(shard.voxels);
    shard.slots.assign(256, {});
  });
  return surfels;
}

}  // namespace storey
