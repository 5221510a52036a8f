// What every store must do, whichever database is behind it: each adapter gives a way to make an empty one.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "service/ports/store.h"

namespace storey::service {

/// A store, and what must outlive it.
struct StoreUnderTest {
  std::shared_ptr<void> surroundings;
  std::unique_ptr<Store> store;
};

struct MakeStore {
  std::string name;
  std::function<StoreUnderTest()> make;
};

inline void PrintTo(const MakeStore& store, std::ostream* out) { *out << store.name; }

/// Of every adapter.
std::vector<MakeStore> stores_under_test();

}  // namespace storey::service
