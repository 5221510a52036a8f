// Everything that is kept, and the transaction that a use case runs in.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "service/domain/failure.h"
#include "service/ports/client_store.h"
#include "service/ports/client_token_store.h"
#include "service/ports/event_log.h"
#include "service/ports/job_store.h"
#include "service/ports/order_store.h"
#include "service/ports/webhook_store.h"

namespace storey::service {

/// The stores as one transaction sees them. Valid for its duration, on its thread. In a transaction that
/// writes, orders, uploads, clients, tokens and webhooks that were found stay as they are until it ends, so
/// that an update of the whole record overwrites nothing that came in between.
class Session {
 public:
  virtual ~Session() = default;

  /// Tells a store that is far away what the transaction finds, lists and counts next, so that it answers to
  /// all of it at once. `asks` calls just that, in the order in which it is to be done; what it gets says
  /// nothing. The same calls with the same arguments come later, and nothing in between may change what they
  /// find.
  virtual void ask_ahead(const std::function<void()>& asks) = 0;

  virtual ClientStore& clients() = 0;
  virtual TokenStore& tokens() = 0;
  virtual ProjectStore& projects() = 0;
  virtual OrderStore& orders() = 0;
  virtual AssetStore& assets() = 0;
  virtual ResultStore& results() = 0;
  virtual JobStore& jobs() = 0;
  virtual WebhookStore& webhooks() = 0;
  virtual DeliveryStore& deliveries() = 0;
  virtual EventLog& events() = 0;
  virtual ClientTokenStore& client_tokens() = 0;
};

/// Counters by which a process learns that others have changed something. Each differs after a committed
/// change of its kind, by whichever process; it may differ without one, and may come late where the store is
/// remote.
struct StoreChanges {
  std::uint64_t events = 0;      ///< the log of events has grown
  std::uint64_t jobs = 0;        ///< there may be a job to do
  std::uint64_t deliveries = 0;  ///< there may be a webhook to call
  /// A token or a client may have been changed. Nothing: unknown at present, so that nothing that was read
  /// before counts any more.
  std::optional<std::uint64_t> grants;
};

class Store {
 public:
  virtual ~Store() = default;

  /// Runs `action` in a transaction that is committed if it succeeds and rolled back if it fails or throws.
  /// Changes are on disk when it returns. Called from any thread. The action may run several times, each time
  /// in a transaction of its own, if others got in between or the connection was lost: what comes of it is
  /// its value, and what it changes elsewhere it sets anew each time.
  template <class Action>
  auto write(Action&& action) -> std::invoke_result_t<Action, Session&> {
    return run(&Store::run_write, std::forward<Action>(action));
  }

  /// The same, but what was changed may be lost with the machine, though not with the process. For what is
  /// soon known anew: it costs a fraction of `write`.
  template <class Action>
  auto note(Action&& action) -> std::invoke_result_t<Action, Session&> {
    return run(&Store::run_note, std::forward<Action>(action));
  }

  /// Runs `action` on one consistent state; it must not change anything. It too may run several times.
  template <class Action>
  auto read(Action&& action) -> std::invoke_result_t<Action, Session&> {
    return run(&Store::run_read, std::forward<Action>(action));
  }

  /// The same for an action that asks for one thing only, which costs less.
  template <class Action>
  auto look(Action&& action) -> std::invoke_result_t<Action, Session&> {
    return run(&Store::run_look, std::forward<Action>(action));
  }

  /// Never waits.
  virtual Result<StoreChanges> changes() = 0;

  /// Whether small reads are so quick that an event loop may wait for them.
  virtual bool answers_at_once() const = 0;

  /// Gives back room that erased records have left, in pieces so small that no writer waits for it.
  virtual Result<void> shrink() = 0;

  /// Answers if the store can be read.
  virtual Result<void> check() = 0;

 protected:
  using Step = std::function<Outcome<void>(Session&)>;
  virtual Outcome<void> run_write(const Step& step) = 0;
  virtual Outcome<void> run_note(const Step& step) = 0;
  virtual Outcome<void> run_read(const Step& step) = 0;
  virtual Outcome<void> run_look(const Step& step) { return run_read(step); }

 private:
  template <class Action>
  auto run(Outcome<void> (Store::*transaction)(const Step&), Action&& action)
      -> std::invoke_result_t<Action, Session&> {
    using Returned = std::invoke_result_t<Action, Session&>;
    std::optional<Returned> returned;
    const Step step = [&](Session& session) -> Outcome<void> {
      returned.emplace(action(session));
      if (!*returned) return tl::make_unexpected(Failure(returned->error()));
      return {};
    };
    const Outcome<void> ran = (this->*transaction)(step);
    if (!ran && (!returned || *returned)) return tl::make_unexpected(ran.error());
    return std::move(*returned);
  }
};

}  // namespace storey::service
