// Steps in the life of an order, and what each of them takes.
#pragma once

#include <time.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "service/usecases/jobs.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"
#include "stand_ins.h"

namespace storey::service {

template <class T>
T value_of(Outcome<T> outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().message + " " + outcome.error().internal);
  if constexpr (!std::is_void_v<T>) return std::move(*outcome);
}

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().describe());
  return std::move(*result);
}

/// What each step took, of all threads.
class Steps {
 public:
  using Steady = std::chrono::steady_clock;

  template <class Action>
  auto measure(const char* name, const Action& action) {
    const Steady::time_point began = Steady::now();
    auto result = action();
    note(name, Steady::now() - began);
    return result;
  }
  void note(const char* name, Steady::duration took) {
    const std::lock_guard lock(mutex_);
    times_[name].push_back(std::chrono::duration<double, std::milli>(took).count());
  }
  boost::json::object summary() {
    const std::lock_guard lock(mutex_);
    boost::json::object all;
    for (auto& [name, times] : times_) {
      std::sort(times.begin(), times.end());
      all[name] = {{"times", times.size()},
                   {"median_ms", times[times.size() / 2]},
                   {"p99_ms", times[times.size() * 99 / 100]}};
    }
    return all;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<double>> times_;
};

/// Computing of the thread that calls.
inline double thread_cpu_s() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Makes an order of the client with one scan in the bucket, and submits it.
inline void submit_order(Services& services, const ClientId& client, Steps& steps) {
  const Order order = steps.measure("initialize_order", [&] {
    return value_of(initialize_order(
        services, client, {"House", "areaplan", "Metric", std::nullopt, std::nullopt, std::nullopt, {}}));
  });
  NewUpload wanted;
  wanted.order_id = order.id;
  wanted.asset_type = "xyz";
  wanted.upload_type = "single";
  wanted.size_bytes = InstantBlobs::kScan.size();
  const Asset asset = steps.measure("initialize_upload",
                                    [&] { return value_of(initialize_upload(services, client, wanted)); });
  steps.measure("finalize_upload", [&] {
    return value_of(finalize_upload(services, client, asset.id, std::nullopt, std::nullopt));
  });
  steps.measure("finalize_order", [&] { return value_of(finalize_order(services, client, order.id)); });
}

/// Ends the conversion with one result.
inline bool complete_with_result(Services& services, const Job& job) {
  ResultFile file;
  file.id = services.ids.make<ResultId>();
  file.order_id = job.order_id;
  file.client_id = job.client_id;
  file.format = "json";
  file.file_name = "plan.json";
  file.blob = services.ids.make<BlobId>();
  return value_of(complete_conversion(services, job, {file}, {1, 1, 1}));
}

}  // namespace storey::service
