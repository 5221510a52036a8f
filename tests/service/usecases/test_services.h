// A service in a folder of its own for tests of use cases: real store and files, a clock that stands still.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "service/adapters/files/file_blobs.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/adapters/system/system.h"
#include "service/usecases/clients.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"
#include "twice_store.h"

namespace storey::service {

class TestClock final : public Clock {
 public:
  /// Goes on when a test says so, whoever looks at it meanwhile.
  class Time {
   public:
    void operator+=(Milliseconds by) { ms_ += by.count(); }
    operator Timestamp() const { return from_unix_ms(ms_); }

   private:
    std::atomic<std::int64_t> ms_ = 1'800'000'000'000;
  };
  Timestamp now() const override { return time; }
  Time time;
};

/// Accepts every address but those with "private" in them.
class TestAddresses final : public AddressCheck {
 public:
  Outcome<void> check(const std::string& url, const ClientId&) override {
    if (url.find("private") == std::string::npos) return {};
    return refuse(FailureCode::kInvalidWebhookUrl, "private");
  }
};

template <class T>
T value_of(Outcome<T> outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().message + outcome.error().internal);
  return std::move(*outcome);
}
inline void value_of(const Outcome<void>& outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().message + outcome.error().internal);
}

template <class T>
FailureCode code_of(const Outcome<T>& outcome) {
  if (outcome) throw std::runtime_error("this should have been refused");
  return outcome.error().code;
}

class ServicesTest : public testing::Test {
 protected:
  ServicesTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-usecases-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    auto opened = SqliteStore::open({folder / "storey.db", false}, clock.now());
    if (!opened) throw std::runtime_error(opened.error().describe());
    store = std::move(*opened);
    blobs.emplace(FileBlobs::open(folder / "blobs", false).value());
    twice.emplace(*store);
    services.reset(new Services{*twice, *blobs, clock, random, ids, addresses, key, settings});
    issued = value_of(create_client(*services, {"Test", Tier::kStandard, std::nullopt}));
    client = issued.client.id;
  }
  ~ServicesTest() override { std::filesystem::remove_all(folder); }

  Order new_order() {
    return value_of(initialize_order(
        *services, client, {"House", "areaplan", "Metric", std::nullopt, std::nullopt, std::nullopt, {}}));
  }

  Asset new_upload(const OrderId& order) {
    NewUpload wanted;
    wanted.order_id = order;
    wanted.asset_type = "xyz";
    wanted.upload_type = "single";
    return value_of(initialize_upload(*services, client, wanted));
  }

  void receive(const AssetId& asset, std::string_view bytes, int part = 0) {
    auto reception = value_of(Reception::begin(*services, asset, part, std::nullopt));
    value_of(reception.write(bytes));
    value_of(reception.complete());
  }

  /// An order in the queue.
  Order submitted_order() {
    const Order order = new_order();
    const Asset asset = new_upload(order.id);
    receive(asset.id, "1 2 3\n");
    value_of(finalize_upload(*services, client, asset.id, std::nullopt, std::nullopt));
    return value_of(finalize_order(*services, client, order.id));
  }

  Order order_now(const OrderId& id) { return value_of(get_order(*services, client, id)); }

  std::size_t blob_count() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "blobs"))
      count += entry.is_regular_file() ? 1 : 0;
    return count;
  }

  std::filesystem::path folder;
  TestClock clock;
  SystemRandom random;
  UuidSource ids{clock, random};
  TestAddresses addresses;
  ServerKey key{"0123456789abcdef0123456789abcdef"};
  Settings settings;
  std::unique_ptr<SqliteStore> store;
  std::optional<TwiceStore> twice;
  std::optional<FileBlobs> blobs;
  std::unique_ptr<Services> services;
  IssuedCredentials issued;
  ClientId client;
};

}  // namespace storey::service
