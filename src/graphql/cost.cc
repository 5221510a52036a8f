#include "graphql/cost.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace storey::graphql {
namespace {

namespace json = boost::json;

template <class T>
const T* find_named(const ast::List<T>& list, std::string_view name) {
  for (const T& item : list)
    if (item.name.value == name) return &item;
  return nullptr;
}

/// Cuts the first name off a path such as `pagination.first`.
std::string_view take_name(std::string_view& path) {
  const std::string_view name = path.substr(0, path.find('.'));
  path.remove_prefix(std::min(path.size(), name.size() + 1));
  return name;
}

class CostCounter {
 public:
  CostCounter(const PreparedDocument& document, const ast::Definition& operation,
              const json::object& variables)
      : schema_(document.schema()), operation_(operation), variables_(variables) {
    for (const ast::Definition& definition : document.document().definitions)
      if (definition.kind == ast::DefinitionKind::kFragment) fragments_[definition.name.value] = &definition;
  }

  double count() {
    return count(*operation_.selection_set, *schema_.root_type(operation_.operation), nullptr);
  }

 private:
  /// A field that says how large the lists in its object are.
  struct Sizes {
    const ast::Value* fields = nullptr;
    double size = 1;

    bool hold(std::string_view field) const {
      for (const ast::Value& name : fields->items)
        if (name.text.value == field) return true;
      return false;
    }
  };

  /// `sizes`: what the field above says of fields of the set; may be null.
  double count(const ast::SelectionSet& set, const NamedType& type, const Sizes* sizes) {
    double total = 0;
    for (const ast::Selection& selection : set.selections) {
      if (selection.kind == ast::SelectionKind::kField) {
        total += count_field(selection, type, sizes);
      } else if (selection.kind == ast::SelectionKind::kInlineFragment) {
        const NamedType* condition =
            selection.type_condition ? schema_.find_type(selection.type_condition->name) : nullptr;
        total += count(*selection.selection_set, condition ? *condition : type, sizes);
      } else {
        total += count_fragment(*fragments_.at(selection.name.value), sizes);
      }
    }
    return total;
  }

  double count_fragment(const ast::Definition& fragment, const Sizes* sizes) {
    const auto known = counted_.find(&fragment);
    if (sizes == nullptr && known != counted_.end()) return known->second;
    const NamedType& type = *schema_.find_type(fragment.type_condition->name);
    const double total = count(*fragment.selection_set, type, sizes);
    if (sizes == nullptr) counted_[&fragment] = total;
    return total;
  }

  double count_field(const ast::Selection& selection, const NamedType& type, const Sizes* sizes) {
    const Field* field = schema_.find_field(type, selection.name);
    if (selection.selection_set == nullptr || field == nullptr) return 1;
    double items = sizes != nullptr && sizes->hold(field->name) ? sizes->size : 1;
    Sizes below;
    if (const ast::Directive* stated = list_size(*field)) {
      const double size = size_of(*stated, *field, selection);
      if (const ast::Argument* fields = find_named(stated->arguments, "sizedFields"))
        below = {fields->value, size};
      else
        items *= size;
    }
    const NamedType& inner = *field->type->named;
    return 1 + items * count(*selection.selection_set, inner, below.fields ? &below : nullptr);
  }

  static const ast::Directive* list_size(const Field& field) {
    return field.node != nullptr ? find_named(field.node->directives, "listSize") : nullptr;
  }

  double size_of(const ast::Directive& stated, const Field& field, const ast::Selection& selection) const {
    std::optional<double> size;
    if (const ast::Argument* names = find_named(stated.arguments, "slicingArguments")) {
      for (const ast::Value& name : names->value->items) {
        const auto given = number_of_argument(field, selection, name.text.value);
        if (given) size = std::max(size.value_or(0), *given);
      }
    }
    if (size) return *size;
    const ast::Argument* assumed = find_named(stated.arguments, "assumedSize");
    return assumed != nullptr ? number_of(*assumed->value, {}).value_or(1) : 1;
  }

  std::optional<double> number_of_argument(const Field& field, const ast::Selection& selection,
                                           std::string_view path) const {
    const std::string_view name = take_name(path);
    if (const ast::Argument* given = find_named(selection.arguments, name))
      return number_of(*given->value, path);
    const InputValue* definition = field.arguments.find(name);
    if (definition == nullptr || definition->default_literal == nullptr) return std::nullopt;
    return number_of(*definition->default_literal, path);
  }

  /// The number at `path` in the value; nothing if there is none.
  std::optional<double> number_of(const ast::Value& literal, std::string_view path) const {
    if (literal.kind == ast::ValueKind::kVariable) {
      if (const json::value* given = variables_.if_contains(literal.text.value))
        return number_of(*given, path);
      const ast::VariableDefinition* definition = find_named(operation_.variables, literal.text.value);
      if (definition == nullptr || definition->default_value == nullptr) return std::nullopt;
      return number_of(*definition->default_value, path);
    }
    if (path.empty()) {
      if (literal.kind != ast::ValueKind::kInt) return std::nullopt;
      const std::string_view digits = literal.text.value;
      double number = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
      return std::max(0.0, number);
    }
    const ast::Argument* field = find_named(literal.fields, take_name(path));
    return field != nullptr ? number_of(*field->value, path) : std::nullopt;
  }

  static std::optional<double> number_of(const json::value& value, std::string_view path) {
    if (path.empty())
      return value.is_number() ? std::optional(std::max(0.0, value.to_number<double>())) : std::nullopt;
    const json::object* object = value.if_object();
    const json::value* field = object != nullptr ? object->if_contains(take_name(path)) : nullptr;
    return field != nullptr ? number_of(*field, path) : std::nullopt;
  }

  const Schema& schema_;
  const ast::Definition& operation_;
  const json::object& variables_;
  std::unordered_map<std::string_view, const ast::Definition*> fragments_;
  std::unordered_map<const ast::Definition*, double> counted_;
};

}  // namespace

double cost_of(const PreparedDocument& document, const ast::Definition& operation,
               const json::object& variables) {
  return CostCounter(document, operation, variables).count();
}

std::optional<GraphqlError> find_exceeded_cost(double cost, const Limits& limits) {
  if (limits.max_cost == 0 || cost <= static_cast<double>(limits.max_cost)) return std::nullopt;
  return GraphqlError{
      "The operation is refused: with the sizes of its lists its response may have more than " +
          std::to_string(limits.max_cost) + " fields. Ask for smaller pages.",
      {},
      {},
      {{"code", "LIMIT"}}};
}

}  // namespace storey::graphql
