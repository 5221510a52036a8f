// From the syntax tree of a schema document to a Schema.
#pragma once

#include <unordered_map>

#include "graphql/schema.h"

namespace storey::graphql {

/// Builds the types of a document that has passed the rules for schema documents.
class SchemaBuilder {
 public:
  explicit SchemaBuilder(Schema& schema) : schema_(schema) {}

  /// Builds everything. Throws GraphqlError for a directive argument that is no value of its type.
  void build();
  /// Coerces all default values. Only for a valid type system.
  void coerce_default_values();

 private:
  using Definitions = std::vector<const ast::Definition*>;

  void declare_types(const Document& document, bool is_built_in);
  void collect_extensions();
  NamedType* declare(const ast::Definition& definition, bool is_built_in);

  void define(NamedType& type);
  void define_fields(NamedType& type, const ast::Definition& definition);
  void add_input(NameTable<InputValue>& inputs, const ast::InputValueDefinition& node,
                 std::string coordinate);
  void define_directives();
  void add_directive(const ast::Definition& node);
  void define_root_types();
  void define_meta_fields();
  void order_types();
  void add_reachable(const NamedType& type, std::vector<bool>& is_known);
  void index_sub_types();

  NamedType* named(std::string_view name) const;
  const Type* type_of(const ast::TypeNode& node);
  const Type* wrap(TypeKind kind, const Type& type);
  /// The string argument of a directive, with its default; nothing without the directive.
  std::optional<std::string> directive_argument(const ast::List<ast::Directive>& directives,
                                                std::string_view directive, std::string_view argument,
                                                std::optional<std::string> fallback);
  std::optional<std::string> deprecation_reason(const ast::List<ast::Directive>& directives);

  void coerce_default(const InputValue& input);
  void coerce_defaults_inside(const ast::Value& literal, const Type& type);

  Schema& schema_;
  std::unique_ptr<Document> built_in_;
  std::unordered_map<std::string_view, NamedType*> types_;
  Definitions definitions_;  ///< of types, in order
  std::unordered_map<std::string_view, Definitions> directive_extensions_;
  std::unordered_map<const InputValue*, bool> coerced_;
};

/// Checks the type system (specification, section 3, "Type Validation").
std::vector<GraphqlError> validate_type_system(const Schema& schema, const ast::Definition* schema_node,
                                               const std::vector<const ast::Definition*>& schema_extensions,
                                               std::string_view source);

}  // namespace storey::graphql
