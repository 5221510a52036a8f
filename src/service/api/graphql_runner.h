// Runs subscriptions, and for the event streams all operations, beside the loops of the connections.
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "service/api/graphql_engine.h"

namespace storey::service {

/// Where the answers of an operation go. Called on the loop of the runner.
struct OperationSink {
  std::function<bool(const std::string& body)> next;  ///< a response; false where nobody takes it any more
  std::function<void(const std::string& errors)>
      refused;                          ///< the operation could not be started: a JSON list
  std::function<void()> complete;       ///< all has been said
  std::function<bool()> still_allowed;  ///< asked before each event
};

class GraphqlRunner {
 public:
  GraphqlRunner();
  ~GraphqlRunner();
  GraphqlRunner(const GraphqlRunner&) = delete;
  GraphqlRunner& operator=(const GraphqlRunner&) = delete;

  boost::asio::any_io_executor executor() { return loop_.get_executor(); }

  /// Starts a subscription; `context->stop` ends it.
  void start(PreparedOperation operation, std::shared_ptr<GraphqlContext> context, OperationSink sink);

  /// Ends a subscription from any thread.
  void stop(const std::shared_ptr<SubscriptionStop>& stop);

  /// Calls `action` on the runner's loop after `delay`.
  void after(std::chrono::milliseconds delay, std::function<void()> action);

  std::size_t open() const { return open_.load(); }

 private:
  graphql::Awaitable<void> run(PreparedOperation operation, std::shared_ptr<GraphqlContext> context,
                               OperationSink sink);

  std::atomic<std::size_t> open_{0};
  boost::asio::io_context loop_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace storey::service
