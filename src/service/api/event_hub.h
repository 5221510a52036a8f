// Brings events to those who watch an order or an upload, from whichever thread they come.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "service/ports/event_log.h"

namespace storey::service {

class EventHub {
 public:
  using Listener = std::function<void(const LoggedEvent&)>;

  /// Ends the watching when it is destroyed; afterwards the listener is not called any more.
  class Watch {
   public:
    Watch() = default;
    Watch(EventHub* hub, std::string subject, std::uint64_t number)
        : hub_(hub), subject_(std::move(subject)), number_(number) {}
    ~Watch();
    Watch(Watch&& other) noexcept
        : hub_(std::exchange(other.hub_, nullptr)),
          subject_(std::move(other.subject_)),
          number_(other.number_) {}
    Watch& operator=(Watch&&) = delete;

   private:
    EventHub* hub_ = nullptr;
    std::string subject_;
    std::uint64_t number_ = 0;
  };

  /// `listener` is called under the hub's lock: it only passes the event on.
  Watch watch(const OrderId& order, Listener listener) { return add(order.text, std::move(listener)); }
  Watch watch(const AssetId& asset, Listener listener) { return add(asset.text, std::move(listener)); }

  void publish(const LoggedEvent& logged);

 private:
  struct Entry {
    std::uint64_t number;
    Listener listener;
  };

  Watch add(const std::string& subject, Listener listener);
  void remove(const std::string& subject, std::uint64_t number);

  std::mutex mutex_;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::string, std::vector<Entry>> entries_;
};

}  // namespace storey::service
