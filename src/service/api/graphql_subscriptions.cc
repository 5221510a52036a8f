// Subscriptions: events of one order or one upload as a stream.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>

#include "service/api/graphql_assets.h"
#include "service/api/graphql_context.h"
#include "service/api/graphql_schema.h"
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

/// Events that have come and were not taken yet. Lives on the loop of the subscriptions; only `loop` is read
/// elsewhere.
template <class Change>
struct Mailbox {
  explicit Mailbox(const asio::any_io_executor& executor) : loop(executor), arrival(executor) {}

  asio::any_io_executor loop;
  std::deque<Change> changes;
  bool ended = false;  ///< nothing comes after what is in here
  asio::steady_timer arrival;

  void wake() { arrival.cancel(); }
};

template <class Change>
class ChangeStream final : public graphql::SourceStream<Change> {
 public:
  ChangeStream(std::shared_ptr<Mailbox<Change>> mailbox, std::shared_ptr<SubscriptionStop> stop,
               EventHub::Watch watch)
      : mailbox_(std::move(mailbox)), stop_(std::move(stop)), watch_(std::move(watch)) {
    stop_->wake = [mailbox = std::weak_ptr(mailbox_)] {
      if (const auto box = mailbox.lock()) box->wake();
    };
  }

  graphql::Awaitable<std::optional<Change>> next() override {
    while (!stop_->stopped) {
      if (!mailbox_->changes.empty()) {
        Change change = std::move(mailbox_->changes.front());
        mailbox_->changes.pop_front();
        co_return change;
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
  EventHub::Watch watch_;
};

/// Puts what the hub tells, on whichever thread, into the mailbox.
template <class Change>
EventHub::Listener deliver_to(const std::shared_ptr<Mailbox<Change>>& mailbox) {
  return [mailbox](const Event& event) {
    if (!std::holds_alternative<Change>(event)) return;
    asio::post(mailbox->loop, [mailbox, change = std::get<Change>(event)] {
      if (mailbox->ended) return;
      mailbox->ended = is_last(change);
      mailbox->changes.push_back(change);
      mailbox->wake();
    });
  };
}

using StatusStream = std::unique_ptr<graphql::SourceStream<StatusChange>>;
using UploadStream = std::unique_ptr<graphql::SourceStream<UploadChange>>;

Outcome<StatusStream> watch_order(GraphqlContext& context, const std::string& id) {
  const auto mailbox = std::make_shared<Mailbox<StatusChange>>(context.subscription_loop);
  // Watch first, then look: no change is missed in between.
  auto watch = context.hub.watch(OrderId(id), deliver_to(mailbox));
  STOREY_TRY(const Order order, get_order(context.services, context.client.id, OrderId(id)));
  mailbox->ended = is_final(order.status);
  return std::make_unique<ChangeStream<StatusChange>>(mailbox, context.stop, std::move(watch));
}

Outcome<UploadStream> watch_upload(GraphqlContext& context, const std::string& id) {
  const auto mailbox = std::make_shared<Mailbox<UploadChange>>(context.subscription_loop);
  auto watch = context.hub.watch(AssetId(id), deliver_to(mailbox));
  STOREY_TRY(const Asset asset, get_asset(context.services, context.client.id, AssetId(id)));
  mailbox->ended = asset.status == UploadStatus::kFinalized || asset.status == UploadStatus::kExpired;
  return std::make_unique<ChangeStream<UploadChange>>(mailbox, context.stop, std::move(watch));
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
