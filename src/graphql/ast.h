// The syntax tree of a GraphQL document (specification of September 2025, section 2 and 3).
// Nodes live in the arena of their Document; names and numbers are views into its source text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace storey::graphql::ast {

/// Byte offset into the source text.
using Offset = std::uint32_t;

struct Name {
  std::string_view value;
  Offset start = 0;

  bool empty() const { return value.empty(); }
};

/// Nodes in source order, linked through their own `next`.
template <class T>
class List {
 public:
  class Iterator {
   public:
    explicit Iterator(const T* node) : node_(node) {}
    const T& operator*() const { return *node_; }
    Iterator& operator++() {
      node_ = node_->next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    const T* node_;
  };

  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(nullptr); }
  bool empty() const { return first_ == nullptr; }
  /// Counts: it takes as long as the list.
  std::size_t size() const {
    std::size_t count = 0;
    for (const T* node = first_; node != nullptr; node = node->next) ++count;
    return count;
  }

 private:
  template <class>
  friend class ListBuilder;

  T* first_ = nullptr;
};

template <class T>
class ListBuilder {
 public:
  ListBuilder() = default;
  ListBuilder(const ListBuilder&) = delete;
  ListBuilder& operator=(const ListBuilder&) = delete;

  void append(T* node) {
    *end_ = node;
    end_ = &node->next;
  }
  List<T> list() const { return list_; }

 private:
  List<T> list_;
  T** end_ = &list_.first_;
};

enum class ValueKind : std::uint8_t {
  kVariable,
  kInt,
  kFloat,
  kString,
  kBoolean,
  kNull,
  kEnum,
  kList,
  kObject
};

struct Argument;

struct Value {
  ValueKind kind = ValueKind::kNull;
  bool flag = false;  ///< kBoolean: its value; kString: it is a block string
  Offset start = 0;
  Name text;  ///< variable name, digits, decoded string or enum value
  List<Value> items;
  List<Argument> fields;
  Value* next = nullptr;
};

/// An argument, or a field of an input object value.
struct Argument {
  Name name;
  const Value* value = nullptr;
  Argument* next = nullptr;

  Offset start() const { return name.start; }
};

struct Directive {
  Offset start = 0;
  Name name;
  List<Argument> arguments;
  Directive* next = nullptr;
};

enum class TypeNodeKind : std::uint8_t { kNamed, kList, kNonNull };

/// A reference to a type: `Int`, `[Int]`, `Int!`.
struct TypeNode {
  TypeNodeKind kind = TypeNodeKind::kNamed;
  Offset start = 0;
  Name name;                     ///< kNamed
  const TypeNode* of = nullptr;  ///< kList, kNonNull
  TypeNode* next = nullptr;
};

struct Selection;

struct SelectionSet {
  Offset start = 0;
  List<Selection> selections;
};

enum class SelectionKind : std::uint8_t { kField, kFragmentSpread, kInlineFragment };

struct Selection {
  SelectionKind kind = SelectionKind::kField;
  Offset start = 0;
  std::uint32_t index = 0;                   ///< its number among all selections of the document
  Name alias;                                ///< kField; empty if it has none
  Name name;                                 ///< kField: of the field; kFragmentSpread: of the fragment
  const TypeNode* type_condition = nullptr;  ///< kInlineFragment
  List<Argument> arguments;
  List<Directive> directives;
  const SelectionSet* selection_set = nullptr;
  Selection* next = nullptr;

  const Name& response_name() const { return alias.empty() ? name : alias; }
};

struct VariableDefinition {
  Offset start = 0;
  const Value* description = nullptr;
  Offset variable_start = 0;
  Name name;
  const TypeNode* type = nullptr;
  const Value* default_value = nullptr;
  List<Directive> directives;
  VariableDefinition* next = nullptr;
};

struct InputValueDefinition {
  Offset start = 0;
  const Value* description = nullptr;
  Name name;
  const TypeNode* type = nullptr;
  const Value* default_value = nullptr;
  List<Directive> directives;
  InputValueDefinition* next = nullptr;
};

struct FieldDefinition {
  Offset start = 0;
  const Value* description = nullptr;
  Name name;
  List<InputValueDefinition> arguments;
  const TypeNode* type = nullptr;
  List<Directive> directives;
  FieldDefinition* next = nullptr;
};

struct EnumValueDefinition {
  Offset start = 0;
  const Value* description = nullptr;
  Name name;
  List<Directive> directives;
  EnumValueDefinition* next = nullptr;
};

enum class OperationType : std::uint8_t { kQuery, kMutation, kSubscription };

std::string_view to_string(OperationType operation);

struct OperationTypeDefinition {
  Offset start = 0;
  OperationType operation = OperationType::kQuery;
  const TypeNode* type = nullptr;
  OperationTypeDefinition* next = nullptr;
};

/// A name in a list of names (the locations of a directive).
struct NameNode {
  Name name;
  NameNode* next = nullptr;
};

enum class DefinitionKind : std::uint8_t {
  kOperation,
  kFragment,
  kSchema,
  kScalar,
  kObject,
  kInterface,
  kUnion,
  kEnum,
  kInputObject,
  kDirective
};

/// A definition of any kind; members that its kind does not have stay empty.
struct Definition {
  DefinitionKind kind = DefinitionKind::kOperation;
  bool is_extension = false;
  bool repeatable = false;
  OperationType operation = OperationType::kQuery;
  Offset start = 0;
  const Value* description = nullptr;
  Name name;
  List<Directive> directives;

  List<VariableDefinition> variables;           ///< kOperation
  const TypeNode* type_condition = nullptr;     ///< kFragment
  const SelectionSet* selection_set = nullptr;  ///< kOperation, kFragment

  List<OperationTypeDefinition> operation_types;  ///< kSchema
  List<TypeNode> interfaces;                      ///< kObject, kInterface
  List<FieldDefinition> fields;                   ///< kObject, kInterface
  List<TypeNode> members;                         ///< kUnion
  List<EnumValueDefinition> values;               ///< kEnum
  List<InputValueDefinition> inputs;              ///< kInputObject: fields; kDirective: arguments
  List<NameNode> locations;                       ///< kDirective

  Definition* next = nullptr;

  bool is_executable() const {
    return kind == DefinitionKind::kOperation || kind == DefinitionKind::kFragment;
  }
  /// A type definition or the extension of one.
  bool is_type() const { return kind >= DefinitionKind::kScalar && kind <= DefinitionKind::kInputObject; }
};

}  // namespace storey::graphql::ast
