// One operation while it is executed.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>

#include "graphql/execution.h"
#include "graphql/plan.h"
#include "graphql/response_buffer.h"
#include "graphql/source.h"

namespace storey::graphql {

class Execution {
 public:
  Execution(const OperationRequest& request, ContextRef context);

  /// Writes what does not wait. False if the request cannot be executed; take_response() says why.
  bool begin(const void* event = nullptr);
  /// Whether resolvers have to be waited for.
  bool is_waiting() const { return !queued_.empty(); }
  /// Runs all resolvers that wait, on one strand.
  Awaitable<void> finish();
  Response take_response();

  /// For a subscription: the call of the resolver of its one field. False as with begin().
  bool begin_subscription();
  Awaitable<OpenedSource> open_source();
  void fail_subscription(FieldError error);

  Arena& arena() { return arena_; }

 private:
  /// Where a value goes: a field, or an element of a list in it.
  struct Place {
    PlannedField* field;
    Position* parent;
    std::ptrdiff_t index = -1;     ///< of the element; -1: the field itself
    Position* position = nullptr;  ///< if it has been made already
  };
  /// A resolver that waits, and where its value goes.
  struct Pending {
    PlannedField* field = nullptr;
    Position* position = nullptr;
    Segment segment;
    Invocation call;
    boost::asio::cancellation_signal cancellation;
  };
  /// An error on its way up to the place that becomes null.
  struct Raised {
    std::string message;
    std::vector<ast::Offset> at;
    std::vector<PathKey> path;
    boost::json::object extensions;
  };
  class FieldSink;

  bool prepare();
  bool coerce_variables();
  void fail_request(GraphqlError error);
  void check_context() const;
  void check_budget(const Segment& out);

  // Writing. False: the value is null where it cannot be, and `raised_` says why.
  bool write_fields(const void* source, Plan& plan, Position& position, Segment& out);
  bool write_field(const void* source, PlannedField& field, Position& parent, Segment& out);
  /// Writes the fields of the root; true if there is nothing left to write.
  bool write_root();
  void write_event(const void* event);
  bool resolve(const void* source, PlannedField& field, Position& parent, Segment& out);
  void defer(const Invocation& call, PlannedField& field, Position& parent, Segment& out);
  bool complete(const Type& type, const ValueReader& reader, const void* value, const Place& place,
                Segment& out);
  /// For values that are there. `type` may be non-null: it says whether the place can become null.
  bool complete_leaf(const NamedType& type, const ValueReader& reader, const void* value, const Place& place,
                     Segment& out);
  bool complete_list(const Type& type, const ValueReader& reader, const void* value, const Place& place,
                     Segment& out);
  bool complete_composite(const Type& type, const ValueReader& reader, const void* value, const Place& place,
                          Segment& out);
  bool complete_object(const NamedType& object, const Type& type, const void* source, const Place& place,
                       Segment& out);
  const NamedType* runtime_type(const NamedType& type, const ValueReader& reader, const void* value,
                                const Place& place);
  const NamedType* check_runtime_type(const NamedType& type, std::string_view name, const Place& place);

  // Errors and null.
  bool raise(const Place& place, FieldError error);
  bool raise(const Place& place, std::string message) {
    return raise(place, FieldError{std::move(message), {}});
  }
  bool raise(const Place& place, const PlanError& error);
  std::vector<PathKey> path_of(const Place& place) const;
  Position make_position(const Place& place, const Type& type, Segment& out) const;
  /// The same where children may have to wait: it lives as long as the execution.
  Position& keep_position(const Place& place, const Type& type, Segment& out);
  void add_error();
  /// Writes null from `begin` on and keeps the error.
  void settle_null(std::size_t begin, Segment& out);
  void make_root_null();
  /// Makes the closest place above that can be null null.
  void propagate(Position& position);

  // Waiting.
  Awaitable<void> drain();
  void start(Pending& pending);
  Awaitable<void> run(Pending& pending);
  void settle(Pending& pending, Resolved resolved);

  const OperationRequest& request_;
  const Schema& schema_;
  const Document& document_;
  ContextRef context_;
  const ast::Definition* operation_ = nullptr;
  boost::json::object variables_;
  Arena arena_;
  std::optional<Planner> planner_;
  std::optional<LineIndex> lines_;

  Segment root_segment_;
  Position root_;
  Plan* root_plan_ = nullptr;
  std::size_t next_serial_ = 0;  ///< the first field of the root that is not written
  bool is_root_written_ = false;
  std::vector<GraphqlError> errors_;
  bool has_data_ = false;
  Raised raised_;

  std::deque<Pending> pendings_;
  std::vector<Pending*> queued_;
  std::vector<Pending*> running_;
  std::size_t outstanding_ = 0;
  std::exception_ptr failure_;  ///< the first exception that is no resolver's
  boost::asio::any_io_executor strand_;
  std::optional<boost::asio::steady_timer> all_done_;
};

}  // namespace storey::graphql
