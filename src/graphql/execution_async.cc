// Resolvers that wait: run concurrently on one strand, so that nothing in an execution needs a lock.
#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "graphql/execution_impl.h"

namespace storey::graphql {

namespace asio = boost::asio;

void Execution::defer(const Invocation& call, PlannedField& field, Position& parent, Segment& out) {
  Pending& pending = pendings_.emplace_back();
  pending.field = &field;
  pending.call = call;
  const Place place{&field, &parent};
  pending.position = arena_.make<Position>(make_position(place, *field.definition->type, pending.segment));
  out.holes.push_back({out.text.size(), &pending.segment});
  queued_.push_back(&pending);
}

Awaitable<void> Execution::finish() {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  strand_ = asio::make_strand(executor);
  co_await asio::co_spawn(strand_, drain(), asio::use_awaitable);
}

Awaitable<void> Execution::drain() {
  all_done_.emplace(strand_, asio::steady_timer::time_point::max());
  co_await asio::this_coro::throw_if_cancelled(false);
  bool is_cancelled = false;
  do {
    for (Pending* pending : std::exchange(queued_, {})) start(*pending);
    while (outstanding_ > 0) {
      boost::system::error_code ignored;
      co_await all_done_->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
      const asio::cancellation_state state = co_await asio::this_coro::cancellation_state;
      if (is_cancelled || state.cancelled() == asio::cancellation_type::none) continue;
      is_cancelled = true;
      co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
      const std::vector<Pending*> running = running_;
      for (Pending* pending : running) pending->cancellation.emit(asio::cancellation_type::terminal);
    }
  } while (!is_cancelled && failure_ == nullptr && (!write_root() || is_waiting()));
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  if (is_cancelled) throw boost::system::system_error(asio::error::operation_aborted);
}

void Execution::start(Pending& pending) {
  if (pending.position->is_dead()) return;
  ++outstanding_;
  running_.push_back(&pending);
  asio::co_spawn(strand_, run(pending),
                 asio::bind_cancellation_slot(
                     pending.cancellation.slot(), [this, &pending](const std::exception_ptr& failure) {
                       if (failure_ == nullptr) failure_ = failure;
                       running_.erase(std::find(running_.begin(), running_.end(), &pending));
                       if (--outstanding_ == 0) all_done_->cancel();
                     }));
}

Awaitable<void> Execution::run(Pending& pending) {
  Resolved resolved = co_await pending.field->definition->binding->resolve_async(pending.call);
  settle(pending, std::move(resolved));
  for (Pending* next : std::exchange(queued_, {})) start(*next);
}

void Execution::settle(Pending& pending, Resolved resolved) {
  Position& position = *pending.position;
  if (position.is_dead()) return;
  const Field& field = *pending.field->definition;
  const Place place{pending.field, position.parent, -1, &position};
  const bool is_complete =
      resolved.error ? raise(place, std::move(*resolved.error))
                     : complete(*field.type, *field.binding->result, resolved.value, place, pending.segment);
  if (is_complete) {
    position.end = pending.segment.text.size();
  } else if (field.type->is_non_null()) {
    propagate(position);
  } else {
    position.is_null = true;
    settle_null(0, pending.segment);
  }
}

bool Execution::begin_subscription() {
  if (!prepare()) return false;
  if (operation_->operation != ast::OperationType::kSubscription) {
    fail_request({"Expected subscription operation.", {}, {}, {}});
    return false;
  }
  if (root_plan_->error || root_plan_->fields.empty()) {
    fail_request(
        {root_plan_->error ? root_plan_->error->message : "The subscription selects no field.", {}, {}, {}});
    return false;
  }
  PlannedField& field = root_plan_->fields.front();
  planner_->compute_arguments(field);
  if (!field.argument_error) return true;
  raise(Place{&field, &root_}, *field.argument_error);
  add_error();
  return false;
}

Awaitable<OpenedSource> Execution::open_source() {
  PlannedField& field = root_plan_->fields.front();
  const Invocation call{nullptr, &field.arguments, field.definition, &schema_, context_.object, &arena_};
  return field.definition->binding->subscribe(call);
}

void Execution::fail_subscription(FieldError error) {
  raise(Place{&root_plan_->fields.front(), &root_}, std::move(error));
  add_error();
}

ResponseStream::ResponseStream(OperationRequest request, ContextRef context,
                               std::unique_ptr<EventSource> source)
    : request_(std::move(request)), context_(context), source_(std::move(source)) {}
ResponseStream::ResponseStream(ResponseStream&&) noexcept = default;
ResponseStream::~ResponseStream() = default;

Awaitable<std::optional<Response>> ResponseStream::next() {
  Execution execution(request_, context_);
  const void* event = co_await source_->next(execution.arena());
  if (event == nullptr) co_return std::nullopt;
  execution.begin(event);
  if (execution.is_waiting()) co_await execution.finish();
  co_return execution.take_response();
}

Awaitable<tl::expected<ResponseStream, Response>> subscribe(OperationRequest request, ContextRef context) {
  Execution execution(request, context);
  if (!execution.begin_subscription()) co_return tl::unexpected<Response>(execution.take_response());
  OpenedSource opened = co_await execution.open_source();
  if (opened.error) {
    execution.fail_subscription(std::move(*opened.error));
    co_return tl::unexpected<Response>(execution.take_response());
  }
  co_return ResponseStream(std::move(request), context, std::move(opened.source));
}

}  // namespace storey::graphql
