// Runs subscriptions, and for the event streams all operations, beside the loops of the connections.
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "service/api/graphql_engine.h"
#include "service/api/subscription_group.h"

namespace storey::service {

/// How clients name the event that they heard last; nothing where it is no such name.
std::optional<std::int64_t> parse_event_id(std::string_view text);

class GraphqlRunner {
 public:
  GraphqlRunner();
  ~GraphqlRunner();
  GraphqlRunner(const GraphqlRunner&) = delete;
  GraphqlRunner& operator=(const GraphqlRunner&) = delete;

  boost::asio::any_io_executor executor() { return loop_.get_executor(); }

  /// Starts a subscription; `context->stop` ends it. A client's subscriptions with the same document and
  /// variables share one source of events, and each response is written once for all of them.
  void start(PreparedOperation operation, std::shared_ptr<GraphqlContext> context, OperationSink sink);

  /// Ends a subscription from any thread.
  void stop(const std::shared_ptr<SubscriptionStop>& stop);

  /// Calls `action` on the runner's loop after `delay`.
  void after(std::chrono::milliseconds delay, std::function<void()> action);

  std::size_t open() const { return open_.load(); }

 private:
  class Registration;
  struct Subscription;

  graphql::Awaitable<void> run(Subscription subscription);
  graphql::Awaitable<void> relay(std::string key, std::shared_ptr<SubscriptionGroup> group,
                                 std::shared_ptr<GraphqlContext> source, graphql::ResponseStream responses);

  std::atomic<std::size_t> open_{0};
  std::unordered_map<std::string, std::shared_ptr<SubscriptionGroup>>
      groups_;  ///< on the loop, by what is asked
  boost::asio::io_context loop_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace storey::service
