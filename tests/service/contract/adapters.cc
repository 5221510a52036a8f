#include <stdlib.h>

#include <filesystem>
#include <stdexcept>

#include "service/adapters/sqlite/sqlite_store.h"
#include "store_contract.h"

namespace storey::service {
namespace {

StoreUnderTest make_sqlite_store() {
  std::string pattern = (std::filesystem::temp_directory_path() / "storey-store-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  const std::shared_ptr<void> folder(nullptr, [pattern](void*) { std::filesystem::remove_all(pattern); });
  auto store = SqliteStore::open({std::filesystem::path(pattern) / "storey.db", false}, from_unix_ms(0));
  if (!store) throw std::runtime_error(store.error().describe());
  return {folder, std::move(*store)};
}

}  // namespace

std::vector<MakeStore> stores_under_test() { return {{"Sqlite", make_sqlite_store}}; }

}  // namespace storey::service
