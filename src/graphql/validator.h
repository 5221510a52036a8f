// The walk over a document that applies all validation rules at once, in the order of the document.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "graphql/overlap.h"
#include "graphql/source.h"
#include "graphql/validation.h"

namespace storey::graphql {

/// What the schema says of a selection.
struct TypedSelection {
  const NamedType* parent = nullptr;  ///< the composite type it selects from; null if unknown
  const Field* field = nullptr;       ///< the field's definition, meta fields included; null if unknown
};

/// Use of a variable in an operation or fragment.
struct VariableUsage {
  const ast::Value* variable = nullptr;
  const Type* type = nullptr;         ///< expected there; null if unknown
  const Type* parent_type = nullptr;  ///< of the list or input object it stands in, if any
  bool has_default = false;           ///< whether the argument or input field has a default value
};

/// A fragment or operation with what rules ask of it again and again.
struct DefinitionFacts {
  const ast::Definition* node = nullptr;
  std::vector<const ast::Selection*> spreads;
  std::vector<VariableUsage> usages;
};

class Validator {
 public:
  using Offsets = std::vector<ast::Offset>;

  /// `schema` is null for schema documents.
  Validator(const Schema* schema, const Document& document, const ValidateOptions& options);

  std::vector<GraphqlError> run();
  /// Steps taken by the rules whose cost is not that of one walk over the document.
  std::size_t work() const { return work_; }

  // For the rules in other files.
  const Schema& schema() const { return *schema_; }
  const Document& document() const { return document_; }
  /// Of all operations and fragments.
  const std::deque<DefinitionFacts>& all_facts() const { return all_facts_; }
  const TypedSelection& typed(const ast::Selection& selection) const { return typed_[selection.index]; }
  const ast::Definition* find_fragment(const ast::Name& name) const;
  /// The type a fragment is for; null if the schema does not have it.
  const NamedType* condition_type(const ast::TypeNode& condition) const {
    return schema_->find_type(condition.name);
  }
  /// Adds an error; ends the validation when there are too many.
  void report(std::string message, const Offsets& offsets);
  /// Ends the validation when documents of this size cost more work than any honest one.
  void spend(std::size_t work);
  /// One step of a recursion along fragments, for as long as it lives. Ends the validation when there are
  /// more than a document needs in which no fragment spreads itself.
  class Descent {
   public:
    explicit Descent(Validator& validator);
    ~Descent() { --validator_.descents_; }

   private:
    Validator& validator_;
  };

 private:
  struct Aborted {
    std::string message;
  };
  using SeenNames = std::unordered_map<std::string_view, ast::Offset>;
  /// Where an argument, or a value inside of one, stands.
  struct InputPosition {
    const Type* type = nullptr;
    const Type* parent_type = nullptr;
    bool has_default = false;
  };

  bool is_schema_document() const { return schema_ == nullptr; }

  // Facts, gathered before the walk.
  void collect_fragments();
  void check_nesting();
  void gather_facts(const ast::Definition& definition);
  void gather_set(const ast::SelectionSet& set, const NamedType* parent, const NamedType* type,
                  const Field* field, DefinitionFacts& facts);
  void gather_arguments(const ast::List<ast::Argument>& arguments, const NameTable<InputValue>* known,
                        DefinitionFacts& facts);
  void gather_directives(const ast::List<ast::Directive>& directives, const Field* field,
                         DefinitionFacts& facts);
  void gather_value(const ast::Value& value, const InputPosition& position, DefinitionFacts& facts);
  const DefinitionFacts& facts(const ast::Definition& definition) const { return *facts_.at(&definition); }
  /// The fragments reached from the definitions, each once.
  std::vector<const ast::Definition*> reachable_fragments(const std::vector<const ast::Definition*>& from);
  const std::vector<VariableUsage>& operation_usages(const ast::Definition& operation);
  const Type* type_of(const ast::TypeNode& node);

  // The walk. Order of calls is order of errors.
  void walk_definition(const ast::Definition& definition);
  void walk_operation(const ast::Definition& operation);
  void walk_fragment(const ast::Definition& fragment);
  void walk_set(const ast::SelectionSet& set, const NamedType* parent, const Field* field, bool is_inline);
  void walk_field(const ast::Selection& field);
  void walk_spread(const ast::Selection& spread, const Field* field);
  void walk_inline_fragment(const ast::Selection& fragment, const NamedType* parent, const Field* field);
  void walk_directives(const ast::List<ast::Directive>& directives, DirectiveLocation location,
                       const Field* field);
  void walk_arguments(const ast::List<ast::Argument>& arguments, const NameTable<InputValue>* known);
  void walk_value(const ast::Value& value);
  void walk_type_node(const ast::TypeNode& type, bool is_sdl);
  void walk_type_system_definition(const ast::Definition& definition);
  void walk_input_definitions(const ast::List<ast::InputValueDefinition>& inputs, DirectiveLocation location);

  // Rules for executable documents.
  void check_executable_definitions();
  void check_operation_entered(const ast::Definition& operation);
  void check_subscription(const ast::Definition& operation);
  void check_variables_entered(const ast::Definition& operation);
  void check_variables_left(const ast::Definition& operation);
  void check_variable_usage(const VariableUsage& usage, const ast::VariableDefinition& definition);
  void check_unused_fragments();
  void check_fragment_entered(const ast::Definition& fragment);
  void detect_fragment_cycles(const ast::Definition& fragment);
  void check_field_entered(const ast::Selection& field);
  void check_field_left(const ast::Selection& field);
  std::string suggest_for_field(const NamedType& type, const ast::Name& name) const;
  void check_values(const ast::Value& value, const Type* type);
  bool exceeds_introspection_depth(const ast::Selection& selection, int depth,
                                   std::unordered_map<std::string_view, int>& visited);
  bool exceeds_introspection_depth(const ast::SelectionSet& set, int depth,
                                   std::unordered_map<std::string_view, int>& visited);

  // Rules for directives and arguments, in both kinds of documents.
  struct KnownDirective;
  void collect_directives();
  void check_directive_uniqueness(const ast::List<ast::Directive>& directives, SeenNames& seen);
  void check_directive_entered(const ast::Directive& directive, DirectiveLocation location);
  void check_directive_left(const ast::Directive& directive);
  void check_argument_uniqueness(const ast::List<ast::Argument>& arguments);
  /// Where directives at a definition are counted: together with those of its extensions.
  SeenNames& seen_directives(const ast::Definition& definition);

  // Rules for schema documents.
  void check_schema_document_definition(const ast::Definition& definition);
  void check_operation_types(const ast::Definition& definition);
  void check_member_names(const ast::Definition& definition);
  void check_argument_definition_names(const std::string& parent,
                                       const ast::List<ast::InputValueDefinition>& arguments);
  void check_type_extension(const ast::Definition& extension);

  const Schema* schema_;
  const Document& document_;
  ValidateOptions options_;
  std::optional<LineIndex> lines_;
  std::vector<GraphqlError> errors_;
  std::size_t work_ = 0;
  std::size_t descents_ = 0;
  Arena arena_;

  std::unordered_map<std::string_view, const ast::Definition*> fragments_;
  std::vector<TypedSelection> typed_;
  std::deque<DefinitionFacts> all_facts_;
  std::unordered_map<const ast::Definition*, DefinitionFacts*> facts_;
  std::unordered_map<const ast::Definition*, std::vector<VariableUsage>> operation_usages_;
  std::unordered_map<std::string_view, const ast::Definition*> type_definitions_;
  std::unordered_map<std::string_view, KnownDirective> known_directives_;

  // State of rules.
  std::size_t operation_count_ = 0;
  SeenNames operation_names_, fragment_names_, type_names_, directive_names_;
  std::unordered_set<const ast::Definition*> visited_fragments_;
  std::vector<const ast::Selection*> spread_path_;
  std::unordered_map<std::string_view, std::size_t> spread_path_index_;
  bool is_introspection_refused_ = false;
  std::unordered_map<std::string_view, int> introspection_checked_, introspection_exceeded_;
  std::unordered_map<std::string_view, SeenNames> seen_type_directives_, seen_directive_directives_;
  SeenNames seen_schema_directives_;
  std::size_t schema_definition_count_ = 0;
  std::unordered_map<int, ast::Offset> operation_types_;
  std::unordered_map<std::string_view, SeenNames> field_names_, value_names_;
  OverlapRule overlaps_{*this};
};

/// A directive that may be used, from the schema or from the document.
struct Validator::KnownDirective {
  struct Argument {
    std::string_view name;
    std::string type;  ///< set if it is required
  };
  std::vector<DirectiveLocation> locations;
  std::vector<Argument> arguments;
  bool is_repeatable = false;
};

}  // namespace storey::graphql
