#include "cloud/station_sets.h"

#include <algorithm>
#include <iterator>

namespace storey {

std::size_t StationSets::Hash::operator()(const Members* members) const {
  std::uint64_t hash = members->size();
  for (const std::uint32_t station : *members) hash = (hash ^ station) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 32;
}

StationSets::StationSets() { add({}); }

StationSet StationSets::add(Members members) {
  if (const auto known = numbers_.find(&members); known != numbers_.end()) return known->second;
  members_.push_back(std::move(members));
  const auto number = static_cast<StationSet>(known_.size());
  known_.push_back(&members_.back());
  numbers_.emplace(&members_.back(), number);
  return number;
}

StationSet StationSets::of(std::vector<std::uint32_t> stations) {
  std::ranges::sort(stations);
  stations.erase(std::unique(stations.begin(), stations.end()), stations.end());
  const std::lock_guard lock(mutex_);
  return add(std::move(stations));
}

StationSet StationSets::single(std::uint32_t station) { return of({station}); }

StationSet StationSets::united(StationSet a, StationSet b) {
  const std::lock_guard lock(mutex_);
  Members members;
  std::ranges::set_union(*known_[a], *known_[b], std::back_inserter(members));
  return add(std::move(members));
}

StationSet StationSets::common(StationSet a, StationSet b) {
  const std::lock_guard lock(mutex_);
  Members members;
  std::ranges::set_intersection(*known_[a], *known_[b], std::back_inserter(members));
  return add(std::move(members));
}

}  // namespace storey
