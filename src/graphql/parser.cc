#include "graphql/parser.h"

#include <bit>
#include <chrono>

#include "graphql/parser_impl.h"
#include "graphql/source.h"

namespace storey::graphql {
namespace ast {

std::uint32_t hash_name(std::string_view name) {
  // Seeded, so that nobody outside can prepare names that collide. Nothing observable depends on the order.
  static const std::uint64_t seed =
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) *
      0x9E3779B97F4A7C15U;
  std::uint64_t hash = seed ^ name.size();
  std::size_t i = 0;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
    hash ^= std::rotr(hash, 29);
  };
  for (; i + 8 <= name.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data() + i, 8);
    mix(word);
  }
  std::uint64_t tail = 0;
  std::memcpy(&tail, name.data() + i, name.size() - i);
  mix(tail);
  return static_cast<std::uint32_t>(hash >> 32);
}

std::string_view to_string(OperationType operation) {
  switch (operation) {
    case OperationType::kQuery:
      return "query";
    case OperationType::kMutation:
      return "mutation";
    case OperationType::kSubscription:
      return "subscription";
  }
  return {};
}

}  // namespace ast

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > parser_.options_.max_depth) {
    parser_.fail_at(parser_.token_, "Document is nested deeper than " +
                                        std::to_string(parser_.options_.max_depth) +
                                        " levels. Parsing aborted.");
  }
}

void Parser::advance() {
  if (has_ahead_) {
    token_ = ahead_;
    has_ahead_ = false;
  } else {
    token_ = lexer_.next(token_.end);
  }
  if (token_.kind == TokenKind::kEndOfFile) return;
  if (++document_.token_count > options_.max_tokens && options_.max_tokens != 0) {
    fail_at(token_, "Document contains more than " + std::to_string(options_.max_tokens) +
                        " tokens. Parsing aborted.");
  }
}

const Token& Parser::look_ahead() {
  if (!has_ahead_) {
    ahead_ = lexer_.next(token_.end);
    has_ahead_ = true;
  }
  return ahead_;
}

Token Parser::expect(TokenKind kind) {
  const Token token = token_;
  if (token.kind != kind) fail_at(token, "Expected " + describe(kind) + ", found " + describe(token) + ".");
  advance();
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (token_.kind != kind) return false;
  advance();
  return true;
}

void Parser::expect_keyword(std::string_view keyword) {
  if (!accept_keyword(keyword)) {
    fail_at(token_, "Expected \"" + std::string(keyword) + "\", found " + describe(token_) + ".");
  }
}

bool Parser::accept_keyword(std::string_view keyword) {
  if (token_.kind != TokenKind::kName || token_.value != keyword) return false;
  advance();
  return true;
}

void Parser::fail_unexpected(const Token& token) const {
  fail_at(token, "Unexpected " + describe(token) + ".");
}

void Parser::fail_at(const Token& token, std::string message) const {
  throw SyntaxError{token.start, std::move(message)};
}

void Parser::parse_document() {
  advance();
  do document_.definitions.append(parse_definition());
  while (!peek(TokenKind::kEndOfFile));
}

const ast::Value* Parser::parse_lone_value() {
  advance();
  const ast::Value* value = parse_value(false);
  expect(TokenKind::kEndOfFile);
  return value;
}

ast::Definition* Parser::parse_definition() {
  if (peek(TokenKind::kBraceL)) return parse_operation();
  const bool has_description = peek_description();
  const Token keyword = has_description ? look_ahead() : token_;
  if (has_description && keyword.kind == TokenKind::kBraceL) {
    fail_at(token_, "Unexpected description, descriptions are not supported on shorthand queries.");
  }
  if (keyword.kind != TokenKind::kName) fail_unexpected(keyword);
  if (const ast::DefinitionKind* kind = find_type_system_keyword(keyword.value)) {
    return parse_type_system_definition(*kind);
  }
  if (keyword.value == "query" || keyword.value == "mutation" || keyword.value == "subscription") {
    return parse_operation();
  }
  if (keyword.value == "fragment") return parse_fragment_definition();
  if (has_description) {
    fail_at(token_, "Unexpected description, only GraphQL definitions support descriptions.");
  }
  if (keyword.value == "extend") return parse_type_system_extension();
  fail_unexpected(keyword);
}

ast::Definition* Parser::parse_operation() {
  auto* operation = make<ast::Definition>();
  operation->start = token_.start;
  if (peek(TokenKind::kBraceL)) {
    operation->selection_set = parse_selection_set();
    return operation;
  }
  operation->description = parse_description();
  operation->operation = parse_operation_type();
  if (peek(TokenKind::kName)) operation->name = parse_name();
  operation->variables = optional_many<ast::VariableDefinition>(
      TokenKind::kParenL, [this] { return parse_variable_definition(); }, TokenKind::kParenR);
  operation->directives = parse_directives(false);
  operation->selection_set = parse_selection_set();
  return operation;
}

ast::OperationType Parser::parse_operation_type() {
  const Token token = expect(TokenKind::kName);
  if (token.value == "query") return ast::OperationType::kQuery;
  if (token.value == "mutation") return ast::OperationType::kMutation;
  if (token.value == "subscription") return ast::OperationType::kSubscription;
  fail_unexpected(token);
}

ast::VariableDefinition* Parser::parse_variable_definition() {
  auto* definition = make<ast::VariableDefinition>();
  definition->start = token_.start;
  definition->description = parse_description();
  definition->variable_start = expect(TokenKind::kDollar).start;
  definition->name = parse_name();
  expect(TokenKind::kColon);
  definition->type = parse_type();
  if (accept(TokenKind::kEquals)) definition->default_value = parse_value(true);
  definition->directives = parse_directives(true);
  return definition;
}

const ast::SelectionSet* Parser::parse_selection_set() {
  auto* set = make<ast::SelectionSet>();
  set->start = expect(TokenKind::kBraceL).start;
  const Nesting nesting(*this);
  if (options_.allow_empty_selection_sets && accept(TokenKind::kBraceR)) return set;
  do set->selections.append(parse_selection());
  while (!accept(TokenKind::kBraceR));
  return set;
}

ast::Selection* Parser::parse_selection() {
  return peek(TokenKind::kSpread) ? parse_fragment() : parse_field();
}

ast::Selection* Parser::parse_field() {
  auto* field = make<ast::Selection>();
  field->kind = ast::SelectionKind::kField;
  field->start = token_.start;
  field->index = document_.selection_count++;
  field->name = parse_name();
  if (accept(TokenKind::kColon)) {
    field->alias = field->name;
    field->name = parse_name();
  }
  if (peek(TokenKind::kParenL)) field->arguments = parse_arguments(false);
  if (peek(TokenKind::kAt)) field->directives = parse_directives(false);
  if (peek(TokenKind::kBraceL)) field->selection_set = parse_selection_set();
  return field;
}

ast::Selection* Parser::parse_fragment() {
  auto* fragment = make<ast::Selection>();
  fragment->start = expect(TokenKind::kSpread).start;
  fragment->index = document_.selection_count++;
  const bool has_condition = accept_keyword("on");
  if (!has_condition && peek(TokenKind::kName)) {
    fragment->kind = ast::SelectionKind::kFragmentSpread;
    fragment->name = parse_fragment_name();
    fragment->directives = parse_directives(false);
    return fragment;
  }
  fragment->kind = ast::SelectionKind::kInlineFragment;
  if (has_condition) fragment->type_condition = parse_named_type();
  fragment->directives = parse_directives(false);
  fragment->selection_set = parse_selection_set();
  return fragment;
}

ast::Definition* Parser::parse_fragment_definition() {
  auto* fragment = make<ast::Definition>();
  fragment->kind = ast::DefinitionKind::kFragment;
  fragment->start = token_.start;
  fragment->description = parse_description();
  expect_keyword("fragment");
  fragment->name = parse_fragment_name();
  expect_keyword("on");
  fragment->type_condition = parse_named_type();
  fragment->directives = parse_directives(false);
  fragment->selection_set = parse_selection_set();
  return fragment;
}

ast::Name Parser::parse_fragment_name() {
  if (token_.value == "on") fail_unexpected(token_);
  return parse_name();
}

namespace {

using Outcome = tl::expected<std::unique_ptr<Document>, GraphqlError>;

/// Runs `body` on a document that holds `source`.
template <class Body>
Outcome parse_with(std::string_view source, const Body& body) {
  auto document = std::make_unique<Document>();
  document->source = document->arena.copy(source);
  try {
    if (const std::size_t invalid = find_invalid_utf8(source); invalid != std::string_view::npos) {
      throw SyntaxError{static_cast<ast::Offset>(invalid), "Invalid UTF-8."};
    }
    body(*document);
  } catch (const SyntaxError& error) {
    const Location location = LineIndex(document->source).locate(error.position);
    return tl::unexpected<GraphqlError>({"Syntax Error: " + error.message, {location}, {}, {}});
  }
  return document;
}

}  // namespace

Outcome parse(std::string_view source, const ParseOptions& options) {
  return parse_with(source, [&](Document& document) { Parser(document, options).parse_document(); });
}

tl::expected<ParsedValue, GraphqlError> parse_value(std::string_view source, const ParseOptions& options) {
  const ast::Value* value = nullptr;
  Outcome document =
      parse_with(source, [&](Document& parsed) { value = Parser(parsed, options).parse_lone_value(); });
  if (!document) return tl::unexpected<GraphqlError>(std::move(document.error()));
  return ParsedValue{std::move(*document), value};
}

}  // namespace storey::graphql
