// Workers of a fleet without engine and bucket: they wait for work, claim it, ask for as long as a conversion
// takes whether it is still theirs, and end it. Each process of workers has connections of its own, as
// `storey worker` has; orders come at a rate that keeps `--load` of the workers busy.
//
//   fleet_workers --database postgresql://… --processes 100 --per-process 1 --connections 4
//
// Prints "steady" once as many work as are to, and after `--seconds` one JSON object: what each step took
// meanwhile; it ends with its standard input.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <semaphore>
#include <thread>
#include <vector>

#include "service/adapters/postgres/postgres_store.h"
#include "service/adapters/system/system.h"
#include "service/domain/try.h"
#include "service/usecases/clients.h"
#include "service/worker/change_watch.h"
#include "service/worker/verify_workers.h"
#include "service/worker/work_call.h"
#include "stand_ins.h"
#include "steps.h"

namespace {

using namespace storey::service;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

// As of `storey worker`, which see.
constexpr std::chrono::milliseconds kWatchInterval = 50ms;
constexpr std::chrono::milliseconds kPollInterval = 2000ms;
constexpr std::chrono::milliseconds kOwnerCheck = 1000ms;

struct Options {
  std::string database;
  int processes = 10, per_process = 1, connections = 20, clients = 50;
  double conversion_s = 60, seconds = 60, load = 0.9;
};

/// What happens in all processes.
struct Progress {
  std::atomic<bool> steady{false};
  std::atomic<int> working{0}, completed{0};
  Steps before, during;
  Steps& steps() { return steady ? during : before; }
};

/// A process of the fleet: its store, with its own connections, and its services.
class Process {
 public:
  explicit Process(const Options& options)
      : store_(value_of(PostgresStore::open({options.database, true, options.connections}))),
        clock_(store_->watch()),
        ids_(clock_, random_),
        services_{*store_, blobs_, clock_, random_, ids_, addresses_, key_, settings_} {
    settings_.max_open_orders = 1'000'000'000;
  }
  Services& services() { return services_; }
  Store& store() { return *store_; }

 private:
  std::unique_ptr<PostgresStore> store_;
  PostgresClock clock_;
  InstantBlobs blobs_;
  SystemRandom random_;
  UuidSource ids_;
  AnyAddress addresses_;
  const ServerKey key_{"0123456789abcdef0123456789abcdef"};
  Settings settings_;
  Services services_;
};

/// `storey worker` without engine.
class WorkerProcess {
 public:
  WorkerProcess(const Options& options, Progress& progress, unsigned seed)
      : options_(options), progress_(progress), process_(options) {
    watch_ =
        value_of(ChangeWatch::start(process_.store(), kWatchInterval, {{}, [this] { call_.call(); }, [] {}}));
    for (int i = 0; i < options.per_process; ++i)
      std::thread([this, seed = seed * 1000 + static_cast<unsigned>(i)] { work(seed); }).detach();
  }

 private:
  void work(unsigned seed) {
    std::minstd_rand chance(seed);
    std::counting_semaphore woken(0);
    const WorkCall::Worker number = call_.join([&] { woken.release(); });
    Services& services = process_.services();
    // Those that begin together would end together.
    double length = std::uniform_real_distribution(0.05, 1.0)(chance) * options_.conversion_s;
    while (true) {
      call_.looks(number);
      const Steady::time_point began = Steady::now();
      const auto claimed = value_of(claim_conversion(services, services.ids.next()));
      progress_.steps().note(claimed ? "claim" : "claim_of_nothing", Steady::now() - began);
      if (claimed) {
        call_.call();
        convert(claimed->job, length);
        length = options_.conversion_s;
      } else if (call_.rests(number)) {
        static_cast<void>(woken.try_acquire_for(kPollInterval));
      }
    }
  }

  /// Asks every second whether the job is its own, every other time by a renewal.
  void convert(const Job& job, double length_s) {
    ++progress_.working;
    const Steady::time_point end =
        Steady::now() + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(length_s));
    Services& services = process_.services();
    bool renews = false;
    for (double share = 0; Steady::now() + kOwnerCheck < end; share += 0.01) {
      std::this_thread::sleep_for(kOwnerCheck);
      renews = !renews;
      if (renews)
        progress_.steps().measure("renew", [&] {
          return value_of(renew_job(services, job, OrderProgress{100 * share, "walls"}));
        });
      else
        progress_.steps().measure("look", [&] {
          return value_of(services.store.look([&](Session& session) -> Outcome<bool> {
            STOREY_TRY(const auto found, session.jobs().find(job.id));
            return found && found->lease_owner == job.lease_owner;
          }));
        });
    }
    std::this_thread::sleep_until(end);
    progress_.steps().measure("complete", [&] { return complete_with_result(services, job); });
    --progress_.working;
    ++progress_.completed;
  }

  const Options& options_;
  Progress& progress_;
  Process process_;
  WorkCall call_;
  std::unique_ptr<ChangeWatch> watch_;
};

/// `storey serve`, asked by clients.
class Orders {
 public:
  Orders(const Options& options, Progress& progress) : progress_(progress), process_(options) {
    for (int i = 0; i < options.clients; ++i)
      clients_.push_back(
          value_of(create_client(process_.services(), {"Client", Tier::kStandard, std::nullopt})).client.id);
  }

  void submit() { submit_order(process_.services(), clients_[next_++ % clients_.size()], progress_.steps()); }
  void submit_at_once(int count) {
    std::atomic<int> left{count};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (left-- > 0) submit();
      });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  Progress& progress_;
  Process process_;
  const WorkObserver observer_;
  VerifyWorkers checks_{process_.services(), observer_};
  std::vector<ClientId> clients_;
  std::atomic<std::size_t> next_{0};
};

double cpu_s() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void run(const Options& options) {
  Progress progress;
  const int workers = options.processes * options.per_process;
  const int busy = static_cast<int>(options.load * workers);
  Options serving = options;
  serving.connections = 20;
  Orders orders(serving, progress);
  orders.submit_at_once(busy);
  std::vector<std::unique_ptr<WorkerProcess>> processes;
  for (int i = 0; i < options.processes; ++i)
    processes.push_back(std::make_unique<WorkerProcess>(options, progress, static_cast<unsigned>(i)));
  while (progress.working + progress.completed < busy) std::this_thread::sleep_for(10ms);
  std::thread([&] {
    const std::chrono::duration<double> pause(options.conversion_s / busy);
    for (Steady::time_point next = Steady::now();;
         next += std::chrono::duration_cast<Steady::duration>(pause)) {
      std::this_thread::sleep_until(next);
      orders.submit();
    }
  }).detach();
  std::this_thread::sleep_for(3s);
  progress.steady = true;
  const int completed = progress.completed;
  const double cpu = cpu_s();
  std::cout << "steady" << std::endl;
  std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
  const boost::json::object result = {
      {"workers", workers},
      {"working", progress.working.load()},
      {"orders_per_second", (progress.completed - completed) / options.seconds},
      {"bench_cores", (cpu_s() - cpu) / options.seconds},
      {"steps", progress.during.summary()}};
  std::cout << boost::json::serialize(result) << std::endl;
  std::cin.get();      // the connections stay as long as somebody looks at them
  std::quick_exit(0);  // the workers go on meanwhile
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Workers of a fleet without engine and bucket.");
  app.add_option("--database", options.database, "postgresql://…")->required();
  app.add_option("--processes", options.processes, "");
  app.add_option("--per-process", options.per_process, "Workers of each process");
  app.add_option("--connections", options.connections, "Of a process of workers, at most");
  app.add_option("--clients", options.clients, "");
  app.add_option("--conversion", options.conversion_s, "s that one takes");
  app.add_option("--seconds", options.seconds, "For so long it is measured");
  app.add_option("--load", options.load, "Share of the workers that are busy");
  CLI11_PARSE(app, argc, argv);
  run(options);
}
