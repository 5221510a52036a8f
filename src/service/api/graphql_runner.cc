#include "service/api/graphql_runner.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace storey::service {

namespace asio = boost::asio;

GraphqlRunner::GraphqlRunner() : work_(asio::make_work_guard(loop_)), thread_([this] { loop_.run(); }) {}

GraphqlRunner::~GraphqlRunner() {
  work_.reset();
  loop_.stop();
  thread_.join();
}

graphql::Awaitable<void> GraphqlRunner::run(PreparedOperation operation,
                                            std::shared_ptr<GraphqlContext> context, OperationSink sink) {
  auto stream = co_await graphql::subscribe(std::move(operation.request), graphql::context_ref(*context));
  if (!stream) {
    sink.refused(errors_of(with_codes(std::move(stream.error())).body));
    co_return;
  }
  while (true) {
    auto response = co_await stream->next();
    if (!response || !sink.still_allowed()) break;
    if (!sink.next(with_codes(std::move(*response)).body)) break;
  }
  if (!context->stop->stopped) sink.complete();
}

void GraphqlRunner::start(PreparedOperation operation, std::shared_ptr<GraphqlContext> context,
                          OperationSink sink) {
  ++open_;
  asio::co_spawn(loop_, run(std::move(operation), std::move(context), std::move(sink)),
                 [this](const std::exception_ptr&) { --open_; });
}

void GraphqlRunner::stop(const std::shared_ptr<SubscriptionStop>& stop) {
  asio::post(loop_, [stop] { stop->stop(); });
}

void GraphqlRunner::after(std::chrono::milliseconds delay, std::function<void()> action) {
  auto timer = std::make_shared<asio::steady_timer>(loop_, delay);
  timer->async_wait([timer, action = std::move(action)](const boost::system::error_code& status) {
    if (!status) action();
  });
}

}  // namespace storey::service
