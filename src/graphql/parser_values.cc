// Parsing of what executable and schema documents share: names, values, arguments, directives, types.
#include "graphql/parser_impl.h"

namespace storey::graphql {

void Parser::parse_name(ast::Name& name) {
  if (!peek(TokenKind::kName)) fail_expected(describe(TokenKind::kName));
  take_token(name);
}

void Parser::take_token(ast::Name& text) {
  // Member by member: a copy of the token as a whole would wait until its parts have left the store buffer.
  text.value = {token_.value.data(), token_.value.size()};
  text.start = token_.start;
  advance();
}

ast::List<ast::Argument> Parser::parse_given_arguments(bool is_const) {
  return optional_many<ast::Argument>(
      TokenKind::kParenL, [=, this] { return parse_argument(is_const); }, TokenKind::kParenR);
}

ast::Argument* Parser::parse_argument(bool is_const) {
  auto* argument = make<ast::Argument>();
  parse_name(argument->name);
  expect(TokenKind::kColon);
  argument->value = parse_value(is_const);
  return argument;
}

ast::List<ast::Directive> Parser::parse_given_directives(bool is_const) {
  ast::ListBuilder<ast::Directive> directives;
  while (peek(TokenKind::kAt)) {
    auto* directive = make<ast::Directive>();
    directive->start = token_.start;
    advance();
    parse_name(directive->name);
    directive->arguments = parse_arguments(is_const);
    directives.append(directive);
  }
  return directives.list();
}

ast::Value* Parser::parse_value(bool is_const) {
  switch (token_.kind) {
    case TokenKind::kBracketL:
      return parse_list(is_const);
    case TokenKind::kBraceL:
      return parse_object(is_const);
    case TokenKind::kInt:
      return parse_leaf(ast::ValueKind::kInt);
    case TokenKind::kFloat:
      return parse_leaf(ast::ValueKind::kFloat);
    case TokenKind::kString:
    case TokenKind::kBlockString:
      return parse_string();
    case TokenKind::kDollar:
      if (is_const) fail_variable_in_constant();
      return parse_variable();
    case TokenKind::kName:
      if (token_.value == "true") return parse_leaf(ast::ValueKind::kBoolean, true);
      if (token_.value == "false") return parse_leaf(ast::ValueKind::kBoolean);
      if (token_.value == "null") return parse_leaf(ast::ValueKind::kNull);
      return parse_leaf(ast::ValueKind::kEnum);
    default:
      fail_unexpected(token_);
  }
}

ast::Value* Parser::parse_leaf(ast::ValueKind kind, bool flag) {
  auto* value = make<ast::Value>();
  value->kind = kind;
  value->flag = flag;
  value->start = token_.start;
  take_token(value->text);
  return value;
}

ast::Value* Parser::parse_string() {
  return parse_leaf(ast::ValueKind::kString, token_.kind == TokenKind::kBlockString);
}

ast::Value* Parser::parse_list(bool is_const) {
  auto* list = make<ast::Value>();
  list->kind = ast::ValueKind::kList;
  list->start = token_.start;
  advance();
  const Nesting nesting(*this);
  ast::ListBuilder<ast::Value> items;
  while (!accept(TokenKind::kBracketR)) items.append(parse_value(is_const));
  list->items = items.list();
  return list;
}

ast::Value* Parser::parse_object(bool is_const) {
  auto* object = make<ast::Value>();
  object->kind = ast::ValueKind::kObject;
  object->start = token_.start;
  advance();
  const Nesting nesting(*this);
  ast::ListBuilder<ast::Argument> fields;
  while (!accept(TokenKind::kBraceR)) fields.append(parse_argument(is_const));
  object->fields = fields.list();
  return object;
}

ast::Value* Parser::parse_variable() {
  auto* variable = make<ast::Value>();
  variable->kind = ast::ValueKind::kVariable;
  variable->start = expect(TokenKind::kDollar);
  parse_name(variable->text);
  return variable;
}

void Parser::fail_variable_in_constant() {
  const Token dollar = token_;
  advance();
  if (!peek(TokenKind::kName)) fail_unexpected(dollar);
  fail_at(dollar, "Unexpected variable \"$" + std::string(token_.value) + "\" in constant value.");
}

ast::TypeNode* Parser::parse_type() {
  const ast::Offset start = token_.start;
  ast::TypeNode* type = nullptr;
  if (accept(TokenKind::kBracketL)) {
    const Nesting nesting(*this);
    type = make<ast::TypeNode>();
    type->kind = ast::TypeNodeKind::kList;
    type->start = start;
    type->of = parse_type();
    expect(TokenKind::kBracketR);
  } else {
    type = parse_named_type();
  }
  if (!accept(TokenKind::kBang)) return type;
  auto* non_null = make<ast::TypeNode>();
  non_null->kind = ast::TypeNodeKind::kNonNull;
  non_null->start = start;
  non_null->of = type;
  return non_null;
}

ast::TypeNode* Parser::parse_named_type() {
  auto* type = make<ast::TypeNode>();
  type->start = token_.start;
  parse_name(type->name);
  return type;
}

const ast::Value* Parser::parse_description() { return peek_description() ? parse_string() : nullptr; }

}  // namespace storey::graphql
