// Answers the questions of run.mjs, one JSON value a line, the way graphql-js answers them in
// oracle/oracle.mjs.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/json.hpp>
#include <iostream>
#include <map>

#include "ast_dump.h"
#include "fake_resolvers.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

json::value parse_json(std::string_view text) {
  json::parse_options options;
  options.max_depth = 1000;
  return json::parse(text, {}, options);
}

json::value to_json(const std::vector<GraphqlError>& errors) {
  json::array list;
  for (const GraphqlError& error : errors) {
    std::string text;
    append_json(text, error);
    list.push_back(parse_json(text));
  }
  return list;
}

std::string_view text(const json::object& question, std::string_view key) {
  return question.at(key).as_string();
}

bool flag(const json::object& question, std::string_view key) {
  const json::value* value = question.if_contains(key);
  return value != nullptr && value->as_bool();
}

class Driver {
 public:
  json::value answer(const json::object& question) {
    const std::string_view kind = text(question, "kind");
    if (kind == "parse") return parse_document(question);
    if (kind == "schema") return describe_schema(question);
    const Schema& schema = find_schema(text(question, "schema"));
    if (kind == "validate") return validate_document(schema, question);
    return run(schema, question, kind == "subscribe");
  }

 private:
  static ParseOptions parse_options(const json::object& question) {
    ParseOptions options;
    options.allow_empty_selection_sets = flag(question, "allowEmptySelectionSets");
    if (const json::value* tokens = question.if_contains("maxTokens")) {
      options.max_tokens = tokens->to_number<std::size_t>();
    }
    return options;
  }

  static json::value parse_document(const json::object& question) {
    const auto document = parse(text(question, "source"), parse_options(question));
    if (!document) return {{"errors", to_json({document.error()})}};
    const std::string printed = print((*document)->definitions);
    const auto again = parse(printed, parse_options(question));
    const bool is_stable = again && dump(**again, false) == dump(**document, false);
    return {{"ast", dump(**document, true)}, {"printed", printed}, {"stable", is_stable}};
  }

  json::value describe_schema(const json::object& question) {
    const auto schema = Schema::from_sdl(text(question, "source"));
    if (!schema) return {{"errors", to_json(schema.error())}};
    json::object result{{"printed", print_schema(**schema)}};
    const auto bound = build_fake_schema(text(question, "source"));
    if (!bound) return {{"unbound", to_json(bound.error())}};
    const json::value* query = question.if_contains("introspection");
    if (query != nullptr) {
      result.emplace("introspection", run(**bound, {{"source", *query}, {"data", nullptr}}, false));
    }
    return result;
  }

  static json::value validate_document(const Schema& schema, const json::object& question) {
    const auto document = parse(text(question, "source"), parse_options(question));
    if (!document) return {{"errors", to_json({document.error()})}};
    ValidateOptions options;
    options.hide_suggestions = flag(question, "hideSuggestions");
    options.allow_empty_selection_sets = flag(question, "allowEmptySelectionSets");
    return {{"errors", to_json(validate(schema, **document, options))}};
  }

  static json::value run(const Schema& schema, const json::object& question, bool is_subscription) {
    Limits unlimited{0, 0, 0, 0, 0};
    auto document = prepare(schema, text(question, "source"), unlimited);
    if (!document) return {{"errors", to_json(document.error())}};
    OperationRequest request{*document, std::nullopt, {}};
    if (const json::value* name = question.if_contains("operationName"))
      request.operation_name = name->as_string();
    if (const json::value* variables = question.if_contains("variables"))
      request.variables = variables->as_object();
    FakeWorld world(question.at("data"));
    boost::asio::io_context io;
    auto work = is_subscription ? collect(std::move(request), world) : execute_one(std::move(request), world);
    auto result = boost::asio::co_spawn(io, std::move(work), boost::asio::use_future);
    world.run(io);
    return result.get();
  }

  static Awaitable<json::value> execute_one(OperationRequest request, FakeWorld& world) {
    const Response response = co_await execute(std::move(request), context_ref(world));
    co_return parse_json(response.body);
  }

  static Awaitable<json::value> collect(OperationRequest request, FakeWorld& world) {
    auto stream = co_await subscribe(std::move(request), context_ref(world));
    if (!stream) co_return parse_json(stream.error().body);
    json::array responses;
    while (auto response = co_await stream->next()) responses.push_back(parse_json(response->body));
    co_return responses;
  }

  const Schema& find_schema(std::string_view sdl) {
    auto& schema = schemas_[std::string(sdl)];
    if (schema == nullptr) {
      auto built = build_fake_schema(sdl);
      if (!built) throw std::runtime_error(json::serialize(to_json(built.error())));
      schema = std::move(*built);
    }
    return *schema;
  }

  std::map<std::string, std::unique_ptr<const Schema>> schemas_;
};

}  // namespace
}  // namespace storey::graphql

int main() {
  storey::graphql::Driver driver;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << driver.answer(storey::graphql::parse_json(line).as_object()) << '\n';
  }
}
