// Which stations saw a voxel: sets of any number of stations, each kept once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace storey {

/// Names a set within one StationSets; 0 is the empty one. Which number a set has may differ from run to run:
/// only what is in it may decide anything.
using StationSet = std::uint32_t;

/// A building is scanned from hundreds of stations, but neighbouring voxels are seen by the same few: there
/// are far fewer sets than voxels. Every function but [] may be called from any thread at any time.
class StationSets {
 public:
  StationSets();

  StationSet single(std::uint32_t station);
  StationSet of(std::vector<std::uint32_t> stations);
  /// The stations that are in either.
  StationSet united(StationSet a, StationSet b);
  /// The stations that are in both.
  StationSet common(StationSet a, StationSet b);

  /// In ascending order; stays valid as long as this object. Not while another thread adds sets.
  std::span<const std::uint32_t> operator[](StationSet set) const { return *known_[set]; }
  std::size_t size() const { return known_.size(); }

 private:
  using Members = std::vector<std::uint32_t>;
  struct Hash {
    std::size_t operator()(const Members* members) const;
  };
  struct Equal {
    bool operator()(const Members* a, const Members* b) const { return *a == *b; }
  };
  StationSet add(Members members);  // under the lock

  std::mutex mutex_;
  std::deque<Members> members_;  // do not move
  std::vector<const Members*> known_;
  std::unordered_map<const Members*, StationSet, Hash, Equal> numbers_;
};

/// Unions of sets for one thread: neighbours ask for the same ones again and again.
class StationUnions {
 public:
  explicit StationUnions(StationSets& sets) : sets_(&sets) {}

  StationSet operator()(StationSet a, StationSet b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    Entry& entry = entries_[(a * 0x9e3779b9u ^ b * 0x85ebca6bu) >> 24];
    if (entry.a != a || entry.b != b) entry = {a, b, sets_->united(a, b)};
    return entry.both;
  }

 private:
  struct Entry {
    StationSet a = 0, b = 0, both = 0;
  };
  StationSets* sets_;
  std::array<Entry, 256> entries_{};
};

}  // namespace storey
