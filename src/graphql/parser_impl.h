// The recursive-descent parser behind parse(). One method per production of the grammar.
#pragma once

#include <limits>

#include "graphql/lexer.h"
#include "graphql/parser.h"

namespace storey::graphql {

class Parser {
 public:
  Parser(Document& document, const ParseOptions& options)
      : document_(document),
        options_(options),
        lexer_(document.source, document.arena),
        tokens_left_(max_tokens(options)) {}

  // All throw SyntaxError.
  void parse_document();
  const ast::Value* parse_lone_value();

 private:
  /// Counts one level of nesting for as long as it lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > parser_.options_.max_depth) parser_.fail_too_deep();
    }
    ~Nesting() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  template <class T>
  T* make() {
    return document_.arena.make<T>();
  }

  // Tokens.
  [[gnu::always_inline]] void advance() {
    lexer_.next(token_);
    if (--tokens_left_ < 0) fail_if_too_many_tokens();
  }
  void fail_if_too_many_tokens() const;
  [[noreturn]] void fail_too_deep() const;
  static std::int64_t max_tokens(const ParseOptions& options) {
    return options.max_tokens == 0 ? std::numeric_limits<std::int64_t>::max()
                                   : static_cast<std::int64_t>(options.max_tokens);
  }
  /// The token after the present one.
  Token look_ahead();
  bool peek(TokenKind kind) const { return token_.kind == kind; }
  bool peek_description() const { return peek(TokenKind::kString) || peek(TokenKind::kBlockString); }
  /// Goes past a token of that kind; gives its start.
  ast::Offset expect(TokenKind kind) {
    if (!peek(kind)) fail_expected(describe(kind));
    const ast::Offset start = token_.start;
    advance();
    return start;
  }
  bool accept(TokenKind kind) {
    if (!peek(kind)) return false;
    advance();
    return true;
  }
  void expect_keyword(std::string_view keyword);
  bool accept_keyword(std::string_view keyword);
  [[noreturn]] void fail_expected(const std::string& what) const;
  [[noreturn]] void fail_unexpected(const Token& token) const;
  [[noreturn]] void fail_at(const Token& token, std::string message) const;

  /// `item`, one or more times, if the opening token is there.
  template <class T, class Item>
  ast::List<T> optional_many(TokenKind open, Item item, TokenKind close) {
    if (!accept(open)) return {};
    ast::ListBuilder<T> items;
    do items.append(item());
    while (!accept(close));
    return items.list();
  }
  /// `item (delimiter item)*`, with an optional leading delimiter.
  template <class T, class Item>
  ast::List<T> delimited_many(TokenKind delimiter, Item item) {
    ast::ListBuilder<T> items;
    accept(delimiter);
    do items.append(item());
    while (accept(delimiter));
    return items.list();
  }

  // Documents, operations and fragments.
  ast::Definition* parse_definition();
  ast::Definition* parse_operation();
  ast::Definition* parse_fragment_definition();
  ast::OperationType parse_operation_type();
  ast::VariableDefinition* parse_variable_definition();
  const ast::SelectionSet* parse_selection_set();
  ast::Selection* parse_selection();
  ast::Selection* parse_field();
  ast::Selection* parse_fragment();
  void parse_fragment_name(ast::Name& name);

  // What both kinds of documents have.
  void parse_name(ast::Name& name);
  /// The present token as it is, and past it.
  void take_token(ast::Name& text);
  ast::List<ast::Argument> parse_arguments(bool is_const) {
    return peek(TokenKind::kParenL) ? parse_given_arguments(is_const) : ast::List<ast::Argument>();
  }
  ast::List<ast::Argument> parse_given_arguments(bool is_const);
  ast::Argument* parse_argument(bool is_const);
  ast::List<ast::Directive> parse_directives(bool is_const) {
    return peek(TokenKind::kAt) ? parse_given_directives(is_const) : ast::List<ast::Directive>();
  }
  ast::List<ast::Directive> parse_given_directives(bool is_const);
  ast::Value* parse_value(bool is_const);
  ast::Value* parse_leaf(ast::ValueKind kind, bool flag = false);
  ast::Value* parse_string();
  ast::Value* parse_list(bool is_const);
  ast::Value* parse_object(bool is_const);
  ast::Value* parse_variable();
  [[noreturn]] void fail_variable_in_constant();
  ast::TypeNode* parse_type();
  ast::TypeNode* parse_named_type();
  const ast::Value* parse_description();

  // Type system definitions and extensions.
  ast::Definition* parse_type_system_definition(ast::DefinitionKind kind);
  ast::Definition* parse_type_system_extension();
  ast::Definition* start_definition(ast::DefinitionKind kind, bool is_extension);
  void parse_schema_body(ast::Definition& definition);
  void parse_directive_body(ast::Definition& definition);
  void parse_type_body(ast::Definition& definition);
  ast::OperationTypeDefinition* parse_operation_type_definition();
  ast::FieldDefinition* parse_field_definition();
  ast::InputValueDefinition* parse_input_value_definition();
  ast::EnumValueDefinition* parse_enum_value_definition();
  ast::NameNode* parse_directive_location();

  Document& document_;
  const ParseOptions& options_;
  Lexer lexer_;
  Token token_;
  std::int64_t tokens_left_;
  std::size_t depth_ = 0;
};

/// The kind of definition that `keyword` starts in a schema document.
const ast::DefinitionKind* find_type_system_keyword(std::string_view keyword);

}  // namespace storey::graphql
