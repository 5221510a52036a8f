// Parsing of the type system definition language (specification, section 3).
#include <array>

#include "graphql/directive_locations.h"
#include "graphql/parser_impl.h"

namespace storey::graphql {

using ast::DefinitionKind;

const DefinitionKind* find_type_system_keyword(std::string_view keyword) {
  static constexpr std::array<std::pair<std::string_view, DefinitionKind>, 8> kKeywords{
      {{"schema", DefinitionKind::kSchema},
       {"scalar", DefinitionKind::kScalar},
       {"type", DefinitionKind::kObject},
       {"interface", DefinitionKind::kInterface},
       {"union", DefinitionKind::kUnion},
       {"enum", DefinitionKind::kEnum},
       {"input", DefinitionKind::kInputObject},
       {"directive", DefinitionKind::kDirective}}};
  for (const auto& [name, kind] : kKeywords) {
    if (name == keyword) return &kind;
  }
  return nullptr;
}

ast::Definition* Parser::start_definition(DefinitionKind kind, bool is_extension) {
  auto* definition = make<ast::Definition>();
  definition->kind = kind;
  definition->is_extension = is_extension;
  definition->start = token_.start;
  if (is_extension) {
    expect_keyword("extend");
  } else {
    definition->description = parse_description();
  }
  advance();  // the keyword that told the kind
  return definition;
}

ast::Definition* Parser::parse_type_system_definition(DefinitionKind kind) {
  ast::Definition* definition = start_definition(kind, false);
  switch (kind) {
    case DefinitionKind::kSchema:
      parse_schema_body(*definition);
      break;
    case DefinitionKind::kDirective:
      parse_directive_body(*definition);
      break;
    default:
      parse_type_body(*definition);
      break;
  }
  return definition;
}

ast::Definition* Parser::parse_type_system_extension() {
  const Token keyword = look_ahead();
  const DefinitionKind* kind =
      keyword.kind == TokenKind::kName ? find_type_system_keyword(keyword.value) : nullptr;
  if (kind == nullptr) fail_unexpected(keyword);
  ast::Definition* definition = start_definition(*kind, true);
  switch (*kind) {
    case DefinitionKind::kSchema:
      parse_schema_body(*definition);
      break;
    case DefinitionKind::kDirective:
      expect(TokenKind::kAt);
      parse_name(definition->name);
      definition->directives = parse_directives(true);
      break;
    default:
      parse_type_body(*definition);
      break;
  }
  const bool extends_nothing = definition->directives.empty() && definition->operation_types.empty() &&
                               definition->interfaces.empty() && definition->fields.empty() &&
                               definition->members.empty() && definition->values.empty() &&
                               definition->inputs.empty();
  if (extends_nothing) fail_unexpected(token_);
  return definition;
}

void Parser::parse_schema_body(ast::Definition& definition) {
  definition.directives = parse_directives(true);
  if (definition.is_extension && !peek(TokenKind::kBraceL)) return;
  expect(TokenKind::kBraceL);
  ast::ListBuilder<ast::OperationTypeDefinition> operation_types;
  do operation_types.append(parse_operation_type_definition());
  while (!accept(TokenKind::kBraceR));
  definition.operation_types = operation_types.list();
}

ast::OperationTypeDefinition* Parser::parse_operation_type_definition() {
  auto* definition = make<ast::OperationTypeDefinition>();
  definition->start = token_.start;
  definition->operation = parse_operation_type();
  expect(TokenKind::kColon);
  definition->type = parse_named_type();
  return definition;
}

void Parser::parse_directive_body(ast::Definition& definition) {
  expect(TokenKind::kAt);
  parse_name(definition.name);
  definition.inputs = optional_many<ast::InputValueDefinition>(
      TokenKind::kParenL, [this] { return parse_input_value_definition(); }, TokenKind::kParenR);
  definition.directives = parse_directives(true);
  definition.repeatable = accept_keyword("repeatable");
  expect_keyword("on");
  definition.locations =
      delimited_many<ast::NameNode>(TokenKind::kPipe, [this] { return parse_directive_location(); });
}

ast::NameNode* Parser::parse_directive_location() {
  const Token token = token_;
  auto* location = make<ast::NameNode>();
  parse_name(location->name);
  if (!parse_directive_location_name(token.value)) fail_unexpected(token);
  return location;
}

void Parser::parse_type_body(ast::Definition& definition) {
  parse_name(definition.name);
  const bool has_fields =
      definition.kind == DefinitionKind::kObject || definition.kind == DefinitionKind::kInterface;
  if (has_fields && accept_keyword("implements")) {
    definition.interfaces =
        delimited_many<ast::TypeNode>(TokenKind::kAmp, [this] { return parse_named_type(); });
  }
  definition.directives = parse_directives(true);
  if (has_fields) {
    definition.fields = optional_many<ast::FieldDefinition>(
        TokenKind::kBraceL, [this] { return parse_field_definition(); }, TokenKind::kBraceR);
  } else if (definition.kind == DefinitionKind::kUnion && accept(TokenKind::kEquals)) {
    definition.members =
        delimited_many<ast::TypeNode>(TokenKind::kPipe, [this] { return parse_named_type(); });
  } else if (definition.kind == DefinitionKind::kEnum) {
    definition.values = optional_many<ast::EnumValueDefinition>(
        TokenKind::kBraceL, [this] { return parse_enum_value_definition(); }, TokenKind::kBraceR);
  } else if (definition.kind == DefinitionKind::kInputObject) {
    definition.inputs = optional_many<ast::InputValueDefinition>(
        TokenKind::kBraceL, [this] { return parse_input_value_definition(); }, TokenKind::kBraceR);
  }
}

ast::FieldDefinition* Parser::parse_field_definition() {
  auto* field = make<ast::FieldDefinition>();
  field->start = token_.start;
  field->description = parse_description();
  parse_name(field->name);
  field->arguments = optional_many<ast::InputValueDefinition>(
      TokenKind::kParenL, [this] { return parse_input_value_definition(); }, TokenKind::kParenR);
  expect(TokenKind::kColon);
  field->type = parse_type();
  field->directives = parse_directives(true);
  return field;
}

ast::InputValueDefinition* Parser::parse_input_value_definition() {
  auto* input = make<ast::InputValueDefinition>();
  input->start = token_.start;
  input->description = parse_description();
  parse_name(input->name);
  expect(TokenKind::kColon);
  input->type = parse_type();
  if (accept(TokenKind::kEquals)) input->default_value = parse_value(true);
  input->directives = parse_directives(true);
  return input;
}

ast::EnumValueDefinition* Parser::parse_enum_value_definition() {
  auto* value = make<ast::EnumValueDefinition>();
  value->start = token_.start;
  value->description = parse_description();
  if (token_.value == "true" || token_.value == "false" || token_.value == "null") {
    fail_at(token_, describe(token_) + " is reserved and cannot be used for an enum value.");
  }
  parse_name(value->name);
  value->directives = parse_directives(true);
  return value;
}

}  // namespace storey::graphql
