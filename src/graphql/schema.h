// A schema: its types, fields and directives (specification, section 3).
#pragma once

#include <boost/json/value.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "graphql/directive_locations.h"
#include "graphql/error.h"
#include "graphql/name_table.h"
#include "graphql/parser.h"

namespace storey::graphql {

struct FieldBinding;
struct TypeCodec;
struct NamedType;

enum class TypeKind : std::uint8_t {
  kScalar,
  kObject,
  kInterface,
  kUnion,
  kEnum,
  kInputObject,
  kList,
  kNonNull
};

/// A named type, or a list or non-null wrapper around a type.
struct Type {
  TypeKind kind = TypeKind::kScalar;
  const Type* of = nullptr;           ///< kList, kNonNull: what is wrapped
  const NamedType* named = nullptr;   ///< the named type at the core, this one itself if it is named
  const Type* as_list = nullptr;      ///< the list of this type, if the schema has one
  const Type* as_non_null = nullptr;  ///< the non-null form of this type, if the schema has one

  bool is_list() const { return kind == TypeKind::kList; }
  bool is_non_null() const { return kind == TypeKind::kNonNull; }
  bool is_leaf() const { return kind == TypeKind::kScalar || kind == TypeKind::kEnum; }
  bool is_abstract() const { return kind == TypeKind::kInterface || kind == TypeKind::kUnion; }
  bool is_composite() const { return kind == TypeKind::kObject || is_abstract(); }
  bool has_fields() const { return kind == TypeKind::kObject || kind == TypeKind::kInterface; }
  const Type& nullable() const { return is_non_null() ? *of : *this; }
};

/// As it is written: `[Int!]`.
std::string to_string(const Type& type);
/// Whether values of it can be arguments, or results.
bool is_input_type(const Type& type);
bool is_output_type(const Type& type);
/// Whether both are the same type, wrappers included.
bool is_same_type(const Type& a, const Type& b);

/// An argument or an input field.
struct InputValue {
  std::string name;
  std::uint32_t hash = 0;
  std::optional<std::string> description;
  const Type* type = nullptr;
  const ast::Value* default_literal = nullptr;
  boost::json::value default_value;  ///< coerced; meaningful only with a default_literal
  std::optional<std::string> deprecation_reason;
  std::string coordinate;  ///< `Type.field(argument:)`, `@directive(argument:)` or `Input.field`
  const ast::InputValueDefinition* node = nullptr;

  bool is_required() const { return type->is_non_null() && default_literal == nullptr; }
};

struct Field {
  std::string name;
  std::uint32_t hash = 0;
  std::optional<std::string> description;
  NameTable<InputValue> arguments;
  const Type* type = nullptr;
  std::optional<std::string> deprecation_reason;
  std::string coordinate;             ///< `Type.field`
  const NamedType* parent = nullptr;  ///< null for the meta fields `__schema`, `__type`, `__typename`
  const ast::FieldDefinition* node = nullptr;
  const FieldBinding* binding = nullptr;  ///< how it is resolved; null in a schema without resolvers
};

struct EnumValue {
  std::string name;
  std::uint32_t hash = 0;
  std::optional<std::string> description;
  std::optional<std::string> deprecation_reason;
  const ast::EnumValueDefinition* node = nullptr;
};

/// Which of the scalars the specification defines, if any.
enum class ScalarKind : std::uint8_t { kCustom, kInt, kFloat, kString, kBoolean, kId };

struct NamedType : Type {
  std::string name;
  std::uint32_t hash = 0;
  std::uint32_t id = 0;  ///< its number in the schema
  std::optional<std::string> description;
  bool is_introspection = false;

  ScalarKind scalar = ScalarKind::kCustom;
  std::optional<std::string> specified_by_url;
  const TypeCodec* codec = nullptr;              ///< its C++ type, for scalars, enums and input objects
  NameTable<Field> fields;                       ///< kObject, kInterface
  std::vector<const NamedType*> interfaces;      ///< kObject, kInterface
  std::vector<const NamedType*> possible_types;  ///< kInterface, kUnion: the objects, in order
  NameTable<EnumValue> values;                   ///< kEnum
  NameTable<InputValue> inputs;                  ///< kInputObject
  bool is_one_of = false;                        ///< kInputObject

  const std::type_info* source = nullptr;  ///< kObject: the C++ type its values have, once bound

  std::vector<bool> sub_types;  ///< by id: objects and interfaces that are this abstract type

  const ast::Definition* node = nullptr;
  std::vector<const ast::Definition*> extensions;

  bool has_sub_type(const NamedType& type) const { return type.id < sub_types.size() && sub_types[type.id]; }
};

struct DirectiveDefinition {
  std::string name;
  std::uint32_t hash = 0;
  std::optional<std::string> description;
  std::vector<DirectiveLocation> locations;
  NameTable<InputValue> arguments;
  bool is_repeatable = false;
  std::optional<std::string> deprecation_reason;
  const ast::Definition* node = nullptr;

  bool allows(DirectiveLocation location) const;
};

/// A schema as the text describes it. Immutable once built; resolvers are added by Bindings.
class Schema {
 public:
  using Errors = std::vector<GraphqlError>;

  /// Builds a schema from SDL text; the errors are those of syntax, of the rules for schema documents, and of
  /// the type system, each with its place.
  static tl::expected<std::unique_ptr<Schema>, Errors> from_sdl(std::string_view sdl);

  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  ~Schema();

  const NamedType* find_type(const ast::Name& name) const;
  const NamedType* find_type(std::string_view name) const;
  /// In the order of their definition, built-in types where they are first mentioned.
  const std::vector<const NamedType*>& types() const { return types_; }
  const NameTable<DirectiveDefinition>& directives() const { return directives_; }
  const NamedType* root_type(ast::OperationType operation) const {
    return root_types_[static_cast<std::size_t>(operation)];
  }
  const std::optional<std::string>& description() const { return description_; }
  /// The field of that name, meta fields included; null if `parent` has none.
  const Field* find_field(const NamedType& parent, const ast::Name& name) const;
  const Field& typename_meta_field() const { return typename_field_; }

  /// The object type whose values have that C++ type; null if there is none, or more than one.
  const NamedType* object_type_of(const std::type_info& source) const;
  /// The C++ type of the context that resolvers take; null if none takes one.
  const std::type_info* context_type() const { return context_type_; }

  /// Whether a value of type `sub` may stand where `super` is expected (specification, AreTypesCompatible).
  static bool is_sub_type(const Type& sub, const Type& super);
  /// Whether some object can be of both types.
  static bool do_types_overlap(const NamedType& a, const NamedType& b);

 private:
  friend class SchemaBuilder;
  friend class Binder;
  struct TypeEntry {
    std::string name;
    std::uint32_t hash = 0;
    NamedType* type = nullptr;
  };

  Schema() = default;

  std::unique_ptr<Document> document_;
  std::vector<std::unique_ptr<NamedType>> named_types_;
  std::vector<std::unique_ptr<Type>> wrapper_types_;
  std::vector<std::shared_ptr<const void>> bindings_;  ///< owners of what fields and scalars point to
  NameTable<TypeEntry> types_by_name_;
  std::vector<const NamedType*> types_;
  NameTable<DirectiveDefinition> directives_;
  const NamedType* root_types_[3] = {};
  std::optional<std::string> description_;
  const ast::Definition* node_ = nullptr;
  std::vector<const ast::Definition*> extensions_;
  Field schema_field_, type_field_, typename_field_;
  std::unordered_map<std::type_index, const NamedType*> object_types_;
  const std::type_info* context_type_ = nullptr;
};

/// The schema as SDL, without what the specification defines.
std::string print_schema(const Schema& schema);

}  // namespace storey::graphql
