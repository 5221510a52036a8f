// The rules a schema must keep (specification, section 3: "Type Validation" of each kind of type).
#include <algorithm>
#include <unordered_set>

#include "graphql/input_cycles.h"
#include "graphql/input_values.h"
#include "graphql/schema_builder.h"
#include "graphql/source.h"
#include "graphql/suggestions.h"

namespace storey::graphql {
namespace {

using Offsets = std::vector<ast::Offset>;

class TypeSystemValidator {
 public:
  TypeSystemValidator(const Schema& schema, std::vector<const ast::Definition*> schema_nodes,
                      std::string_view source)
      : schema_(schema), schema_nodes_(std::move(schema_nodes)), lines_(source) {}

  std::vector<GraphqlError> run() {
    validate_root_types();
    for (const DirectiveDefinition& directive : schema_.directives()) {
      validate_name(directive.name, directive.node->start);
      for (const InputValue& argument : directive.arguments) {
        validate_argument(argument, argument.node->start);
      }
    }
    for (const NamedType* type : schema_.types()) validate_type(*type);
    report_infinite_inputs(schema_, sink_);
    return std::move(errors_);
  }

 private:
  void report(std::string message, const Offsets& offsets) {
    GraphqlError error{std::move(message), {}, {}, {}};
    for (const ast::Offset offset : offsets) error.locations.push_back(lines_.locate(offset));
    errors_.push_back(std::move(error));
  }

  static Offsets nodes_of(const NamedType& type) {
    Offsets offsets{type.node->start};
    for (const ast::Definition* extension : type.extensions) offsets.push_back(extension->start);
    return offsets;
  }

  void validate_name(const std::string& name, ast::Offset at) {
    if (!name.starts_with("__")) return;
    report("Name \"" + name + "\" must not begin with \"__\", which is reserved by GraphQL introspection.",
           {at});
  }

  const ast::TypeNode* root_type_node(ast::OperationType operation) const {
    for (const ast::Definition* node : schema_nodes_) {
      for (const ast::OperationTypeDefinition& root : node->operation_types) {
        if (root.operation == operation) return root.type;
      }
    }
    return nullptr;
  }

  void validate_root_types() {
    using ast::OperationType;
    if (schema_.root_type(OperationType::kQuery) == nullptr) {
      const bool has_definition = !schema_nodes_.empty() && !schema_nodes_[0]->is_extension;
      report("Query root type must be provided.",
             has_definition ? Offsets{schema_nodes_[0]->start} : Offsets{});
    }
    std::vector<std::pair<const NamedType*, std::vector<OperationType>>> uses;
    for (const OperationType operation :
         {OperationType::kQuery, OperationType::kMutation, OperationType::kSubscription}) {
      const NamedType* root = schema_.root_type(operation);
      if (root == nullptr) continue;
      if (root->kind != TypeKind::kObject) {
        report_root_kind(operation, *root);
        continue;
      }
      auto use = std::find_if(uses.begin(), uses.end(), [&](const auto& u) { return u.first == root; });
      if (use == uses.end()) use = uses.insert(uses.end(), {root, {}});
      use->second.push_back(operation);
    }
    for (const auto& [root, operations] : uses) {
      if (operations.size() < 2) continue;
      std::vector<std::string> names;
      Offsets offsets;
      for (const OperationType operation : operations) {
        names.emplace_back(to_string(operation));
        if (const ast::TypeNode* node = root_type_node(operation)) offsets.push_back(node->start);
      }
      report("All root types must be different, \"" + root->name + "\" type is used as " + and_list(names) +
                 " root types.",
             offsets);
    }
  }

  void report_root_kind(ast::OperationType operation, const NamedType& root) {
    std::string name(to_string(operation));
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    const std::string_view if_provided = operation == ast::OperationType::kQuery ? "" : " if provided";
    const ast::TypeNode* node = root_type_node(operation);
    report(name + " root type must be Object type" + std::string(if_provided) + ", it cannot be " +
               root.name + ".",
           {node != nullptr ? node->start : root.node->start});
  }

  /// `type_at`: where an error about the type is shown.
  void validate_argument(const InputValue& argument, ast::Offset type_at) {
    validate_name(argument.name, argument.node->start);
    if (!is_input_type(*argument.type)) {
      report("The type of " + argument.coordinate +
                 " must be Input Type but got: " + to_string(*argument.type) + ".",
             {type_at});
    }
    validate_deprecation(argument, "Required argument ");
    validate_default(argument);
  }

  void validate_deprecation(const InputValue& input, std::string_view what) {
    if (!input.is_required() || !input.deprecation_reason) return;
    report(std::string(what) + input.coordinate + " cannot be deprecated.",
           deprecation_nodes(input.node->directives, *input.node->type));
  }

  static Offsets deprecation_nodes(const ast::List<ast::Directive>& directives, const ast::TypeNode& type) {
    for (const ast::Directive& directive : directives) {
      if (directive.name.value == "deprecated") return {directive.start, type.start};
    }
    return {type.start};
  }

  void validate_default(const InputValue& input) {
    if (input.default_literal == nullptr) return;
    validate_input_literal(*input.default_literal, *input.type, nullptr, false, [&](const InputIssue& issue) {
      report(input.coordinate + " has invalid default value" + print_input_path(issue.path) + ": " +
                 issue.message,
             {issue.at.value_or(input.default_literal->start)});
    });
  }

  void validate_type(const NamedType& type) {
    if (!type.is_introspection) validate_name(type.name, type.node->start);
    switch (type.kind) {
      case TypeKind::kObject:
      case TypeKind::kInterface:
        validate_fields(type);
        validate_interfaces(type);
        break;
      case TypeKind::kUnion:
        validate_union(type);
        break;
      case TypeKind::kEnum:
        if (type.values.empty()) {
          report("Enum type " + type.name + " must define one or more values.", nodes_of(type));
        }
        for (const EnumValue& value : type.values) validate_name(value.name, value.node->start);
        break;
      case TypeKind::kInputObject:
        validate_inputs(type);
        default_cycles_.check(type);
        break;
      default:
        break;
    }
  }

  void validate_fields(const NamedType& type) {
    if (type.fields.empty()) report("Type " + type.name + " must define one or more fields.", nodes_of(type));
    for (const Field& field : type.fields) {
      validate_name(field.name, field.node->start);
      if (!is_output_type(*field.type)) {
        report("The type of " + field.coordinate + " must be Output Type but got: " + to_string(*field.type) +
                   ".",
               {field.node->type->start});
      }
      for (const InputValue& argument : field.arguments) {
        validate_argument(argument, argument.node->type->start);
      }
    }
  }

  static Offsets implements_nodes(const NamedType& type, const std::string& interface) {
    Offsets offsets;
    const auto add = [&](const ast::Definition& node) {
      for (const ast::TypeNode& name : node.interfaces) {
        if (name.name.value == interface) offsets.push_back(name.start);
      }
    };
    add(*type.node);
    for (const ast::Definition* extension : type.extensions) add(*extension);
    return offsets;
  }

  void validate_interfaces(const NamedType& type) {
    std::unordered_set<const NamedType*> seen;
    for (const NamedType* interface : type.interfaces) {
      const auto fail = [&](const std::string& message) {
        report("Type " + type.name + message, implements_nodes(type, interface->name));
      };
      if (interface->kind != TypeKind::kInterface) {
        fail(" must only implement Interface types, it cannot implement " + interface->name + ".");
      } else if (interface == &type) {
        fail(" cannot implement itself because it would create a circular reference.");
      } else if (!seen.insert(interface).second) {
        fail(" can only implement " + interface->name + " once.");
      } else {
        validate_ancestors(type, *interface);
        validate_implementation(type, *interface);
      }
    }
  }

  void validate_ancestors(const NamedType& type, const NamedType& interface) {
    for (const NamedType* ancestor : interface.interfaces) {
      if (std::find(type.interfaces.begin(), type.interfaces.end(), ancestor) != type.interfaces.end())
        continue;
      Offsets offsets = implements_nodes(interface, ancestor->name);
      const Offsets own = implements_nodes(type, interface.name);
      offsets.insert(offsets.end(), own.begin(), own.end());
      report(ancestor == &type ? "Type " + type.name + " cannot implement " + interface.name +
                                     " because it would create a circular reference."
                               : "Type " + type.name + " must implement " + ancestor->name +
                                     " because it is implemented by " + interface.name + ".",
             offsets);
    }
  }

  void validate_implementation(const NamedType& type, const NamedType& interface) {
    for (const Field& wanted : interface.fields) {
      const Field* field = type.fields.find(wanted.name, wanted.hash);
      if (field == nullptr) {
        Offsets offsets{wanted.node->start};
        const Offsets own = nodes_of(type);
        offsets.insert(offsets.end(), own.begin(), own.end());
        report(
            "Interface field " + wanted.coordinate + " expected but " + type.name + " does not provide it.",
            offsets);
        continue;
      }
      if (!Schema::is_sub_type(*field->type, *wanted.type)) {
        report("Interface field " + wanted.coordinate + " expects type " + to_string(*wanted.type) + " but " +
                   field->coordinate + " is type " + to_string(*field->type) + ".",
               {wanted.node->type->start, field->node->type->start});
      }
      validate_implemented_arguments(*field, wanted);
      if (field->deprecation_reason && !wanted.deprecation_reason) {
        report("Interface field " + wanted.coordinate + " is not deprecated, so implementation field " +
                   field->coordinate + " must not be deprecated.",
               deprecation_nodes(field->node->directives, *field->node->type));
      }
    }
  }

  void validate_implemented_arguments(const Field& field, const Field& wanted) {
    for (const InputValue& argument : wanted.arguments) {
      const InputValue* own = field.arguments.find(argument.name, argument.hash);
      if (own == nullptr) {
        report("Interface field argument " + argument.coordinate + " expected but " + field.coordinate +
                   " does not provide it.",
               {argument.node->start, field.node->start});
      } else if (!is_same_type(*argument.type, *own->type)) {
        report("Interface field argument " + argument.coordinate + " expects type " +
                   to_string(*argument.type) + " but " + own->coordinate + " is type " +
                   to_string(*own->type) + ".",
               {argument.node->type->start, own->node->type->start});
      }
    }
    for (const InputValue& argument : field.arguments) {
      if (!argument.is_required() || wanted.arguments.find(argument.name, argument.hash) != nullptr) continue;
      report("Argument \"" + argument.coordinate + "\" must not be required type \"" +
                 to_string(*argument.type) + "\" if not provided by the Interface field \"" +
                 wanted.coordinate + "\".",
             {argument.node->start, wanted.node->start});
    }
  }

  void validate_union(const NamedType& type) {
    const auto nodes_naming = [&](const std::string& member) {
      Offsets offsets;
      const auto add = [&](const ast::Definition& node) {
        for (const ast::TypeNode& name : node.members) {
          if (name.name.value == member) offsets.push_back(name.start);
        }
      };
      add(*type.node);
      for (const ast::Definition* extension : type.extensions) add(*extension);
      return offsets;
    };
    if (type.possible_types.empty()) {
      report("Union type " + type.name + " must define one or more member types.", nodes_of(type));
    }
    std::unordered_set<const NamedType*> seen;
    for (const NamedType* member : type.possible_types) {
      if (!seen.insert(member).second) {
        report("Union type " + type.name + " can only include type " + member->name + " once.",
               nodes_naming(member->name));
      } else if (member->kind != TypeKind::kObject) {
        report("Union type " + type.name + " can only include Object types, it cannot include " +
                   member->name + ".",
               nodes_naming(member->name));
      }
    }
  }

  void validate_inputs(const NamedType& type) {
    if (type.inputs.empty()) {
      report("Input Object type " + type.name + " must define one or more fields.", nodes_of(type));
    }
    for (const InputValue& input : type.inputs) {
      validate_name(input.name, input.node->start);
      if (!is_input_type(*input.type)) {
        report("The type of " + input.coordinate + " must be Input Type but got: " + to_string(*input.type) +
                   ".",
               {input.node->type->start});
      }
      validate_deprecation(input, "Required input field ");
      validate_default(input);
      if (!type.is_one_of) continue;
      if (input.type->is_non_null()) {
        report("OneOf input field " + input.coordinate + " must be nullable.", {input.node->type->start});
      }
      if (input.default_literal != nullptr) {
        report("OneOf input field " + input.coordinate + " cannot have a default value.",
               {input.node->start});
      }
    }
  }

  const Schema& schema_;
  std::vector<const ast::Definition*> schema_nodes_;
  LineIndex lines_;
  std::vector<GraphqlError> errors_;
  CycleSink sink_ = [this](std::string message, const Offsets& offsets) {
    report(std::move(message), offsets);
  };
  DefaultCycleDetector default_cycles_{sink_};
};

}  // namespace

std::vector<GraphqlError> validate_type_system(const Schema& schema, const ast::Definition* schema_node,
                                               const std::vector<const ast::Definition*>& schema_extensions,
                                               std::string_view source) {
  std::vector<const ast::Definition*> nodes = schema_extensions;
  if (schema_node != nullptr) nodes.insert(nodes.begin(), schema_node);
  return TypeSystemValidator(schema, std::move(nodes), source).run();
}

}  // namespace storey::graphql
