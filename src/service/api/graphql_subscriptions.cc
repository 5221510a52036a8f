// Subscriptions: events of one order or one upload as a stream.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "service/api/graphql_assets.h"
#include "service/api/graphql_context.h"
#include "service/api/graphql_schema.h"
#include "service/api/mailbox.h"
#include "service/domain/try.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

namespace asio = boost::asio;

bool is_last(const StatusChange& change) { return is_final(change.status); }
bool is_last(const UploadChange& change) {
  return change.status == UploadStatus::kFinalized || change.status == UploadStatus::kFailed ||
         change.status == UploadStatus::kExpired;
}

/// Of what a subscriber has missed, no more is told one by one; then the present state has to do.
constexpr int kMaxMissed = 1000;

template <class Change>
class ChangeStream final : public graphql::SourceStream<Change> {
 public:
  ChangeStream(std::shared_ptr<Mailbox<Change>> mailbox, const GraphqlContext& context, EventHub::Watch watch)
      : mailbox_(std::move(mailbox)), stop_(context.stop), cursor_(context.cursor), watch_(std::move(watch)) {
    stop_->wake = [mailbox = std::weak_ptr(mailbox_)] {
      if (const auto box = mailbox.lock()) box->wake();
    };
  }

  graphql::Awaitable<std::optional<Change>> next() override {
    while (!stop_->stopped) {
      if (!mailbox_->changes.empty()) {
        Numbered<Change> next = std::move(mailbox_->changes.front());
        mailbox_->changes.pop_front();
        cursor_->told = next.number;
        co_return std::move(next.change);
      }
      if (mailbox_->ended) break;
      mailbox_->arrival.expires_at(asio::steady_timer::time_point::max());
      co_await mailbox_->arrival.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return std::nullopt;
  }

 private:
  std::shared_ptr<Mailbox<Change>> mailbox_;
  std::shared_ptr<SubscriptionStop> stop_;
  std::shared_ptr<EventCursor> cursor_;
  EventHub::Watch watch_;
};

/// Puts what the hub tells, on whichever thread, into the mailbox.
template <class Change>
EventHub::Listener deliver_to(const std::shared_ptr<Mailbox<Change>>& mailbox) {
  return [mailbox](const LoggedEvent& logged) {
    if (!std::holds_alternative<Change>(logged.event)) return;
    asio::post(mailbox->loop, [mailbox, number = logged.number, change = std::get<Change>(logged.event)] {
      mailbox->put(number, change, is_last(change));
    });
  };
}

/// What the subscriber has missed since its Last-Event-ID; nothing if it named none that the log still
/// reaches.
template <class SubjectId>
Outcome<std::optional<std::vector<LoggedEvent>>> missed_events(const EventCursor& cursor, Session& session,
                                                               const SubjectId& id) {
  if (!cursor.after) return std::nullopt;
  STOREY_TRY(const auto forgotten, session.events().forgotten_number());
  if (*cursor.after < forgotten || *cursor.after > cursor.begun) return std::nullopt;
  STOREY_TRY(auto missed, session.events().read_about(id, *cursor.after, kMaxMissed));
  if (missed.size() == static_cast<std::size_t>(kMaxMissed)) return std::nullopt;
  return missed;
}

/// Begins with what was missed or, if that is not known, with the `present` state.
template <class Change, class SubjectId>
Outcome<void> begin(Mailbox<Change>& mailbox, EventCursor& cursor, Session& session, const SubjectId& id,
                    const Change& present) {
  mailbox.changes.clear();  // this may be another try
  STOREY_TRY(cursor.begun, session.events().last_number(id));
  STOREY_TRY(const auto missed, missed_events(cursor, session, id));
  if (missed) {
    for (const LoggedEvent& logged : *missed)
      mailbox.changes.push_back({logged.number, std::get<Change>(logged.event)});
    mailbox.ended = is_last(present) && (missed->empty() || is_last(mailbox.changes.back().change));
  } else {
    mailbox.changes.push_back({cursor.begun, present});
    mailbox.ended = is_last(present);
  }
  mailbox.seen = cursor.begun;
  if (mailbox.changes.empty())
    cursor.told = cursor.begun;
  else
    mailbox.changes.back().number = cursor.begun;
  return {};
}

using StatusStream = std::unique_ptr<graphql::SourceStream<StatusChange>>;
using UploadStream = std::unique_ptr<graphql::SourceStream<UploadChange>>;

/// The last change of the order; where the log has forgotten it, one from its status to the same.
Outcome<StatusChange> present_state(Session& session, const Order& order) {
  STOREY_TRY(const auto last, session.events().last_change(order.id));
  if (last) return *last;
  return StatusChange{order.id, order.status, order.status,
                      order.completed.value_or(order.submitted.value_or(order.created))};
}

Outcome<StatusStream> watch_order(GraphqlContext& context, const std::string& id) {
  const auto mailbox = std::make_shared<Mailbox<StatusChange>>(context.subscription_loop);
  // Watch first, then look: no change is missed in between, and none is told twice, as they are numbered.
  auto watch = context.hub.watch(OrderId(id), deliver_to(mailbox));
  STOREY_TRY_VOID(context.services.store.read([&](Session& session) -> Outcome<void> {
    STOREY_TRY(const Order order, require_order(session, context.client.id, OrderId(id)));
    STOREY_TRY(const StatusChange present, present_state(session, order));
    return begin(*mailbox, *context.cursor, session, order.id, present);
  }));
  return std::make_unique<ChangeStream<StatusChange>>(mailbox, context, std::move(watch));
}

Outcome<UploadStream> watch_upload(GraphqlContext& context, const std::string& id) {
  const auto mailbox = std::make_shared<Mailbox<UploadChange>>(context.subscription_loop);
  auto watch = context.hub.watch(AssetId(id), deliver_to(mailbox));
  STOREY_TRY_VOID(context.services.store.read([&](Session& session) -> Outcome<void> {
    STOREY_TRY(const Asset asset, require_asset(session, context.client.id, AssetId(id)));
    return begin(*mailbox, *context.cursor, session, asset.id,
                 UploadChange{asset.id, asset.status, asset.percentage()});
  }));
  return std::make_unique<ChangeStream<UploadChange>>(mailbox, context, std::move(watch));
}

}  // namespace

void bind_subscriptions(graphql::Bindings& bindings) {
  bindings.object<StatusChange>("OrderStatusChange")
      .field("order_id",
             [](const StatusChange& change) -> const std::string& { return change.order_id.text; })
      .field("order_status",
             [](const StatusChange& change) { return std::string(status_name(change.status)); })
      .field("previousStatus",
             [](const StatusChange& change) { return std::string(status_name(change.previous)); })
      .field("changedAt", [](const StatusChange& change) { return to_iso8601(change.changed); });
  bindings.object<UploadChange>("UploadProgressUpdate")
      .field("asset_id",
             [](const UploadChange& change) -> const std::string& { return change.asset_id.text; })
      .field("upload_status",
             [](const UploadChange& change) { return std::string(upload_status_name(change.status)); })
      .field("progress", [](const UploadChange& change) { return UploadProgress{change.percentage}; });
  bindings.subscription()
      .field(
          "orderStatusChanged",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(watch_order(context, id));
          },
          "orderId")
      .field(
          "uploadProgressUpdated",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(watch_upload(context, id));
          },
          "assetId");
}

}  // namespace storey::service
