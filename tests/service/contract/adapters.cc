#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>

#include "service/adapters/postgres/postgres_store.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "store_contract.h"

namespace storey::service {
namespace {

template <class AnyStore>
std::unique_ptr<Store> opened(Result<std::unique_ptr<AnyStore>> store) {
  if (!store) throw std::runtime_error(store.error().describe());
  return std::move(*store);
}

DatabaseUnderTest make_sqlite_database() {
  std::string pattern = (std::filesystem::temp_directory_path() / "storey-store-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  const std::shared_ptr<void> folder(nullptr, [pattern](void*) { std::filesystem::remove_all(pattern); });
  return {folder, [pattern] {
            return opened(
                SqliteStore::open({std::filesystem::path(pattern) / "storey.db", false}, from_unix_ms(0)));
          }};
}

/// A database of its own on the server of STOREY_TEST_POSTGRES.
DatabaseUnderTest make_postgres_database() {
  static std::atomic<int> last{0};
  const std::string server = ::getenv("STOREY_TEST_POSTGRES");
  const std::string name = "contract_" + std::to_string(++last);
  const auto administer = [server](const std::string& statement) {
    const auto connection = PostgresConnection::open({server, false});
    if (!connection) throw std::runtime_error(connection.error().describe());
    if (const auto ran = (*connection)->run_script(statement); !ran)
      throw std::runtime_error(ran.error().describe());
  };
  administer("CREATE DATABASE " + name);
  const std::shared_ptr<void> database(
      nullptr, [administer, name](void*) { administer("DROP DATABASE " + name + " WITH (FORCE)"); });
  return {database, [url = server.substr(0, server.rfind('/') + 1) + name] {
            return opened(PostgresStore::open({url, false}));
          }};
}

}  // namespace

std::vector<MakeStore> stores_under_test() {
  std::vector<MakeStore> stores = {{"Sqlite", make_sqlite_database}};
  if (::getenv("STOREY_TEST_POSTGRES") != nullptr) stores.push_back({"Postgres", make_postgres_database});
  return stores;
}

}  // namespace storey::service
