#include "service/api/graphql_engine.h"

#include <algorithm>
#include <boost/json.hpp>
#include <set>

#include "graphql/json_read.h"
#include "service/api/graphql_schema.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"

namespace storey::service {
namespace {

namespace json = boost::json;

std::string list_of(const std::vector<graphql::GraphqlError>& errors) {
  std::string list = "[";
  for (const graphql::GraphqlError& error : errors) {
    if (list.size() > 1) list += ',';
    graphql::append_json(list, error);
  }
  return list + "]";
}

/// Codes that the engine gives by itself (error.code of exceptions and of the library's own errors).
bool is_foreign(const json::value* code) {
  return code == nullptr || !code->is_string() || code->get_string() == "INTERNAL";
}

/// Counts fields of a set itself, those of fragments included, each fragment once. Fragments that spread
/// themselves were refused.
class TopFields {
 public:
  explicit TopFields(const graphql::Document& document) {
    for (const graphql::ast::Definition& definition : document.definitions)
      if (definition.kind == graphql::ast::DefinitionKind::kFragment)
        fragments_[definition.name.value].set = definition.selection_set;
  }

  std::uint32_t count(const graphql::ast::SelectionSet& set) {
    std::uint32_t fields = 0;
    for (const graphql::ast::Selection& selection : set.selections) {
      if (selection.kind == graphql::ast::SelectionKind::kField) {
        ++fields;
      } else if (selection.kind == graphql::ast::SelectionKind::kInlineFragment) {
        fields += count(*selection.selection_set);
      } else {
        Fragment& fragment = fragments_.at(selection.name.value);
        if (!fragment.fields) fragment.fields = count(*fragment.set);
        fields += *fragment.fields;
      }
    }
    return fields;
  }

 private:
  struct Fragment {
    const graphql::ast::SelectionSet* set = nullptr;
    std::optional<std::uint32_t> fields = {};
  };
  std::unordered_map<std::string_view, Fragment> fragments_;
};

constexpr std::string_view kOk = "OK";

/// The code of the first error, as one of the closed list.
std::string_view first_code(const std::string& body) {
  json::error_code status;
  const json::value value = json::parse(body, status);
  const json::value* code = status ? nullptr : value.find_pointer("/errors/0/extensions/code", status);
  const auto known =
      code != nullptr && code->is_string() ? parse_failure_code(code->get_string()) : std::nullopt;
  return code_name(known.value_or(FailureCode::kInternalServerError));
}

}  // namespace

Outcome<GraphqlParameters> read_graphql_parameters(const json::value& value) {
  const auto* object = value.if_object();
  if (object == nullptr) return refuse(FailureCode::kBadUserInput, "the request must be a JSON object");
  GraphqlParameters parameters;
  const auto present = [&](std::string_view name) -> const json::value* {
    const auto* field = object->if_contains(name);
    return field == nullptr || field->is_null() ? nullptr : field;
  };
  const auto* query = present("query");
  if (query == nullptr || !query->is_string()) return bad_field("query", "query must be a string");
  parameters.query = std::string(query->get_string());
  if (const auto* name = present("operationName")) {
    if (!name->is_string()) return bad_field("operationName", "operationName must be a string");
    parameters.operation_name = std::string(name->get_string());
  }
  if (const auto* variables = present("variables")) {
    if (!variables->is_object()) return bad_field("variables", "variables must be an object");
    parameters.variables = variables->get_object();
  }
  if (const auto* extensions = present("extensions"); extensions != nullptr && !extensions->is_object())
    return bad_field("extensions", "extensions must be an object");
  return parameters;
}

GraphqlEngine::GraphqlEngine(GraphqlEngineOptions options, graphql::ExceptionHook on_exception)
    : options_(std::move(options)), schema_(make_schema(std::move(on_exception))) {}

tl::expected<GraphqlEngine::Document, GraphqlEngine::Errors> GraphqlEngine::find_or_prepare(
    const std::string& query) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = cached_.find(query); found != cached_.end()) {
      recent_.splice(recent_.begin(), recent_, found->second);
      return found->second->second;
    }
  }
  auto document = graphql::prepare(*schema_, query, options_.limits);
  if (!document || query.size() > options_.max_cached_bytes) return document;
  const std::lock_guard lock(mutex_);
  if (cached_.contains(query)) return document;
  recent_.emplace_front(query, *document);
  cached_.emplace(recent_.front().first, recent_.begin());
  if (recent_.size() > options_.cached_documents) {
    cached_.erase(recent_.back().first);
    recent_.pop_back();
  }
  return document;
}

/// Which of the three steps refused the document. Done again, for refusals only.
std::string_view GraphqlEngine::code_of_refusal(const std::string& query) const {
  const auto document = graphql::parse(query);
  if (!document) return code_name(FailureCode::kGraphqlParseFailed);
  graphql::ParseOptions bounded;
  bounded.max_tokens = options_.limits.max_tokens;
  if (!graphql::parse(query, bounded) || graphql::find_exceeded_limit(**document, options_.limits))
    return code_name(FailureCode::kQueryTooComplex);
  return code_name(FailureCode::kGraphqlValidationFailed);
}

tl::expected<PreparedOperation, std::string> GraphqlEngine::prepare(GraphqlParameters parameters) {
  auto document = find_or_prepare(parameters.query);
  if (!document) {
    const std::string_view code = code_of_refusal(parameters.query);
    for (graphql::GraphqlError& error : document.error()) error.extensions["code"] = code;
    if (options_.on_operation) options_.on_operation({"invalid", code});
    return tl::unexpected(list_of(document.error()));
  }
  const auto refused = [&](graphql::GraphqlError error, FailureCode code) {
    error.extensions["code"] = code_name(code);
    if (options_.on_operation) options_.on_operation({"invalid", code_name(code)});
    return tl::unexpected(list_of({std::move(error)}));
  };
  const auto found = (*document)->find_operation(parameters.operation_name);
  if (!found) return refused(found.error(), FailureCode::kBadUserInput);
  PreparedOperation operation;
  operation.cost = graphql::cost_of(**document, **found, parameters.variables);
  if (auto exceeded = graphql::find_exceeded_cost(operation.cost, options_.limits))
    return refused(std::move(*exceeded), FailureCode::kQueryTooComplex);
  operation.type = (*found)->operation;
  if (operation.type == graphql::ast::OperationType::kMutation)
    operation.actions = std::max(1u, TopFields((*document)->document()).count(*(*found)->selection_set));
  operation.request = {std::move(*document), std::move(parameters.operation_name),
                       std::move(parameters.variables)};
  if (operation.type == graphql::ast::OperationType::kSubscription) report(operation, kOk, {});
  return operation;
}

graphql::Response GraphqlEngine::execute(const PreparedOperation& operation, GraphqlContext& context) const {
  const auto began = std::chrono::steady_clock::now();
  graphql::OperationRequest request = operation.request;
  request.budget = {options_.max_response_bytes, began + options_.max_time};
  graphql::Response response;
  try {
    response = with_codes(graphql::execute_now(request, graphql::context_ref(context)));
  } catch (const graphql::BudgetExceeded& exceeded) {
    std::string message = std::string(exceeded.what()) + "; ask for less, page by page";
    if (operation.type == graphql::ast::OperationType::kMutation)
      message += ". Mutations that came before may have been executed: look before you repeat them";
    graphql::GraphqlError error{std::move(message), {}, {}, {}};
    error.extensions["code"] = code_name(FailureCode::kQueryTooComplex);
    response = graphql::error_response({std::move(error)});
  }
  report(operation, response, began);
  return response;
}

std::optional<graphql::Response> GraphqlEngine::execute_small(const PreparedOperation& operation,
                                                              GraphqlContext& context) const {
  if (may_be_large(operation)) return std::nullopt;
  const auto began = std::chrono::steady_clock::now();
  graphql::OperationRequest request = operation.request;
  request.budget = {options_.small.max_bytes, began + options_.small.max_time};
  try {
    auto response = with_codes(graphql::execute_now(request, graphql::context_ref(context)));
    report(operation, response, began);
    return response;
  } catch (const graphql::BudgetExceeded&) {
    return std::nullopt;  // it is executed again, and counted then
  }
}

void GraphqlEngine::report(const PreparedOperation& operation, const graphql::Response& response,
                           std::chrono::steady_clock::time_point began) const {
  report(operation, response.has_errors ? first_code(response.body) : kOk,
         std::chrono::steady_clock::now() - began);
}

void GraphqlEngine::report(const PreparedOperation& operation, std::string_view code,
                           std::chrono::nanoseconds took) const {
  if (!options_.on_operation) return;
  const auto found = operation.request.document->find_operation(operation.request.operation_name);
  if (!found || (*found)->selection_set == nullptr) return;
  // Names of the schema only: those that clients choose would make a series each.
  std::set<std::string_view> fields;
  for (const graphql::ast::Selection& selection : (*found)->selection_set->selections)
    fields.insert(selection.kind == graphql::ast::SelectionKind::kField
                      ? std::string_view(selection.name.value)
                      : "fragment");
  for (const std::string_view field : fields) options_.on_operation({field, code, took});
}

graphql::Response with_codes(graphql::Response response) {
  if (!response.has_errors) return response;
  json::error_code status;
  json::value body = graphql::read_json(response.body, status);
  if (status) return response;
  bool changed = false;
  for (json::value& entry : body.get_object()["errors"].get_array()) {
    json::object& error = entry.get_object();
    auto* extensions = error.if_contains("extensions");
    const bool thrown = extensions != nullptr;
    if (!is_foreign(thrown ? extensions->get_object().if_contains("code") : nullptr)) continue;
    // With a place in the response it went wrong in a resolver, without one the request was no good.
    const bool internal = thrown || error.contains("path");
    if (!thrown) extensions = &(error["extensions"] = json::object());
    extensions->get_object()["code"] =
        code_name(internal ? FailureCode::kInternalServerError : FailureCode::kBadUserInput);
    changed = true;
  }
  if (!changed) return response;
  response.body.clear();
  graphql::append_json(response.body, body, graphql::JsonNumbers::kAsTheyAre);
  return response;
}

std::string errors_of(const std::string& body) {
  json::error_code status;
  const json::value value = json::parse(body, status);
  const auto* errors = status || !value.is_object() ? nullptr : value.get_object().if_contains("errors");
  std::string list;
  graphql::append_json(list, errors != nullptr ? *errors : json::value(json::array()));
  return list;
}

}  // namespace storey::service
