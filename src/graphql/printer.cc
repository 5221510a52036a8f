#include "graphql/printer.h"

#include <cstdio>
#include <vector>

#include "graphql/block_string.h"
#include "graphql/source.h"
#include "graphql/text.h"

namespace storey::graphql {
namespace {

using ast::DefinitionKind;

/// Lists of values and arguments that would make a longer line are laid out one item a line.
constexpr std::size_t kLineLength = 80;

std::string wrap(std::string_view before, std::string text, std::string_view after = "") {
  if (text.empty()) return text;
  return std::string(before).append(text).append(after);
}

std::string indent(std::string_view text) {
  std::string result = "  ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

std::string block(const std::vector<std::string>& items) {
  return items.empty() ? "" : "{\n" + indent(join(items, "\n")) + "\n}";
}

std::size_t joined_length(const std::vector<std::string>& parts) { return utf16_length(join(parts, ", ")); }

bool has_multiline_item(const std::vector<std::string>& items) {
  for (const std::string& item : items) {
    if (item.find('\n') != std::string::npos) return true;
  }
  return false;
}

template <class T, class Print>
std::vector<std::string> print_each(const ast::List<T>& list, Print print_item) {
  std::vector<std::string> items;
  items.reserve(list.size());
  for (const T& item : list) items.push_back(print_item(item));
  return items;
}

std::string described(const ast::Value* description, const std::string& text) {
  return description == nullptr ? text : print(*description) + '\n' + text;
}

std::string print_argument(const ast::Argument& argument) {
  return std::string(argument.name.value) + ": " + print(*argument.value);
}

std::string print_directives(const ast::List<ast::Directive>& directives) {
  return join(print_each(directives,
                         [](const ast::Directive& directive) {
                           return "@" + std::string(directive.name.value) +
                                  wrap("(", join(print_each(directive.arguments, print_argument), ", "), ")");
                         }),
              " ");
}

std::string print_selection(const ast::Selection& selection);

std::string print_selection_set(const ast::SelectionSet& set) {
  return set.selections.empty() ? "{}" : block(print_each(set.selections, print_selection));
}

std::string print_field(const ast::Selection& field) {
  std::string text(field.name.value);
  if (!field.alias.empty()) text = std::string(field.alias.value) + ": " + text;
  const std::vector<std::string> arguments = print_each(field.arguments, print_argument);
  if (!arguments.empty()) {
    const bool is_long = text.size() + joined_length(arguments) + 2 > kLineLength;
    text += is_long ? "(\n" + indent(join(arguments, "\n")) + "\n)" : "(" + join(arguments, ", ") + ")";
  }
  text += wrap(" ", print_directives(field.directives));
  if (field.selection_set != nullptr) text += " " + print_selection_set(*field.selection_set);
  return text;
}

std::string print_selection(const ast::Selection& selection) {
  switch (selection.kind) {
    case ast::SelectionKind::kField:
      return print_field(selection);
    case ast::SelectionKind::kFragmentSpread:
      return "..." + std::string(selection.name.value) + wrap(" ", print_directives(selection.directives));
    case ast::SelectionKind::kInlineFragment:
      break;
  }
  const std::string condition =
      selection.type_condition == nullptr ? "" : "on " + print(*selection.type_condition);
  return join({"...", condition, print_directives(selection.directives),
               print_selection_set(*selection.selection_set)},
              " ");
}

/// `name: type = default directives`, for variables, arguments and input fields.
std::string print_typed(std::string name, const ast::TypeNode& type, const ast::Value* default_value,
                        const ast::List<ast::Directive>& directives) {
  std::string text = std::move(name) + ": " + print(type);
  if (default_value != nullptr) text += " = " + print(*default_value);
  return text + wrap(" ", print_directives(directives));
}

std::string print_variable(const ast::VariableDefinition& variable) {
  return described(variable.description, print_typed("$" + std::string(variable.name.value), *variable.type,
                                                     variable.default_value, variable.directives));
}

std::string print_input_value(const ast::InputValueDefinition& input) {
  return described(input.description, print_typed(std::string(input.name.value), *input.type,
                                                  input.default_value, input.directives));
}

std::string print_operation(const ast::Definition& operation) {
  const std::vector<std::string> variables = print_each(operation.variables, print_variable);
  const std::string signature = std::string(operation.name.value) +
                                (has_multiline_item(variables) ? wrap("(\n", join(variables, "\n"), "\n)")
                                                               : wrap("(", join(variables, ", "), ")"));
  const std::string directives = print_directives(operation.directives);
  std::string set = print_selection_set(*operation.selection_set);
  const bool is_shorthand = operation.operation == ast::OperationType::kQuery && signature.empty() &&
                            directives.empty() && operation.description == nullptr;
  if (is_shorthand) return set;
  return described(
      operation.description,
      join({std::string(to_string(operation.operation)), signature, directives}, " ") + " " + set);
}

std::string print_fragment(const ast::Definition& fragment) {
  return described(fragment.description, "fragment " + std::string(fragment.name.value) + " on " +
                                             print(*fragment.type_condition) + " " +
                                             wrap("", print_directives(fragment.directives), " ") +
                                             print_selection_set(*fragment.selection_set));
}

std::string print_argument_definitions(const ast::List<ast::InputValueDefinition>& arguments) {
  const std::vector<std::string> items = print_each(arguments, print_input_value);
  return has_multiline_item(items) ? "(\n" + indent(join(items, "\n")) + "\n)"
                                   : wrap("(", join(items, ", "), ")");
}

std::string print_field_definition(const ast::FieldDefinition& field) {
  return described(field.description, std::string(field.name.value) +
                                          print_argument_definitions(field.arguments) + ": " +
                                          print(*field.type) + wrap(" ", print_directives(field.directives)));
}

std::string print_type_list(const ast::List<ast::TypeNode>& types, std::string_view separator) {
  return join(print_each(types, [](const ast::TypeNode& type) { return print(type); }), separator);
}

std::string print_directive_definition(const ast::Definition& directive) {
  const std::string name = "directive @" + std::string(directive.name.value);
  const std::string directives = wrap(" ", print_directives(directive.directives));
  if (directive.is_extension) return "extend " + name + directives;
  const std::vector<std::string> locations =
      print_each(directive.locations, [](const ast::NameNode& node) { return std::string(node.name.value); });
  return described(directive.description, name + print_argument_definitions(directive.inputs) + directives +
                                              (directive.repeatable ? " repeatable" : "") + " on " +
                                              join(locations, " | "));
}

std::string print_body(const ast::Definition& definition) {
  switch (definition.kind) {
    case DefinitionKind::kSchema:
      return block(print_each(definition.operation_types, [](const ast::OperationTypeDefinition& type) {
        return std::string(to_string(type.operation)) + ": " + print(*type.type);
      }));
    case DefinitionKind::kObject:
    case DefinitionKind::kInterface:
      return block(print_each(definition.fields, print_field_definition));
    case DefinitionKind::kUnion:
      return wrap("= ", print_type_list(definition.members, " | "));
    case DefinitionKind::kEnum:
      return block(print_each(definition.values, [](const ast::EnumValueDefinition& value) {
        return described(value.description,
                         join({std::string(value.name.value), print_directives(value.directives)}, " "));
      }));
    case DefinitionKind::kInputObject:
      return block(print_each(definition.inputs, print_input_value));
    default:
      return {};
  }
}

std::string_view keyword(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kSchema:
      return "schema";
    case DefinitionKind::kScalar:
      return "scalar";
    case DefinitionKind::kObject:
      return "type";
    case DefinitionKind::kInterface:
      return "interface";
    case DefinitionKind::kUnion:
      return "union";
    case DefinitionKind::kEnum:
      return "enum";
    case DefinitionKind::kInputObject:
      return "input";
    default:
      return "";
  }
}

}  // namespace

std::string print_string(std::string_view text) {
  std::string literal = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    const bool is_c1_control = byte == 0xC2 && next >= 0x80 && next < 0xA0;  // U+0080 to U+009F
    if (byte == '"' || byte == '\\') {
      literal.append(1, '\\').append(1, text[i]);
    } else if (byte < 0x20 || byte == 0x7F || is_c1_control) {
      const bool has_short = byte >= 8 && byte <= 13 && byte != 11;
      char escape[8];
      if (has_short) {
        std::snprintf(escape, sizeof escape, "\\%c", std::string_view("btn?fr", 6)[byte - 8]);
      } else {
        std::snprintf(escape, sizeof escape, "\\u%04X", is_c1_control ? next : byte);
      }
      literal += escape;
      i += is_c1_control;
    } else {
      literal += text[i];
    }
  }
  return literal + '"';
}

std::string print_description(std::string_view text) {
  return is_printable_as_block_string(text) ? print_block_string(text) : print_string(text);
}

std::string print(const ast::TypeNode& type) {
  switch (type.kind) {
    case ast::TypeNodeKind::kNamed:
      return std::string(type.name.value);
    case ast::TypeNodeKind::kList:
      return "[" + print(*type.of) + "]";
    case ast::TypeNodeKind::kNonNull:
      return print(*type.of) + "!";
  }
  return {};
}

std::string print(const ast::Value& value) {
  switch (value.kind) {
    case ast::ValueKind::kVariable:
      return "$" + std::string(value.text.value);
    case ast::ValueKind::kInt:
    case ast::ValueKind::kFloat:
    case ast::ValueKind::kBoolean:
    case ast::ValueKind::kNull:
    case ast::ValueKind::kEnum:
      return std::string(value.text.value);
    case ast::ValueKind::kString:
      return value.flag ? print_block_string(value.text.value) : print_string(value.text.value);
    case ast::ValueKind::kList: {
      const auto items = print_each(value.items, [](const ast::Value& item) { return print(item); });
      const bool is_long = 2 + joined_length(items) > kLineLength;
      return is_long ? "[\n" + indent(join(items, "\n")) + "\n]" : "[" + join(items, ", ") + "]";
    }
    case ast::ValueKind::kObject: {
      const auto fields = print_each(value.fields, print_argument);
      return 4 + joined_length(fields) > kLineLength ? block(fields) : "{ " + join(fields, ", ") + " }";
    }
  }
  return {};
}

std::string print(const ast::Definition& definition) {
  switch (definition.kind) {
    case DefinitionKind::kOperation:
      return print_operation(definition);
    case DefinitionKind::kFragment:
      return print_fragment(definition);
    case DefinitionKind::kDirective:
      return print_directive_definition(definition);
    default:
      break;
  }
  return described(definition.description,
                   join({definition.is_extension ? "extend" : "", std::string(keyword(definition.kind)),
                         std::string(definition.name.value),
                         wrap("implements ", print_type_list(definition.interfaces, " & ")),
                         print_directives(definition.directives), print_body(definition)},
                        " "));
}

std::string print(const ast::List<ast::Definition>& definitions) {
  return join(print_each(definitions, [](const ast::Definition& definition) { return print(definition); }),
              "\n\n");
}

}  // namespace storey::graphql
