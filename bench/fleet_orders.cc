// Takes orders through their whole life as fast as it can: made, uploaded, checked, submitted, claimed,
// converted, completed, and told to a webhook. Engine, blob store and receivers are stand-ins that cost
// nothing. What is left is the cost of the service's own records:
//
//   fleet_orders --database postgresql://… --orders 10000 --clients 50 --submitters 12 --workers 4
//
// Prints one JSON object: orders per second from the first to the last, what each step took, and the
// computing of those who make orders, convert them and call webhooks. The rest of the process's is that of
// its watch.
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <mutex>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "service/adapters/postgres/postgres_store.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/adapters/system/system.h"
#include "service/usecases/clients.h"
#include "service/usecases/deliver.h"
#include "service/usecases/jobs.h"
#include "service/usecases/webhooks.h"
#include "service/worker/verify_workers.h"
#include "service/worker/work_call.h"
#include "stand_ins.h"
#include "steps.h"

namespace {

using namespace storey::service;
using storey::Result;
using Steady = std::chrono::steady_clock;

/// How often a process looks whether there is something new.
constexpr std::chrono::milliseconds kWatchInterval{10};

struct Options {
  std::string database;
  int orders = 10'000, clients = 50, submitters = 12, workers = 4;
  bool webhooks = true;
};

class Run {
 public:
  Run(Services& services, const Options& options) : services_(services), options_(options) {}

  boost::json::object go() {
    for (int i = 0; i < options_.clients; ++i) add_client();
    const Steady::time_point began = Steady::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < options_.submitters; ++i) threads.push_back(start("nodes", [this] { submit(); }));
    for (int i = 0; i < options_.workers; ++i) threads.push_back(start("workers", [this] { convert(); }));
    if (options_.webhooks) threads.push_back(start("webhooks", [this] { deliver(); }));
    std::thread watch([this] { watch_jobs(); });
    for (std::thread& thread : threads) thread.join();
    watch.join();
    const double seconds = std::chrono::duration<double>(Steady::now() - began).count();
    return {{"orders", options_.orders},
            {"seconds", seconds},
            {"orders_per_second", options_.orders / seconds},
            {"deliveries", delivered_.load()},
            {"cpu_ms_per_order", cpu_},
            {"steps", steps_.summary()}};
  }

 private:
  std::thread start(const char* role, std::function<void()> work) {
    return std::thread([this, role, work = std::move(work)] {
      work();
      const double used = thread_cpu_s() * 1000 / options_.orders;
      const std::lock_guard lock(cpu_mutex_);
      boost::json::value& sum = cpu_[role];
      sum = used + (sum.is_double() ? sum.get_double() : 0.0);
    });
  }

  void add_client() {
    clients_.push_back(
        value_of(create_client(services_, {"Client", Tier::kStandard, std::nullopt})).client.id);
    if (options_.webhooks)
      value_of(create_webhook(services_, clients_.back(), "https://example.com/",
                              std::vector<std::string>{"order.completed"}));
  }

  void submit() {
    for (int number = next_++; number < options_.orders; number = next_++) {
      const ClientId& client = clients_[static_cast<std::size_t>(number) % clients_.size()];
      submit_order(services_, client, steps_);
    }
  }

  void convert() {
    std::counting_semaphore woken(0);
    const WorkCall::Worker number = call_.join([&] { woken.release(); });
    while (completed_ < options_.orders) {
      call_.looks(number);
      const auto claimed = steps_.measure(
          "claim", [&] { return value_of(claim_conversion(services_, services_.ids.next())); });
      if (!claimed) {
        if (call_.rests(number)) static_cast<void>(woken.try_acquire_for(kWatchInterval * 5));
        continue;
      }
      call_.call();
      const bool mine =
          steps_.measure("complete", [&] { return complete_with_result(services_, claimed->job); });
      if (!mine) throw std::runtime_error("a lease was lost");
      ++completed_;
    }
    call_.leave(number);
  }

  /// As a process does for its workers.
  void watch_jobs() {
    std::uint64_t seen = 0;
    while (completed_ < options_.orders) {
      const std::uint64_t now = value_of(services_.store.changes()).jobs;
      if (std::exchange(seen, now) != now) {
        call_.call();
        checks_.wake();
      }
      std::this_thread::sleep_for(kWatchInterval);
    }
  }

  void deliver() {
    while (delivered_ < options_.orders) {
      const std::uint64_t seen = value_of(services_.store.changes()).deliveries;
      const auto due = steps_.measure("take_due_deliveries",
                                      [&] { return value_of(take_due_deliveries(services_, 128)); });
      std::vector<Attempt> attempts;
      for (const PreparedDelivery& prepared : due) attempts.push_back({prepared.delivery, {200, ""}});
      if (!attempts.empty())
        steps_.measure("note_attempts", [&] {
          value_of(note_attempts(services_, attempts));
          return 0;
        });
      delivered_ += static_cast<int>(due.size());
      value_of(next_delivery(services_));
      do std::this_thread::sleep_for(kWatchInterval);
      while (delivered_ < options_.orders && value_of(services_.store.changes()).deliveries == seen);
    }
  }

  Services& services_;
  const Options& options_;
  Steps steps_;
  std::vector<ClientId> clients_;
  std::mutex cpu_mutex_;
  boost::json::object cpu_;
  WorkCall call_;
  const WorkObserver observer_;
  VerifyWorkers checks_{services_, observer_};
  std::atomic<int> next_{0}, completed_{0}, delivered_{0};
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Orders through their whole life, with a stand-in for the engine.");
  app.add_option("--database", options.database, "postgresql://…; without it SQLite in a folder of its own");
  app.add_option("--orders", options.orders, "");
  app.add_option("--clients", options.clients, "");
  app.add_option("--submitters", options.submitters, "Threads that make orders");
  app.add_option("--workers", options.workers, "Threads that convert");
  app.add_option("--webhooks", options.webhooks, "Whether each client is told of its completed orders");
  CLI11_PARSE(app, argc, argv);

  std::string folder = (std::filesystem::temp_directory_path() / "storey-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  const std::shared_ptr<void> removed(nullptr, [&](void*) { std::filesystem::remove_all(folder); });
  const SystemClock clock;
  std::unique_ptr<Store> store;
  if (options.database.empty())
    store = value_of(SqliteStore::open({folder + "/storey.db", true}, clock.now()));
  else
    store = value_of(PostgresStore::open({options.database, true, 40}));
  InstantBlobs blobs;
  SystemRandom random;
  UuidSource ids(clock, random);
  AnyAddress addresses;
  const ServerKey key("0123456789abcdef0123456789abcdef");
  Settings settings;
  settings.max_open_orders = 1'000'000'000;
  Services services{*store, blobs, clock, random, ids, addresses, key, settings};
  std::cout << boost::json::serialize(Run(services, options).go()) << std::endl;
  return 0;
}
