// What resolvers know of the request they work for.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "graphql/error.h"
#include "service/api/event_hub.h"
#include "service/domain/client.h"
#include "service/usecases/services.h"

namespace storey::service {

/// Lets the transport end a subscription. Used on the loop of the subscriptions only.
struct SubscriptionStop {
  bool stopped = false;
  std::function<void()> wake;  ///< set by whoever waits for the next event

  void stop() {
    stopped = true;
    if (const auto call = std::exchange(wake, nullptr)) call();
  }
};

/// How far a subscription has come in the log of events. Used on the loop of the subscriptions only.
struct EventCursor {
  std::optional<std::int64_t> after;  ///< the client has been told all up to this event: the Last-Event-ID
  std::int64_t begun = 0;             ///< the last event of its subject when the subscription began
  std::int64_t told = -1;             ///< nothing up to this event has still to be told

  /// Whether all that was there before the subscription has been told.
  bool caught_up() const { return told >= begun; }
};

struct GraphqlContext {
  Services& services;
  EventHub& hub;
  Client client;
  std::string base_url;  ///< "https://host/v1": before the paths of pre-signed addresses
  boost::asio::any_io_executor subscription_loop;
  std::shared_ptr<SubscriptionStop> stop = {};          ///< of a subscription
  std::shared_ptr<EventCursor> cursor = {};             ///< likewise
  std::function<void(const Failure&)> on_failure = {};  ///< is told of failures that the client must not see
  std::string traceparent = {};                         ///< of the request; empty if it has none

  /// An address as clients can use it, of one that may be a path of this service.
  std::string whole(const std::string& address) const {
    return address.starts_with('/') ? base_url + address : address;
  }

  /// Passes the outcome on, after telling the log what is in it for the operator.
  template <class T>
  Outcome<T> told(Outcome<T> outcome) const {
    if (!outcome && !outcome.error().internal.empty() && on_failure) on_failure(outcome.error());
    return outcome;
  }
};

/// How the GraphQL engine turns the failure of a resolver into an error entry.
graphql::FieldError to_field_error(const Failure& failure);

}  // namespace storey::service
