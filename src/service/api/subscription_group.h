// Subscriptions that ask the same of one source of events, and get the same answer.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "service/api/graphql_context.h"

namespace storey::service {

/// Where the answers of an operation go. Called on the loop of the runner.
struct OperationSink {
  /// A response, and how far in the log of events it comes; false where nobody takes it any more.
  std::function<bool(const std::string& body, std::int64_t event)> next;
  std::function<void(const std::string& errors)>
      refused;                          ///< the operation could not be started: a JSON list
  std::function<void()> complete;       ///< all has been said
  std::function<bool()> still_allowed;  ///< asked before each event
  std::string credential = {};          ///< what `still_allowed` depends on
};

/// Everybody gets each response, which is written once. On the loop of the runner only.
class SubscriptionGroup : public std::enable_shared_from_this<SubscriptionGroup> {
 public:
  using Ticket = std::shared_ptr<void>;

  /// `source_stop` ends the source of events when the last subscriber has gone.
  explicit SubscriptionGroup(std::shared_ptr<SubscriptionStop> source_stop)
      : source_stop_(std::move(source_stop)) {}

  /// `stop` takes the subscriber out again; `ticket` is given back when it has gone. Up to the event `told`
  /// it has heard everything.
  void add(OperationSink sink, const std::shared_ptr<SubscriptionStop>& stop, Ticket ticket,
           std::int64_t told = -1);
  bool empty() const { return members_.empty(); }
  /// The event that was sent last.
  std::int64_t told() const { return told_; }

  /// To all who have not heard it, may have it and take it; for who may not or does not, it is over. Whether
  /// one is allowed is asked once for each credential.
  void send(const std::string& body, std::int64_t event);
  /// Hands everybody over to a group that is told of the same events, and has told none but those up to
  /// `told`.
  void join(SubscriptionGroup& other, std::int64_t told);
  /// Tells all that nothing more comes.
  void complete();

 private:
  struct Member {
    OperationSink sink;
    std::shared_ptr<SubscriptionStop> stop;
    Ticket ticket;
    std::int64_t told = -1;
  };
  using Members = std::list<Member>;

  /// Gives the sink of the member that is no more.
  OperationSink remove(Members::iterator member);

  std::shared_ptr<SubscriptionStop> source_stop_;
  Members members_;
  std::int64_t told_ = -1;
};

}  // namespace storey::service
