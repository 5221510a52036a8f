#include "service/api/graphql_runner.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>

namespace storey::service {

namespace asio = boost::asio;

namespace {

/// The same for subscriptions that get the same responses to the same events.
std::string key_of(const PreparedOperation& operation, const GraphqlContext& context) {
  const graphql::OperationRequest& request = operation.request;
  const auto document =
      reinterpret_cast<std::uintptr_t>(request.document.get());  // those in the cache are shared
  std::string key = std::to_string(document);
  for (const std::string& part :
       {context.client.id.text, context.base_url, request.operation_name.value_or(""),
        boost::json::serialize(request.variables)})
    key.append(1, '\n').append(part);
  return key;
}

}  // namespace

std::optional<std::int64_t> parse_event_id(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// What start() was called with.
struct GraphqlRunner::Subscription {
  PreparedOperation operation;
  std::shared_ptr<GraphqlContext> context;
  OperationSink sink;
  SubscriptionGroup::Ticket ticket;
};

/// Keeps a group where others find it, for as long as its source has events.
class GraphqlRunner::Registration {
 public:
  Registration(GraphqlRunner& runner, std::string key, std::shared_ptr<SubscriptionGroup> group)
      : runner_(runner), key_(std::move(key)), group_(std::move(group)) {
    runner_.groups_[key_] = group_;
  }
  ~Registration() {
    const auto found = runner_.groups_.find(key_);
    if (found != runner_.groups_.end() && found->second == group_) runner_.groups_.erase(found);
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  GraphqlRunner& runner_;
  std::string key_;
  std::shared_ptr<SubscriptionGroup> group_;
};

GraphqlRunner::GraphqlRunner() : work_(asio::make_work_guard(loop_)), thread_([this] { loop_.run(); }) {}

GraphqlRunner::~GraphqlRunner() {
  work_.reset();
  loop_.stop();
  thread_.join();
}

// Each is subscribed by itself first, so that each is refused or allowed by itself and hears first what it
// has missed. Once it has heard all that others who ask the same have heard, it joins them, and its own
// source is not needed any more.
graphql::Awaitable<void> GraphqlRunner::run(Subscription subscription) {
  const auto source = std::make_shared<GraphqlContext>(*subscription.context);
  source->stop = std::make_shared<SubscriptionStop>();
  source->cursor = std::make_shared<EventCursor>();
  if (subscription.context->cursor) source->cursor->after = subscription.context->cursor->after;
  std::string key = key_of(subscription.operation, *source);
  auto responses =
      co_await graphql::subscribe(std::move(subscription.operation.request), graphql::context_ref(*source));
  const std::shared_ptr<SubscriptionStop> stop = subscription.context->stop;
  if (stop->stopped) co_return;
  if (!responses) {
    subscription.sink.refused(errors_of(with_codes(std::move(responses.error())).body));
    co_return;
  }
  const auto group = std::make_shared<SubscriptionGroup>(source->stop);
  group->add(std::move(subscription.sink), stop, std::move(subscription.ticket));
  co_await relay(std::move(key), group, source, std::move(*responses));
}

graphql::Awaitable<void> GraphqlRunner::relay(std::string key, std::shared_ptr<SubscriptionGroup> group,
                                              std::shared_ptr<GraphqlContext> source,
                                              graphql::ResponseStream responses) {
  const EventCursor& cursor = *source->cursor;
  std::optional<Registration> registration;
  while (true) {
    const auto found = groups_.find(key);
    const bool is_first = found == groups_.end() || found->second->empty();
    if (!registration && is_first) registration.emplace(*this, key, group);
    if (!registration && cursor.caught_up() && found->second->told() <= cursor.told)
      co_return group->join(*found->second, cursor.told);
    auto response = co_await responses.next();
    if (!response) break;
    group->send(with_codes(std::move(*response)).body, cursor.told);
    if (source->stop->stopped) co_return;
  }
  group->complete();
}

void GraphqlRunner::start(PreparedOperation operation, std::shared_ptr<GraphqlContext> context,
                          OperationSink sink) {
  ++open_;
  SubscriptionGroup::Ticket ticket(nullptr, [this](void*) { --open_; });
  asio::co_spawn(loop_, run({std::move(operation), std::move(context), std::move(sink), std::move(ticket)}),
                 asio::detached);
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
