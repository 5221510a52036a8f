// Rules for directives and arguments, in executable and schema documents (specification, 5.4 and 5.7).
#include <algorithm>
#include <array>

#include "graphql/duplicate_names.h"
#include "graphql/introspection.h"
#include "graphql/printer.h"
#include "graphql/suggestions.h"
#include "graphql/text.h"
#include "graphql/validator.h"

namespace storey::graphql {
namespace {

/// The document with the built-in directives, which every schema document may use.
const Document& built_in_document() {
  static const std::unique_ptr<Document> document = std::move(*parse(kBuiltInSdl));
  return *document;
}

bool is_required(const ast::InputValueDefinition& argument) {
  return argument.type->kind == ast::TypeNodeKind::kNonNull && argument.default_value == nullptr;
}

}  // namespace

// Directives that a document defines itself take the place of those of the schema.
void Validator::collect_directives() {
  const auto add_definitions = [this](const Document& document) {
    for (const ast::Definition& definition : document.definitions) {
      if (definition.kind != ast::DefinitionKind::kDirective || definition.is_extension) continue;
      KnownDirective known{{}, {}, definition.repeatable};
      for (const ast::NameNode& location : definition.locations) {
        known.locations.push_back(*parse_directive_location_name(location.name.value));
      }
      for (const ast::InputValueDefinition& argument : definition.inputs) {
        known.arguments.push_back({argument.name.value, is_required(argument) ? print(*argument.type) : ""});
      }
      known_directives_[definition.name.value] = std::move(known);
    }
  };
  if (is_schema_document()) {
    add_definitions(built_in_document());
  } else {
    for (const DirectiveDefinition& directive : schema_->directives()) {
      KnownDirective known{directive.locations, {}, directive.is_repeatable};
      for (const InputValue& argument : directive.arguments) {
        known.arguments.push_back({argument.name, argument.is_required() ? to_string(*argument.type) : ""});
      }
      known_directives_[directive.name] = std::move(known);
    }
  }
  add_definitions(document_);
}

void Validator::walk_directives(const ast::List<ast::Directive>& directives, DirectiveLocation location,
                                const Field* field) {
  for (const ast::Directive& directive : directives) {
    check_directive_entered(directive, location);
    check_argument_uniqueness(directive.arguments);
    const DirectiveDefinition* definition =
        is_schema_document() ? nullptr : schema_->directives().find(directive.name);
    const NameTable<InputValue>* known = definition != nullptr ? &definition->arguments
                                         : field != nullptr    ? &field->arguments
                                                               : nullptr;
    walk_arguments(directive.arguments, known);
    check_directive_left(directive);
  }
}

void Validator::check_directive_entered(const ast::Directive& directive, DirectiveLocation location) {
  const std::string name = "\"@" + std::string(directive.name.value) + "\"";
  const auto found = known_directives_.find(directive.name.value);
  if (found == known_directives_.end()) {
    return report("Unknown directive " + name + ".", {directive.start});
  }
  const KnownDirective& known = found->second;
  if (std::find(known.locations.begin(), known.locations.end(), location) == known.locations.end()) {
    report("Directive " + name + " may not be used on " + std::string(to_string(location)) + ".",
           {directive.start});
  }
  std::vector<std::string_view> names;
  for (const KnownDirective::Argument& argument : known.arguments) names.push_back(argument.name);
  for (const ast::Argument& argument : directive.arguments) {
    if (std::find(names.begin(), names.end(), argument.name.value) != names.end()) continue;
    report("Unknown argument " + in_quotes(argument.name.value) + " on directive " + name + "." +
               (options_.hide_suggestions ? "" : did_you_mean(suggestion_list(argument.name.value, names))),
           {argument.start()});
  }
}

void Validator::check_directive_left(const ast::Directive& directive) {
  const auto known = known_directives_.find(directive.name.value);
  if (known == known_directives_.end()) return;
  for (const KnownDirective::Argument& argument : known->second.arguments) {
    if (argument.type.empty()) continue;
    bool is_given = false;
    for (const ast::Argument& given : directive.arguments) is_given |= given.name.value == argument.name;
    if (is_given) continue;
    report("Argument \"@" + std::string(directive.name.value) + "(" + std::string(argument.name) +
               ":)\" of type " + in_quotes(argument.type) + " is required, but it was not provided.",
           {directive.start});
  }
}

void Validator::check_directive_uniqueness(const ast::List<ast::Directive>& directives, SeenNames& seen) {
  for (const ast::Directive& directive : directives) {
    const auto known = known_directives_.find(directive.name.value);
    if (known == known_directives_.end() || known->second.is_repeatable) continue;
    const auto [first, is_new] = seen.emplace(directive.name.value, directive.start);
    if (is_new) continue;
    report("The directive \"@" + std::string(directive.name.value) +
               "\" can only be used once at this location.",
           {first->second, directive.start});
  }
}

Validator::SeenNames& Validator::seen_directives(const ast::Definition& definition) {
  if (definition.kind == ast::DefinitionKind::kSchema) return seen_schema_directives_;
  if (definition.kind == ast::DefinitionKind::kDirective) {
    return seen_directive_directives_[definition.name.value];
  }
  return seen_type_directives_[definition.name.value];
}

void Validator::check_argument_uniqueness(const ast::List<ast::Argument>& arguments) {
  if (arguments.size() < 2) return;
  report_duplicate_names(arguments, [this](std::string_view name, const Offsets& offsets) {
    report("There can be only one argument named " + in_quotes(name) + ".", offsets);
  });
}

}  // namespace storey::graphql
