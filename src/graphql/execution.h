// Running operations: text in, JSON out (specification, section 6 and 7).
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "graphql/limits.h"
#include "graphql/resolver.h"
#include "graphql/schema.h"
#include "graphql/validation.h"

namespace storey::graphql {

/// A document that was parsed and found valid for a schema. Immutable: it may be kept and run many times,
/// from many threads. The schema has to outlive it.
class PreparedDocument {
 public:
  const Schema& schema() const { return *schema_; }
  const Document& document() const { return *document_; }
  bool hides_suggestions() const { return hides_suggestions_; }

  /// The operation of that name, or the only one; the error says why there is none.
  tl::expected<const ast::Definition*, GraphqlError> find_operation(
      const std::optional<std::string>& operation_name) const;

 private:
  friend tl::expected<std::shared_ptr<const PreparedDocument>, std::vector<GraphqlError>> prepare(
      const Schema&, std::string_view, const Limits&, const ValidateOptions&);
  PreparedDocument() = default;

  const Schema* schema_ = nullptr;
  std::unique_ptr<Document> document_;
  bool hides_suggestions_ = false;
};

/// Parses, checks the limits, validates: everything that does not need the values of variables.
tl::expected<std::shared_ptr<const PreparedDocument>, std::vector<GraphqlError>> prepare(
    const Schema& schema, std::string_view query, const Limits& limits = {},
    const ValidateOptions& options = {});

/// The request's context as resolvers get it: a reference to an object of the caller's.
struct ContextRef {
  void* object = nullptr;
  TypeTag tag = nullptr;
};
template <class T>
ContextRef context_ref(T& context) {
  return {&context, &typeid(T)};
}

/// What an execution may cost; it ends with BudgetExceeded where it would cost more.
struct ExecutionBudget {
  std::size_t max_bytes = 0;  ///< of the response's data; 0: no limit. One resolver's value may go beyond it.
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

/// Thrown out of an execution. Top fields of a mutation that came before it have been executed.
class BudgetExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct OperationRequest {
  std::shared_ptr<const PreparedDocument> document;
  std::optional<std::string> operation_name;
  boost::json::object variables;
  ExecutionBudget budget = {};
};

struct Response {
  std::string body;       ///< the response as JSON: `{"errors":[...],"data":...}`
  bool has_data = false;  ///< false for a request error: nothing was executed
  bool has_errors = false;
};

/// The response to a request that failed before execution.
Response error_response(const std::vector<GraphqlError>& errors);

/// Runs a query or mutation. Resolvers that wait run concurrently, one after another only for the top fields
/// of a mutation; fields are in the response in the order of the query all the same. Cancelling the awaiting
/// coroutine cancels the resolvers. `context` has to live until the response is there, and to be of the type
/// that the resolvers take; std::logic_error otherwise.
Awaitable<Response> execute(OperationRequest request, ContextRef context = {});

/// The same where no resolver waits; std::logic_error if one does.
Response execute_now(const OperationRequest& request, ContextRef context = {});

/// The responses of a subscription: one for each event. Destroying it ends the subscription.
class ResponseStream {
 public:
  ResponseStream(OperationRequest request, ContextRef context, std::unique_ptr<EventSource> source);
  ResponseStream(ResponseStream&&) noexcept;
  ~ResponseStream();

  /// The response to the next event; nothing once the source has ended. An exception of the source is passed
  /// on.
  Awaitable<std::optional<Response>> next();

 private:
  OperationRequest request_;
  ContextRef context_;
  std::unique_ptr<EventSource> source_;
};

/// Starts a subscription; the error is the response that says why it could not be started.
Awaitable<tl::expected<ResponseStream, Response>> subscribe(OperationRequest request,
                                                            ContextRef context = {});

}  // namespace storey::graphql
