#include "cloud/voxel_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/page_array.h"
#include "base/parallel.h"

namespace storey {

/// Integer sums over the points of one voxel. Positions inside the voxel count in 1/256 of its edge.
struct VoxelMap::Voxel {
  static constexpr std::uint32_t kMaxCount = 1u << 24;  // beyond, the sums have wrapped around

  std::uint64_t key = 0;
  std::uint32_t count = 0;
  std::array<std::uint32_t, 3> sum{};
  StationSet stations = 0;
};

namespace {

constexpr int kShardBits = 8;
constexpr std::size_t kShards = std::size_t{1} << kShardBits;
constexpr std::size_t kCacheSlots = 2048;  // 64 KB: stays in the second-level cache
constexpr std::size_t kPendingPerShard = 64;
constexpr std::size_t kAhead = 16;  // voxels: those whose memory is asked for before they are needed
constexpr std::int64_t kHalfRange = std::int64_t{1} << 20;
constexpr std::uint64_t kLeastMemory = 8 << 20;  // bytes: with less, hardly a voxel is met twice

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

constexpr int kInsideBits = 18;

/// Tells the voxels of a cube apart, in the order of their keys.
std::uint32_t inside_of(std::uint64_t key) {
  return static_cast<std::uint32_t>((key >> 42 & 63) << 12 | (key >> 21 & 63) << 6 | (key & 63));
}
std::uint64_t key_of(std::uint64_t cube, std::uint32_t inside) {
  return cube | make_key(inside >> 12 & 63, inside >> 6 & 63, inside & 63);
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

/// One voxel in 16 bytes, as most hold few points. Others keep their sums elsewhere.
struct Packed {
  std::uint32_t place = 0;  ///< number of its cube in the shard, and inside_of
  StationSet stations = 0;
  std::array<std::uint16_t, 3> sum{};  ///< if wide: the lower and upper half of an index
  std::uint16_t count = 0;             ///< 0: nothing here

  static constexpr std::uint32_t kMostCount = 256;  // points, whose sums fit into 16 bits
  static constexpr std::uint16_t kWide = 0xffff;    // instead of a count

  std::size_t wide_index() const { return sum[0] | std::size_t{sum[1]} << 16; }
};

/// Of voxels with more points.
struct WideSums {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 3> sum{};
};

}  // namespace

/// Part of the map with its own lock: open addressing. What exceeds the budget is written out, and merged
/// when all was read.
struct VoxelMap::Shard {
  static constexpr std::size_t kFewestSlots = 256;
  static constexpr std::size_t kMostCubes = std::size_t{1} << (32 - kInsideBits);

  struct Run {
    std::uint64_t offset;
    std::size_t voxels;
  };

  explicit Shard(StationSets& sets) : united(sets) {}

  std::mutex mutex;
  PageArray<Packed> slots;
  std::size_t used = 0;
  std::vector<WideSums> wide;
  std::vector<std::uint64_t> cubes;                         // by number
  std::vector<std::uint64_t> met;                           // cubes of what was taken, some several times
  std::unordered_map<std::uint64_t, std::uint32_t> number;  // of a cube
  std::uint64_t last_cube = ~std::uint64_t{0};              // voxels that follow each other share it
  std::uint32_t last_number = 0;
  StationUnions united;
  std::vector<Run> runs;

  std::uint32_t number_of(std::uint64_t cube) {
    if (cube == last_cube) return last_number;
    const auto [place, fresh] = number.try_emplace(cube, static_cast<std::uint32_t>(cubes.size()));
    if (fresh) cubes.push_back(cube);
    last_cube = cube;
    return last_number = place->second;
  }

  static std::size_t hash_of(std::uint32_t place) {
    const std::uint64_t hash = place * 0x9e3779b97f4a7c15ull;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }

  Packed& slot_of(std::uint32_t place) {
    const std::size_t mask = slots.size() - 1;
    for (std::size_t i = hash_of(place) & mask;; i = (i + 1) & mask)
      if (slots[i].count == 0 || slots[i].place == place) return slots[i];
  }

  /// Where add() looks for it first; nullptr, if it meets its cube for the first time.
  const Packed* first_slot_of(const Voxel& voxel) const {
    const auto known = number.find(cube_of(voxel.key));
    if (known == number.end()) return nullptr;
    return &slots[hash_of(known->second << kInsideBits | inside_of(voxel.key)) & (slots.size() - 1)];
  }

  bool is_full() const { return (used + 1) * 4 > slots.size() * 3; }
  bool has_all_cubes() const { return cubes.size() + 1 >= kMostCubes; }

  /// \pre neither full nor with all cubes
  void add(const Voxel& voxel) {
    const std::uint32_t place = number_of(cube_of(voxel.key)) << kInsideBits | inside_of(voxel.key);
    Packed& slot = slot_of(place);
    if (slot.count == 0) {
      ++used;
      slot.place = place;
      slot.stations = voxel.stations;
    } else {
      slot.stations = united(slot.stations, voxel.stations);
    }
    if (slot.count != Packed::kWide && slot.count + voxel.count <= Packed::kMostCount) {
      slot.count = static_cast<std::uint16_t>(slot.count + voxel.count);
      for (std::size_t i = 0; i < 3; ++i)
        slot.sum[i] = static_cast<std::uint16_t>(slot.sum[i] + voxel.sum[i]);
      return;
    }
    WideSums& sums = widened(slot);
    sums.count += voxel.count;
    for (std::size_t i = 0; i < 3; ++i) sums.sum[i] += voxel.sum[i];
  }

  WideSums& widened(Packed& slot) {
    if (slot.count != Packed::kWide) {
      const std::size_t index = wide.size();
      wide.push_back({slot.count, {slot.sum[0], slot.sum[1], slot.sum[2]}});
      slot.count = Packed::kWide;
      slot.sum = {static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(index >> 16), 0};
    }
    return wide[slot.wide_index()];
  }

  /// What growing takes, bytes.
  std::uint64_t growth() const { return std::max(kFewestSlots, slots.size()) * sizeof(Packed); }

  /// Where each voxel stands is found anew in the same memory, from the first free slot on: what comes before
  /// a voxel has found its place by then. Those before it may have come around the end, and are the last.
  void grow() {
    const std::size_t old = slots.size();
    slots.grow(std::max(kFewestSlots, 2 * old));
    std::size_t i = 0;
    std::vector<Packed> around;
    for (; i < old && slots[i].count != 0; ++i) around.push_back(std::exchange(slots[i], {}));
    const auto place_again = [&](const Packed& packed) { slot_of(packed.place) = packed; };
    for (; i < old; ++i)
      if (slots[i].count != 0) place_again(std::exchange(slots[i], {}));
    std::ranges::for_each(around, place_again);
  }

  /// All voxels, cube by cube, and by their keys in each. Empties the shard's memory but for its slots.
  std::vector<Voxel> take() {
    std::vector<Voxel> voxels;
    voxels.reserve(used);
    for (Packed& packed : slots) {
      if (packed.count == 0) continue;
      Voxel voxel{key_of(cubes[packed.place >> kInsideBits], packed.place & ((1u << kInsideBits) - 1)),
                  packed.count,
                  {packed.sum[0], packed.sum[1], packed.sum[2]},
                  packed.stations};
      if (packed.count == Packed::kWide) {
        const WideSums& sums = wide[packed.wide_index()];
        voxel.count = sums.count;
        voxel.sum = sums.sum;
      }
      voxels.push_back(voxel);
      packed = {};
    }
    used = 0;
    wide = {};
    met.insert(met.end(), cubes.begin(), cubes.end());
    cubes = {};
    number = {};
    last_cube = ~std::uint64_t{0};
    return voxels;
  }

  Result<void> write_out(ScratchFile& file) {
    const std::vector<Voxel> voxels = take();
    const Result<std::uint64_t> offset = file.append(std::as_bytes(std::span(voxels)));
    if (!offset) return tl::unexpected(offset.error());
    runs.push_back({*offset, voxels.size()});
    return {};
  }

  /// With what was written out; voxels may occur several times.
  std::vector<Voxel> take_with_runs(const ScratchFile* file) {
    std::vector<Voxel> voxels = take();
    slots.clear();
    for (const Run& run : runs) {
      const std::size_t before = voxels.size();
      voxels.resize(before + run.voxels);
      file->read(run.offset, std::as_writable_bytes(std::span(voxels).subspan(before)));
    }
    runs.clear();
    return voxels;
  }

  /// The voxels' indices cube by cube, and by their keys in each.
  std::vector<Ranked> order_of(const std::vector<Voxel>& voxels) const {
    std::vector<std::uint64_t> sorted = met;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::unordered_map<std::uint64_t, std::uint64_t> rank;
    for (std::size_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = i;
    std::vector<Ranked> ranked;
    ranked.reserve(voxels.size());
    for (std::size_t i = 0; i < voxels.size(); ++i)
      ranked.push_back({rank.at(cube_of(voxels[i].key)) << kInsideBits | inside_of(voxels[i].key),
                        static_cast<std::uint32_t>(i)});
    sort_by_rank(ranked, static_cast<std::uint64_t>(sorted.size()) << kInsideBits);
    return ranked;
  }
};

/// What one worker gathers before it touches shared memory: neighbours in the scan mostly share voxels.
struct VoxelMap::Staging {
  std::vector<Voxel> cache = std::vector<Voxel>(kCacheSlots);
  std::array<std::vector<Voxel>, kShards> pending;
};

VoxelMap::VoxelMap(const VoxelGrid& grid, VoxelMemory memory) : grid_(grid), memory_(std::move(memory)) {
  memory_.voxels = std::max(memory_.voxels, kLeastMemory);
  shards_.reserve(kShards);
  for (std::size_t i = 0; i < kShards; ++i) shards_.push_back(std::make_unique<Shard>(*station_sets_));
}

VoxelMap::~VoxelMap() = default;

void VoxelMap::fail_with(const Error& error) {
  const std::lock_guard lock(scratch_mutex_);
  if (!failure_) failure_ = error;
}

Result<std::shared_ptr<ScratchFile>> VoxelMap::scratch() {
  const std::lock_guard lock(scratch_mutex_);
  if (scratch_ == nullptr) {
    Result<std::shared_ptr<ScratchFile>> opened = ScratchFile::open(memory_.scratch);
    if (!opened) return opened;
    scratch_ = std::move(*opened);
  }
  return scratch_;
}

void VoxelMap::add_to_shard(std::size_t index, const std::vector<Voxel>& voxels) {
  Shard& shard = *shards_[index];
  const std::lock_guard lock(shard.mutex);
  // The memory of all at once: slots lie anywhere, and each voxel would wait for its own else.
  for (const Voxel& voxel : voxels) __builtin_prefetch(shard.first_slot_of(voxel));
  for (const Voxel& voxel : voxels) {
    const bool too_large =
        shard.is_full() && shard.used > 0 && taken_.load() + shard.growth() > memory_.voxels;
    if (too_large || shard.has_all_cubes()) {
      const Result<std::shared_ptr<ScratchFile>> file = scratch();
      const Result<void> written = file ? shard.write_out(**file) : tl::unexpected(file.error());
      if (!written) fail_with(written.error());
    }
    if (shard.is_full()) {
      taken_ += shard.growth();
      shard.grow();
    }
    shard.add(voxel);
  }
}

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
    add_to_shard(s, pending);
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
  for (const Voxel& voxel : staging.cache)
    if (voxel.count != 0) staging.pending[shard_of(voxel.key)].push_back(voxel);
  for (std::size_t s = 0; s < kShards; ++s) add_to_shard(s, staging.pending[s]);
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

SurfelChunk VoxelMap::surfels_of(Shard& shard, const Eigen::Matrix3f& scaled) const {
  const std::vector<Voxel> voxels = shard.take_with_runs(scratch_.get());
  const std::vector<Ranked> order = shard.order_of(voxels);
  SurfelChunk surfels;
  surfels.reserve(voxels.size());
  for (std::size_t i = 0; i < order.size();) {
    if (i + kAhead < order.size()) __builtin_prefetch(&voxels[order[i + kAhead].index]);
    Voxel whole = voxels[order[i].index];
    for (++i; i < order.size() && order[i].rank == order[i - 1].rank; ++i) {
      const Voxel& more = voxels[order[i].index];
      whole.count += more.count;
      for (std::size_t axis = 0; axis < 3; ++axis) whole.sum[axis] += more.sum[axis];
      whole.stations = shard.united(whole.stations, more.stations);
    }
    surfels.push_back(to_surfel(whole));
    surfels.back().mean = scaled * surfels.back().mean;
  }
  return surfels;
}

Result<SurfelStore> VoxelMap::take_surfels(int threads, const Eigen::Matrix3f& scaled) {
  for (const auto& staging : idle_staging_) flush(*staging);
  idle_staging_.clear();
  if (failure_) return tl::unexpected(*failure_);
  SurfelStore store(kShards, std::make_shared<SurfelSpace>(memory_.surfels, memory_.scratch));
  parallel_for(kShards, threads, [&](std::size_t s) {
    if (const Result<void> kept = store.put(s, surfels_of(*shards_[s], scaled)); !kept)
      fail_with(kept.error());
  });
  taken_ = 0;
  if (failure_) return tl::unexpected(*failure_);
  return store;
}

}  // namespace storey
