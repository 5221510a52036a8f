#include "graphql/execution.h"

#include <stdexcept>

#include "graphql/execution_impl.h"
#include "graphql/input_values.h"

namespace storey::graphql {
namespace {

/// Variables are not looked at any further after so many errors.
constexpr std::size_t kMaxVariableErrors = 50;

/// What a response begins with that has data and no errors.
constexpr std::string_view kDataKey = R"({"data":)";

/// Bytes of a small response.
constexpr std::size_t kFirstReserve = 2048;

GraphqlError plain_error(std::string message) { return {std::move(message), {}, {}, {}}; }

}  // namespace

tl::expected<const ast::Definition*, GraphqlError> PreparedDocument::find_operation(
    const std::optional<std::string>& operation_name) const {
  const ast::Definition* found = nullptr;
  for (const ast::Definition& definition : document_->definitions) {
    if (definition.kind != ast::DefinitionKind::kOperation) continue;
    if (!operation_name && found != nullptr) {
      return tl::unexpected<GraphqlError>(
          plain_error("Must provide operation name if query contains multiple operations."));
    }
    if (!operation_name || definition.name.value == *operation_name) found = &definition;
  }
  if (found != nullptr) return found;
  return tl::unexpected<GraphqlError>(plain_error(operation_name
                                                      ? "Unknown operation named \"" + *operation_name + "\"."
                                                      : "Must provide an operation."));
}

tl::expected<std::shared_ptr<const PreparedDocument>, std::vector<GraphqlError>> prepare(
    const Schema& schema, std::string_view query, const Limits& limits, const ValidateOptions& options) {
  using Errors = std::vector<GraphqlError>;
  ParseOptions parse_options;
  parse_options.max_tokens = limits.max_tokens;
  parse_options.allow_empty_selection_sets = options.allow_empty_selection_sets;
  auto document = parse(query, parse_options);
  if (!document) return tl::unexpected<Errors>({std::move(document.error())});
  if (auto error = find_exceeded_limit(**document, limits))
    return tl::unexpected<Errors>({std::move(*error)});
  if (Errors errors = validate(schema, **document, options); !errors.empty()) {
    return tl::unexpected<Errors>(std::move(errors));
  }
  std::shared_ptr<PreparedDocument> prepared(new PreparedDocument());
  prepared->schema_ = &schema;
  prepared->document_ = std::move(*document);
  prepared->hides_suggestions_ = options.hide_suggestions;
  return prepared;
}

Response error_response(const std::vector<GraphqlError>& errors) {
  Response response;
  response.has_errors = true;
  response.body = "{\"errors\":[";
  for (const GraphqlError& error : errors) {
    if (&error != &errors.front()) response.body += ',';
    append_json(response.body, error);
  }
  response.body += "]}";
  return response;
}

Execution::Execution(const OperationRequest& request, ContextRef context)
    : request_(request),
      schema_(request.document->schema()),
      document_(request.document->document()),
      context_(context) {
  root_.is_nullable = true;
  root_.segment = &root_segment_;
}

void Execution::fail_request(GraphqlError error) { errors_.push_back(std::move(error)); }

void Execution::check_context() const {
  const TypeTag wanted = schema_.context_type();
  if (wanted == nullptr) return;
  if (context_.tag == nullptr || *context_.tag != *wanted) {
    throw std::logic_error("the context of the request is not of the type that resolvers take");
  }
}

bool Execution::prepare() {
  check_context();
  auto operation = request_.document->find_operation(request_.operation_name);
  if (!operation) {
    fail_request(std::move(operation.error()));
    return false;
  }
  operation_ = *operation;
  if (!coerce_variables()) return false;
  planner_.emplace(schema_, document_, variables_, request_.document->hides_suggestions(), arena_);
  root_plan_ = &planner_->plan(*schema_.root_type(operation_->operation), *operation_->selection_set);
  return true;
}

bool Execution::coerce_variables() {
  const bool hide_suggestions = request_.document->hides_suggestions();
  Arena types;
  for (const ast::VariableDefinition& definition : operation_->variables) {
    const auto resolve_type = [&](const auto& self, const ast::TypeNode& node) -> const Type* {
      if (node.kind == ast::TypeNodeKind::kNamed) return schema_.find_type(node.name);
      const Type* inner = self(self, *node.of);
      const TypeKind kind = node.kind == ast::TypeNodeKind::kList ? TypeKind::kList : TypeKind::kNonNull;
      return types.make<Type>(Type{kind, inner, inner->named, nullptr, nullptr});
    };
    const Type& type = *resolve_type(resolve_type, *definition.type);
    const boost::json::value* given = request_.variables.if_contains(definition.name.value);
    std::optional<boost::json::value> value;
    if (given != nullptr) {
      value = coerce_input_value(*given, type);
    } else if (definition.default_value != nullptr) {
      value = coerce_input_literal(*definition.default_value, type, nullptr);
    } else if (!type.is_non_null()) {
      continue;
    }
    if (value) {
      variables_.insert_or_assign(definition.name.value, std::move(*value));
      continue;
    }
    if (!lines_) lines_.emplace(document_.source);
    const Location location = lines_->locate(definition.start);
    validate_input_value(given, type, hide_suggestions, [&](const InputIssue& issue) {
      if (errors_.size() > kMaxVariableErrors) return;
      if (errors_.size() == kMaxVariableErrors) {
        return fail_request(
            plain_error("Too many errors processing variables, error limit reached. Execution aborted."));
      }
      GraphqlError error =
          plain_error("Variable \"$" + std::string(definition.name.value) + "\" has invalid value" +
                      print_input_path(issue.path) + ": " + issue.message);
      error.locations.push_back(location);
      fail_request(std::move(error));
    });
  }
  return errors_.empty();
}

bool Execution::begin(const void* event) {
  if (!prepare()) return false;
  const bool is_subscription = operation_->operation == ast::OperationType::kSubscription;
  if (is_subscription && event == nullptr) {
    fail_request(plain_error("A subscription has to be started with subscribe()."));
    return false;
  }
  has_data_ = true;
  if (root_plan_->error) {
    raised_ = {root_plan_->error->message, root_plan_->error->at, {}, {}};
    make_root_null();
    return true;
  }
  root_segment_.text.reserve(kFirstReserve);
  root_segment_.text.append(kDataKey).append(1, '{');
  if (is_subscription) {
    write_event(event);
  } else {
    write_root();
  }
  return true;
}

// The top fields of a mutation are executed one after the other: what one of them has begun is waited for.
bool Execution::write_root() {
  if (is_root_written_) return true;
  const bool is_serial = operation_->operation == ast::OperationType::kMutation;
  static constexpr NoSource kRoot;
  std::deque<PlannedField>& fields = root_plan_->fields;
  while (next_serial_ < fields.size() && !root_.is_null) {
    if (next_serial_ != 0) root_segment_.text += ',';
    if (!write_field(&kRoot, fields[next_serial_++], root_, root_segment_)) make_root_null();
    if (is_serial && is_waiting()) return false;
  }
  if (!root_.is_null) root_segment_.text += '}';
  is_root_written_ = true;
  return true;
}

void Execution::write_event(const void* event) {
  is_root_written_ = true;
  PlannedField& field = root_plan_->fields.front();
  const Type& type = *field.definition->type;
  root_segment_.text += field.key;
  const std::size_t begin = root_segment_.text.size();
  const Place place{&field, &root_};
  if (!complete(type, *field.definition->binding->result, event, place, root_segment_)) {
    if (type.is_non_null()) return make_root_null();
    settle_null(begin, root_segment_);
  }
  root_segment_.text += '}';
}

Response Execution::take_response() {
  if (!has_data_) return error_response(errors_);
  Response response;
  response.has_data = true;
  response.has_errors = !errors_.empty();
  response.body = root_.is_null ? std::string(kDataKey).append("null") : flatten(root_segment_);
  response.body += '}';
  if (!response.has_errors) return response;
  std::string errors = error_response(errors_).body;
  errors.back() = ',';  // instead of the closing brace
  response.body.replace(0, 1, errors);
  return response;
}

Response execute_now(const OperationRequest& request, ContextRef context) {
  Execution execution(request, context);
  execution.begin();
  if (execution.is_waiting()) throw std::logic_error("a resolver waits: use execute()");
  return execution.take_response();
}

Awaitable<Response> execute(OperationRequest request, ContextRef context) {
  Execution execution(request, context);
  execution.begin();
  if (execution.is_waiting()) co_await execution.finish();
  co_return execution.take_response();
}

}  // namespace storey::graphql
