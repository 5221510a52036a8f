// Writing values: fields, lists, leaves and objects, and what happens where one of them is null or an error
// (specification, section 6.4).
#include <stdexcept>

#include "graphql/complete_json.h"
#include "graphql/execution_impl.h"

namespace storey::graphql {

namespace json = boost::json;

/// Completes the value of a field as soon as its resolver gives it.
class Execution::FieldSink final : public ResultSink {
 public:
  FieldSink(Execution& execution, const Place& place, Segment& out)
      : execution_(execution), place_(place), out_(out) {}

  void accept(const void* value) override {
    const Field& field = *place_.field->definition;
    is_complete_ = execution_.complete(*field.type, *field.binding->result, value, place_, out_);
  }
  void fail(FieldError error) override { is_complete_ = execution_.raise(place_, std::move(error)); }

  bool is_complete() const { return is_complete_; }

 private:
  Execution& execution_;
  const Place& place_;
  Segment& out_;
  bool is_complete_ = false;
};

bool Execution::write_fields(const void* source, Plan& plan, Position& position, Segment& out) {
  out.text += '{';
  bool is_first = true;
  for (PlannedField& field : plan.fields) {
    if (!is_first) out.text += ',';
    is_first = false;
    if (!write_field(source, field, position, out)) return false;
  }
  out.text += '}';
  return true;
}

void Execution::check_budget(const Segment& out) {
  const ExecutionBudget& budget = request_.budget;
  if (budget.max_bytes > 0 && out.text.size() > budget.max_bytes)
    throw BudgetExceeded("the response has more than " + std::to_string(budget.max_bytes) + " bytes");
  if (budget.deadline && std::chrono::steady_clock::now() > *budget.deadline)
    throw BudgetExceeded("the response takes too long");
}

bool Execution::write_field(const void* source, PlannedField& field, Position& parent, Segment& out) {
  check_budget(out);
  out.text += field.key;
  const std::size_t begin = out.text.size();
  if (resolve(source, field, parent, out)) return true;
  if (field.definition->type->is_non_null()) return false;
  settle_null(begin, out);
  return true;
}

bool Execution::resolve(const void* source, PlannedField& field, Position& parent, Segment& out) {
  const Field& definition = *field.definition;
  if (&definition == &schema_.typename_meta_field()) {
    out.text.append(1, '"').append(field.object_type->name).append(1, '"');
    return true;
  }
  const Place place{&field, &parent};
  planner_->compute_arguments(field);
  if (field.argument_error) return raise(place, *field.argument_error);
  if (definition.binding == nullptr) {
    throw std::logic_error("the schema was built without resolvers: see Bindings::build()");
  }
  const Invocation call{source, &field.arguments, &definition, &schema_, context_.object, &arena_};
  if (definition.binding->resolve_async) {
    defer(call, field, parent, out);
    return true;
  }
  FieldSink sink(*this, place, out);
  definition.binding->resolve(call, sink);
  return sink.is_complete();
}

bool Execution::complete(const Type& type, const ValueReader& reader, const void* value, const Place& place,
                         Segment& out) {
  const ValueReader* inner = &reader;
  while (value != nullptr && inner->get != nullptr) {
    FieldError error;
    value = inner->get(value, &error);
    if (value == nullptr && inner->shape == Shape::kResult) return raise(place, std::move(error));
    inner = inner->inner;
  }
  if (value != nullptr && inner->shape == Shape::kJson && static_cast<const json::value*>(value)->is_null()) {
    value = nullptr;
  }
  if (value == nullptr) {
    if (type.is_non_null()) {
      return raise(place, "Cannot return null for non-nullable field " + place.field->object_type->name +
                              "." + place.field->definition->name + ".");
    }
    out.text += "null";
    return true;
  }
  const Type& nullable = type.nullable();
  if (nullable.is_leaf()) return complete_leaf(*nullable.named, *inner, value, place, out);
  if (nullable.is_list()) return complete_list(type, *inner, value, place, out);
  return complete_composite(type, *inner, value, place, out);
}

bool Execution::complete_leaf(const NamedType& type, const ValueReader& reader, const void* value,
                              const Place& place, Segment& out) {
  if (reader.shape == Shape::kJson) {
    auto error = append_json_leaf(out.text, *static_cast<const json::value*>(value), type);
    return !error || raise(place, std::move(*error));
  }
  if (reader.write != nullptr) {
    return reader.write(value, out.text) ||
           raise(place, type.name + " cannot represent a number that is not finite");
  }
  return type.codec->write(value, out.text) ||
         raise(place, type.kind == TypeKind::kEnum
                          ? "Enum \"" + type.name + "\" cannot represent a value that has no name in it"
                          : type.name + " cannot represent the value");
}

bool Execution::complete_list(const Type& type, const ValueReader& reader, const void* value,
                              const Place& place, Segment& out) {
  const bool is_json = reader.shape == Shape::kJson;
  const auto* array = is_json ? static_cast<const json::value*>(value)->if_array() : nullptr;
  if (is_json && array == nullptr) {
    return raise(place, "Expected Iterable, but did not find one for field \"" +
                            place.field->object_type->name + "." + place.field->definition->name + "\".");
  }
  const Type& element_type = *type.nullable().of;
  const ValueReader& element_reader = is_json ? reader : *reader.inner;
  const std::size_t size = is_json ? array->size() : reader.size(value);
  // Nothing refers to the position of a list of leaves once it is written.
  Position on_stack;
  Position& position = element_type.named->is_leaf() ? (on_stack = make_position(place, type, out))
                                                     : keep_position(place, type, out);
  out.text += '[';
  for (std::size_t i = 0; i < size; ++i) {
    if (i != 0) out.text += ',';
    const void* element = is_json ? &(*array)[i] : reader.element(value, i);
    const Place at{place.field, &position, static_cast<std::ptrdiff_t>(i)};
    const std::size_t begin = out.text.size();
    if (complete(element_type, element_reader, element, at, out)) continue;
    if (element_type.is_non_null()) {
      position.is_null = true;
      return false;
    }
    settle_null(begin, out);
  }
  out.text += ']';
  position.end = out.text.size();
  return true;
}

bool Execution::complete_composite(const Type& type, const ValueReader& reader, const void* value,
                                   const Place& place, Segment& out) {
  const NamedType& named = *type.named;
  if (named.kind == TypeKind::kObject) return complete_object(named, type, value, place, out);
  if (reader.shape == Shape::kVariant) {
    const auto [index, held] = reader.active(value);
    const ValueReader* alternative = (*reader.alternatives)[index];
    const bool is_wrapped = alternative->get != nullptr;
    if (is_wrapped) return complete(type, *alternative, held, place, out);
    return complete_composite(type, *alternative, held, place, out);
  }
  const NamedType* object = runtime_type(named, reader, value, place);
  return object != nullptr && complete_object(*object, type, value, place, out);
}

const NamedType* Execution::runtime_type(const NamedType& type, const ValueReader& reader, const void* value,
                                         const Place& place) {
  if (reader.shape != Shape::kJson) return schema_.object_type_of(*reader.tag);
  const auto* members = static_cast<const json::value*>(value)->if_object();
  const json::value* name = members == nullptr ? nullptr : members->if_contains("__typename");
  if (name != nullptr && name->is_string()) return check_runtime_type(type, name->get_string(), place);
  raise(place,
        "Abstract type \"" + type.name + "\" must resolve to an Object type at runtime for field \"" +
            place.field->object_type->name + "." + place.field->definition->name + "\". Either the \"" +
            type.name +
            "\" type should provide a \"resolveType\" function or each possible type should provide an "
            "\"isTypeOf\" function.");
  return nullptr;
}

const NamedType* Execution::check_runtime_type(const NamedType& type, std::string_view name,
                                               const Place& place) {
  const NamedType* object = schema_.find_type(name);
  const std::string resolved = "Abstract type \"" + type.name + "\" was resolved to a ";
  if (object == nullptr) {
    raise(place, resolved + "type \"" + std::string(name) + "\" that does not exist inside the schema.");
  } else if (object->kind != TypeKind::kObject) {
    raise(place, resolved + "non-object type \"" + object->name + "\".");
  } else if (!type.has_sub_type(*object)) {
    raise(place,
          "Runtime Object type \"" + object->name + "\" is not a possible type for \"" + type.name + "\".");
  } else {
    return object;
  }
  return nullptr;
}

bool Execution::complete_object(const NamedType& object, const Type& type, const void* source,
                                const Place& place, Segment& out) {
  Plan& plan = planner_->sub_plan(*place.field, object);
  if (plan.error) return raise(place, *plan.error);
  Position& position = keep_position(place, type, out);
  if (!write_fields(source, plan, position, out)) {
    position.is_null = true;
    return false;
  }
  position.end = out.text.size();
  return true;
}

Position Execution::make_position(const Place& place, const Type& type, Segment& out) const {
  Position position;
  position.parent = place.parent;
  position.name = place.field->response_name;
  position.index = place.index;
  position.is_nullable = !type.is_non_null();
  position.segment = &out;
  position.begin = out.text.size();
  return position;
}

Position& Execution::keep_position(const Place& place, const Type& type, Segment& out) {
  if (place.position != nullptr) return *place.position;
  return *arena_.make<Position>(make_position(place, type, out));
}

std::vector<PathKey> Execution::path_of(const Place& place) const {
  std::vector<PathKey> path;
  const auto add = [&](std::string_view name, std::ptrdiff_t index) {
    if (index >= 0) {
      path.emplace_back(static_cast<std::int64_t>(index));
    } else {
      path.emplace_back(std::string(name));
    }
  };
  add(place.field->response_name, place.index);
  for (const Position* p = place.parent; p != &root_; p = p->parent) add(p->name, p->index);
  return {path.rbegin(), path.rend()};
}

bool Execution::raise(const Place& place, FieldError error) {
  std::vector<ast::Offset> at;
  for (const ast::Selection* node : place.field->nodes) at.push_back(node->start);
  raised_ = {std::move(error.message), std::move(at), path_of(place), std::move(error.extensions)};
  return false;
}

bool Execution::raise(const Place& place, const PlanError& error) {
  raised_ = {error.message, error.at, path_of(place), {}};
  return false;
}

void Execution::add_error() {
  GraphqlError error{std::move(raised_.message), {}, std::move(raised_.path), std::move(raised_.extensions)};
  if (!lines_) lines_.emplace(document_.source);
  for (const ast::Offset offset : raised_.at) error.locations.push_back(lines_->locate(offset));
  errors_.push_back(std::move(error));
}

void Execution::settle_null(std::size_t begin, Segment& out) {
  out.rewind(begin);
  out.text += "null";
  add_error();
}

void Execution::make_root_null() {
  root_.is_null = true;
  add_error();
}

void Execution::propagate(Position& position) {
  Position* place = position.parent;
  while (place != nullptr && !place->is_nullable) place = place->parent;
  if (place == nullptr || place == &root_) return make_root_null();
  place->is_null = true;
  place->segment->cuts.push_back({place->begin, place->end});
  add_error();
}

}  // namespace storey::graphql
