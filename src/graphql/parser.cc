#include "graphql/parser.h"

#include "graphql/characters.h"
#include "graphql/parser_impl.h"
#include "graphql/source.h"

namespace storey::graphql {
namespace ast {

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

void Parser::fail_if_too_many_tokens() const {
  if (peek(TokenKind::kEndOfFile)) return;
  fail_at(token_,
          "Document contains more than " + std::to_string(options_.max_tokens) + " tokens. Parsing aborted.");
}

void Parser::fail_too_deep() const {
  fail_at(token_, "Document is nested deeper than " + std::to_string(options_.max_depth) +
                      " levels. Parsing aborted.");
}

Token Parser::look_ahead() {
  Token token;
  Lexer(lexer_).next(token);
  return token;
}

void Parser::expect_keyword(std::string_view keyword) {
  if (!accept_keyword(keyword)) fail_expected('"' + std::string(keyword) + '"');
}

bool Parser::accept_keyword(std::string_view keyword) {
  if (token_.kind != TokenKind::kName || token_.value != keyword) return false;
  advance();
  return true;
}

void Parser::fail_expected(const std::string& what) const {
  fail_at(token_, "Expected " + what + ", found " + describe(token_) + ".");
}

void Parser::fail_unexpected(const Token& token) const {
  fail_at(token, "Unexpected " + describe(token) + ".");
}

void Parser::fail_at(const Token& token, std::string message) const {
  throw SyntaxError{token.start, std::move(message)};
}

void Parser::parse_document() {
  advance();
  ast::ListBuilder<ast::Definition> definitions;
  do definitions.append(parse_definition());
  while (!peek(TokenKind::kEndOfFile));
  document_.definitions = definitions.list();
  // The end of the file was counted as well.
  document_.token_count = static_cast<std::size_t>(max_tokens(options_) - tokens_left_) - 1;
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
  if (keyword.value == "query" || keyword.value == "mutation" || keyword.value == "subscription") {
    return parse_operation();
  }
  if (keyword.value == "fragment") return parse_fragment_definition();
  if (const ast::DefinitionKind* kind = find_type_system_keyword(keyword.value)) {
    return parse_type_system_definition(*kind);
  }
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
  if (peek(TokenKind::kName)) parse_name(operation->name);
  operation->variables = optional_many<ast::VariableDefinition>(
      TokenKind::kParenL, [this] { return parse_variable_definition(); }, TokenKind::kParenR);
  operation->directives = parse_directives(false);
  operation->selection_set = parse_selection_set();
  return operation;
}

ast::OperationType Parser::parse_operation_type() {
  const Token token = token_;
  expect(TokenKind::kName);
  if (token.value == "query") return ast::OperationType::kQuery;
  if (token.value == "mutation") return ast::OperationType::kMutation;
  if (token.value == "subscription") return ast::OperationType::kSubscription;
  fail_unexpected(token);
}

ast::VariableDefinition* Parser::parse_variable_definition() {
  auto* definition = make<ast::VariableDefinition>();
  definition->start = token_.start;
  definition->description = parse_description();
  definition->variable_start = expect(TokenKind::kDollar);
  parse_name(definition->name);
  expect(TokenKind::kColon);
  definition->type = parse_type();
  if (accept(TokenKind::kEquals)) definition->default_value = parse_value(true);
  definition->directives = parse_directives(true);
  return definition;
}

const ast::SelectionSet* Parser::parse_selection_set() {
  auto* set = make<ast::SelectionSet>();
  set->start = expect(TokenKind::kBraceL);
  const Nesting nesting(*this);
  if (options_.allow_empty_selection_sets && accept(TokenKind::kBraceR)) return set;
  ast::ListBuilder<ast::Selection> selections;
  do selections.append(parse_selection());
  while (!accept(TokenKind::kBraceR));
  set->selections = selections.list();
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
  parse_name(field->name);
  if (accept(TokenKind::kColon)) {
    field->alias = field->name;
    parse_name(field->name);
  }
  if (peek(TokenKind::kName) || peek(TokenKind::kBraceR)) return field;  // as most fields end
  field->arguments = parse_arguments(false);
  field->directives = parse_directives(false);
  if (peek(TokenKind::kBraceL)) field->selection_set = parse_selection_set();
  return field;
}

ast::Selection* Parser::parse_fragment() {
  auto* fragment = make<ast::Selection>();
  fragment->start = expect(TokenKind::kSpread);
  fragment->index = document_.selection_count++;
  const bool has_condition = accept_keyword("on");
  if (!has_condition && peek(TokenKind::kName)) {
    fragment->kind = ast::SelectionKind::kFragmentSpread;
    parse_fragment_name(fragment->name);
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
  parse_fragment_name(fragment->name);
  expect_keyword("on");
  fragment->type_condition = parse_named_type();
  fragment->directives = parse_directives(false);
  fragment->selection_set = parse_selection_set();
  return fragment;
}

void Parser::parse_fragment_name(ast::Name& name) {
  if (token_.value == "on") fail_unexpected(token_);
  parse_name(name);
}

namespace {

using Outcome = tl::expected<std::unique_ptr<Document>, GraphqlError>;

/// Runs `body` on a document that holds `source`.
template <class Body>
Outcome parse_with(std::string_view source, const Body& body) {
  auto document = std::make_unique<Document>(source.size());
  document->source = document->arena.copy(source, kLexerPadding);
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
