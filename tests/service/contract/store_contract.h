// What every store must do, whichever database is behind it: each adapter gives a way to make an empty one.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "service/ports/store.h"

namespace storey::service {

/// An empty database.
struct DatabaseUnderTest {
  std::shared_ptr<void> surroundings;            ///< must outlive its stores
  std::function<std::unique_ptr<Store>()> open;  ///< as each process does; throws where it cannot
};

struct MakeStore {
  std::string name;
  std::function<DatabaseUnderTest()> make;
};

inline void PrintTo(const MakeStore& store, std::ostream* out) { *out << store.name; }

/// Of every adapter.
std::vector<MakeStore> stores_under_test();

}  // namespace storey::service
