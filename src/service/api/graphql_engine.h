// Documents in, responses out: what all transports of GraphQL share.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "graphql/graphql.h"
#include "service/api/graphql_context.h"

namespace storey::service {

/// The parameters of a request, whatever it came by.
struct GraphqlParameters {
  std::string query;
  std::optional<std::string> operation_name;
  boost::json::object variables;
};

/// Reads `{"query":…,"operationName":…,"variables":…,"extensions":…}`. Refuses with BAD_USER_INPUT.
Outcome<GraphqlParameters> read_graphql_parameters(const boost::json::value& json);

/// A request that is ready to run.
struct PreparedOperation {
  graphql::OperationRequest request;
  graphql::ast::OperationType type = graphql::ast::OperationType::kQuery;
  double cost = 0;            ///< fields that the response may have, by the sizes of its lists
  std::uint32_t actions = 1;  ///< requests that it counts as: each top field of a mutation is one
};

/// What one answer may cost, on the event loop and on a thread for blocking work.
struct AnswerCost {
  double max_cost = 0;  ///< of the operation, before it is begun
  std::size_t max_bytes = 0;
  std::chrono::milliseconds max_time{0};
};

/// What was asked of the root of the schema, and what came of it.
struct OperationReport {
  std::string_view
      field;              ///< of the query, mutation or subscription; "invalid" where the request was refused
  std::string_view code;  ///< "OK", or that of the first error
  std::chrono::nanoseconds took{0};
};

struct GraphqlEngineOptions {
  graphql::Limits limits;
  std::size_t max_response_bytes = 8 << 20;
  std::chrono::milliseconds max_time{5000};
  AnswerCost small{2000, 64 << 10, std::chrono::milliseconds(5)};  ///< what an event loop answers by itself
  std::size_t cached_documents = 500;
  std::size_t max_cached_bytes = 16 * 1024;                       ///< longer documents are not kept
  std::function<void(const OperationReport&)> on_operation = {};  ///< called from any thread
};

class GraphqlEngine {
 public:
  GraphqlEngine(GraphqlEngineOptions options, graphql::ExceptionHook on_exception);

  const graphql::Schema& schema() const { return *schema_; }

  /// Parses, bounds and validates; documents that were seen before come from a cache. The error is the JSON
  /// list of error entries, each with its code.
  tl::expected<PreparedOperation, std::string> prepare(GraphqlParameters parameters);

  /// Runs a query or mutation. The body has codes in all its errors. QUERY_TOO_COMPLEX past the bounds of an
  /// answer: a mutation's top fields may have been executed then, as its message says.
  graphql::Response execute(const PreparedOperation& operation, GraphqlContext& context) const;

  /// Whether it may be so much that an event loop should not begin with it.
  bool may_be_large(const PreparedOperation& operation) const {
    return operation.cost > options_.small.max_cost;
  }

  /// Runs a query if that costs little: the event loop can do it. Nothing if it costs more; then it is to be
  /// executed on another thread, from the beginning.
  std::optional<graphql::Response> execute_small(const PreparedOperation& operation,
                                                 GraphqlContext& context) const;

 private:
  using Document = std::shared_ptr<const graphql::PreparedDocument>;
  using Errors = std::vector<graphql::GraphqlError>;

  tl::expected<Document, Errors> find_or_prepare(const std::string& query);
  std::string_view code_of_refusal(const std::string& query) const;
  /// Of each field at the root.
  void report(const PreparedOperation& operation, std::string_view code, std::chrono::nanoseconds took) const;
  void report(const PreparedOperation& operation, const graphql::Response& response,
              std::chrono::steady_clock::time_point began) const;

  GraphqlEngineOptions options_;
  std::unique_ptr<const graphql::Schema> schema_;
  std::mutex mutex_;
  std::list<std::pair<std::string, Document>> recent_;  ///< the last used first
  std::unordered_map<std::string_view, decltype(recent_)::iterator> cached_;
};

/// The response with a code in every error: what the engine itself says of a request is BAD_USER_INPUT.
graphql::Response with_codes(graphql::Response response);

/// The JSON list of errors of a response body.
std::string errors_of(const std::string& body);

}  // namespace storey::service
