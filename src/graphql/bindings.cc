#include "graphql/bindings.h"

#include <cxxabi.h>

#include <algorithm>
#include <unordered_set>

#include "graphql/introspection.h"
#include "graphql/source.h"

namespace storey::graphql {
namespace {

std::string type_name(TypeTag tag) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(tag->name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : tag->name();
}

std::string_view error_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case ErrorCode::kNotFound:
      return "NOT_FOUND";
    case ErrorCode::kUnreadable:
      return "UNREADABLE";
    case ErrorCode::kUnwritable:
      return "UNWRITABLE";
    case ErrorCode::kWrongFormat:
      return "WRONG_FORMAT";
    case ErrorCode::kDamaged:
      return "DAMAGED";
    case ErrorCode::kNoPoints:
      return "NO_POINTS";
    case ErrorCode::kNoPlan:
      return "NO_PLAN";
    case ErrorCode::kCancelled:
      return "CANCELLED";
    case ErrorCode::kLimit:
      return "LIMIT";
    case ErrorCode::kInternal:
      break;
  }
  return "INTERNAL";
}

/// Whether values of a built-in scalar can be read from, or given to, the shape.
bool fits_scalar(Shape shape, ScalarKind scalar) {
  switch (scalar) {
    case ScalarKind::kInt:
      return shape == Shape::kInt;
    case ScalarKind::kFloat:
      return shape == Shape::kFloat;
    case ScalarKind::kString:
    case ScalarKind::kId:
      return shape == Shape::kString;
    case ScalarKind::kBoolean:
      return shape == Shape::kBoolean;
    case ScalarKind::kCustom:
      break;
  }
  return false;
}

std::string mismatch(TypeTag tag, const Type& type) {
  return "C++ type " + type_name(tag) + " does not fit GraphQL type " + to_string(type);
}

/// Why a leaf or input object cannot have that C++ type; empty if it can.
std::string check_named(Shape shape, TypeTag tag, const NamedType& type) {
  if (type.kind == TypeKind::kScalar && type.scalar != ScalarKind::kCustom) {
    return fits_scalar(shape, type.scalar) ? "" : mismatch(tag, type);
  }
  if (type.codec == nullptr) return "GraphQL type " + type.name + " is bound to no C++ type";
  return *type.codec->tag == *tag ? "" : mismatch(tag, type) + ", which is " + type_name(type.codec->tag);
}

}  // namespace

FieldError to_field_error(const Error& error) {
  FieldError result{error.message, {}};
  if (!error.remedy.empty()) result.message += "; " + error.remedy;
  result.extensions.emplace("code", error_code(error.code));
  return result;
}

namespace detail {

FieldError ArgumentSlots::report_exception(const Invocation& call) const {
  if (on_exception != nullptr && *on_exception) (*on_exception)(std::current_exception(), *call.field);
  FieldError error{"Internal error", {}};
  error.extensions.emplace("code", error_code(ErrorCode::kInternal));
  return error;
}

/// The same for a value that is there: neither absent nor null.
std::string check_present_input_type(const InputShape& shape, const Type& type) {
  if (shape.shape == Shape::kJson) return {};
  if (shape.shape != Shape::kList && !type.is_list()) return check_named(shape.shape, shape.tag, *type.named);
  if (shape.shape != Shape::kList || !type.is_list()) return mismatch(shape.tag, type);
  return check_input_type(*shape.inner, *type.of);
}

std::string check_input_type(const InputShape& shape, const Type& type) {
  if (shape.shape == Shape::kJson) return {};
  if (shape.shape != Shape::kNullable) {
    if (!type.is_non_null()) return mismatch(shape.tag, type) + ", which can be null: take std::optional";
    return check_present_input_type(shape, *type.of);
  }
  const bool tells_absent_from_null = shape.inner->shape == Shape::kNullable;
  return check_present_input_type(tells_absent_from_null ? *shape.inner->inner : *shape.inner,
                                  type.nullable());
}

}  // namespace detail

/// Attaches bindings to the schema that they were made for.
class Binder {
 public:
  Binder(Schema& schema, Bindings& bindings)
      : schema_(schema), bindings_(bindings), lines_(schema.document_->source) {}

  Schema::Errors run() {
    for (detail::CodecEntry& entry : bindings_.codecs_) attach_codec(entry);
    for (detail::ObjectEntry& entry : bindings_.objects_) find_object(entry);
    for (auto& [entry, type] : objects_) attach_object(*entry, *type);
    bind_meta_fields();
    for (const auto& type : schema_.named_types_) {
      const bool is_used = schema_.find_type(type->name) == type.get();
      if (is_used && type->kind == TypeKind::kObject) check_object(*type);
    }
    return std::move(errors_);
  }

 private:
  void fail(std::string message, std::optional<ast::Offset> at = std::nullopt) {
    GraphqlError error{std::move(message), {}, {}, {}};
    if (at) error.locations.push_back(lines_.locate(*at));
    errors_.push_back(std::move(error));
  }

  NamedType* find(const std::string& name) {
    const NamedType* type = schema_.find_type(name);
    return type == nullptr ? nullptr : schema_.named_types_[type->id].get();
  }

  void attach_codec(detail::CodecEntry& entry) {
    NamedType* type = find(entry.name);
    if (type == nullptr || type->kind != entry.kind) {
      return fail("no " + std::string(kind_name(entry.kind)) + " " + entry.name +
                  " in the schema, to which " + type_name(entry.codec->tag) + " is bound");
    }
    if (type->codec != nullptr) return fail(entry.name + " is bound twice", type->node->start);
    type->codec = entry.codec.get();
    schema_.bindings_.push_back(entry.codec);
    std::unordered_set<std::string_view> bound(entry.members.begin(), entry.members.end());
    for (std::size_t i = 0; i < entry.members.size(); ++i) {
      const bool is_enum = entry.kind == TypeKind::kEnum;
      const bool is_known = is_enum ? type->values.find(entry.members[i]) != nullptr
                                    : type->inputs.find(entry.members[i]) != nullptr;
      if (!is_known) {
        fail(entry.name + "." + entry.members[i] + " is bound, but not in the schema", type->node->start);
      } else if (!is_enum) {
        inputs_to_check_.push_back({type->inputs.find(entry.members[i]), entry.shapes[i]});
      }
    }
    for (const EnumValue& value : type->values) {
      if (!bound.contains(value.name))
        fail(entry.name + "." + value.name + " is not bound", value.node->start);
    }
    for (const InputValue& input : type->inputs) {
      if (!bound.contains(input.name)) fail(input.coordinate + " is not bound", input.node->start);
    }
  }

  static std::string_view kind_name(TypeKind kind) {
    return kind == TypeKind::kEnum ? "enum" : kind == TypeKind::kScalar ? "scalar" : "input object type";
  }

  void find_object(detail::ObjectEntry& entry) {
    const NamedType* found =
        entry.name.empty() ? schema_.root_type(entry.root) : schema_.find_type(entry.name);
    if (found == nullptr || found->kind != TypeKind::kObject) {
      return fail("no object type " +
                  (entry.name.empty() ? "for " + std::string(to_string(entry.root)) : entry.name) +
                  " in the schema, to which " + type_name(entry.tag) + " is bound");
    }
    NamedType* type = schema_.named_types_[found->id].get();
    const bool is_root = std::find(std::begin(schema_.root_types_), std::end(schema_.root_types_), type) !=
                         std::end(schema_.root_types_);
    if (is_root != (*entry.tag == typeid(NoSource))) {
      return fail(
          type->name + (is_root ? " is a root type: bind it with query(), mutation() or subscription()"
                                : " is no root type, but is bound as one"),
          type->node->start);
    }
    if (type->source != nullptr && *type->source != *entry.tag) {
      return fail(type->name + " is bound to two C++ types", type->node->start);
    }
    type->source = entry.tag;
    const auto [known, is_new] = schema_.object_types_.emplace(*entry.tag, type);
    if (!is_new && known->second != type) known->second = nullptr;
    objects_.emplace_back(&entry, type);
  }

  void attach_object(detail::ObjectEntry& entry, NamedType& type) {
    for (detail::FieldEntry& field_entry : entry.fields) {
      Field* field = type.fields.find(std::string_view(field_entry.name));
      if (field == nullptr) {
        fail(type.name + "." + field_entry.name + " has a resolver, but is not in the schema",
             type.node->start);
      } else if (field->binding != nullptr) {
        fail(field->coordinate + " has two resolvers", field->node->start);
      } else {
        attach_field(field_entry, *field);
      }
    }
    if (!entry.is_from_json) return;
    for (Field& field : type.fields) {
      if (field.binding == nullptr) field.binding = member_binding();
    }
  }

  /// Reads the member of the JSON source that has the name of the field.
  const FieldBinding* member_binding() {
    if (member_binding_ == nullptr) {
      member_binding_ = std::make_shared<FieldBinding>();
      member_binding_->result = &reader_of<boost::json::value>();
      member_binding_->resolve = [](const Invocation& call, ResultSink& sink) {
        static const boost::json::value kNull;
        const auto* object = static_cast<const boost::json::value*>(call.source)->if_object();
        const boost::json::value* member =
            object == nullptr ? nullptr : object->if_contains(call.field->name);
        sink.accept(member == nullptr ? &kNull : member);
      };
      schema_.bindings_.push_back(member_binding_);
    }
    return member_binding_.get();
  }

  void attach_field(detail::FieldEntry& entry, Field& field) {
    const ast::Offset at = field.node->start;
    const std::string problem = check_result(*entry.binding.result, *field.type);
    if (!problem.empty()) fail(field.coordinate + ": " + problem, at);
    detail::ArgumentSlots& slots = *entry.slots;
    for (detail::ArgumentSlots::Slot& slot : slots.slots) {
      slot.input = field.arguments.find(slot.name);
      if (slot.shape == nullptr || slot.input == nullptr) {
        fail(field.coordinate +
                 (slot.shape == nullptr ? ": its resolver has no parameter for "
                                        : ": its resolver takes an argument that is not in the schema: ") +
                 (slot.name.empty() ? "(no name)" : slot.name),
             at);
      } else {
        inputs_to_check_.push_back({slot.input, slot.shape});
      }
    }
    for (const InputValue& argument : field.arguments) {
      const bool is_taken =
          slots.takes_all || std::any_of(slots.slots.begin(), slots.slots.end(),
                                         [&](const auto& slot) { return slot.input == &argument; });
      if (!is_taken) fail(argument.coordinate + " is not taken by the resolver", argument.node->start);
    }
    if (slots.context != nullptr && schema_.context_type_ != nullptr &&
        *slots.context != *schema_.context_type_) {
      fail(field.coordinate + ": its resolver takes a context of another C++ type than others do", at);
    }
    if (slots.context != nullptr) schema_.context_type_ = slots.context;
    auto binding = std::make_shared<FieldBinding>(std::move(entry.binding));
    field.binding = binding.get();
    schema_.bindings_.push_back(std::move(binding));
  }

  /// Why values that a resolver returns are not of the GraphQL type; empty if they are.
  std::string check_result(const ValueReader& reader, const Type& type) const {
    switch (reader.shape) {
      case Shape::kJson:
        return {};
      case Shape::kNullable:
        if (type.is_non_null()) return mismatch(reader.tag, type) + ", which is never null";
        return check_result(*reader.inner, type);
      case Shape::kPointer:
      case Shape::kResult:
        return check_result(*reader.inner, type);
      default:
        break;
    }
    const Type& inner = type.nullable();
    if (reader.shape == Shape::kList || inner.is_list()) {
      if (reader.shape != Shape::kList || !inner.is_list()) return mismatch(reader.tag, type);
      return check_result(*reader.inner, *inner.of);
    }
    if (inner.is_leaf()) return check_named(reader.shape, reader.tag, *inner.named);
    if (reader.shape != Shape::kVariant) return check_object_result(reader, *inner.named);
    for (const ValueReader* alternative : *reader.alternatives) {
      std::string problem = check_result(*alternative, inner);
      if (!problem.empty()) return problem;
    }
    return {};
  }

  std::string check_object_result(const ValueReader& reader, const NamedType& type) const {
    if (type.kind == TypeKind::kObject) {
      const bool fits = type.source != nullptr && *type.source == *reader.tag;
      return fits ? "" : mismatch(reader.tag, type);
    }
    const NamedType* object = schema_.object_type_of(*reader.tag);
    return object != nullptr && type.has_sub_type(*object) ? "" : mismatch(reader.tag, type);
  }

  /// `__schema` and `__type` are resolved by the fields of the same meaning that bind_introspection() binds.
  void bind_meta_fields() {
    const auto bind = [this](Field& field, auto resolve) {
      auto binding = std::make_shared<FieldBinding>();
      binding->result = &reader_of<decltype(resolve(std::declval<const Invocation&>()))>();
      binding->resolve = [resolve](const Invocation& call, ResultSink& sink) {
        const auto pointer = resolve(call);
        sink.accept(&pointer);
      };
      field.binding = binding.get();
      schema_.bindings_.push_back(std::move(binding));
    };
    bind(schema_.schema_field_, [](const Invocation& call) { return call.schema; });
    bind(schema_.type_field_, [](const Invocation& call) {
      return static_cast<const Type*>(
          call.schema->find_type(std::string_view(call.arguments->at("name").get_string())));
    });
  }

  void check_object(const NamedType& type) {
    for (const auto& [input, shape] : std::exchange(inputs_to_check_, {})) {
      const std::string problem = detail::check_input_type(*shape, *input->type);
      if (!problem.empty()) fail(input->coordinate + ": " + problem, input->node->start);
    }
    for (const Field& field : type.fields) {
      if (field.binding == nullptr) fail(field.coordinate + " has no resolver", field.node->start);
    }
  }

  Schema& schema_;
  Bindings& bindings_;
  LineIndex lines_;
  Schema::Errors errors_;
  std::vector<std::pair<detail::ObjectEntry*, NamedType*>> objects_;
  std::vector<std::pair<const InputValue*, const detail::InputShape*>> inputs_to_check_;
  std::shared_ptr<FieldBinding> member_binding_;
};

detail::ObjectEntry& Bindings::add_object(detail::ObjectEntry entry) {
  objects_.push_back(std::move(entry));
  return objects_.back();
}

detail::CodecEntry& Bindings::add_codec(std::string name, TypeKind kind, TypeTag tag) {
  codecs_.push_back({std::move(name), kind, std::make_shared<TypeCodec>(), {}, {}});
  codecs_.back().codec->tag = tag;
  return codecs_.back();
}

tl::expected<std::unique_ptr<const Schema>, Schema::Errors> Bindings::build(std::string_view sdl) && {
  auto schema = Schema::from_sdl(sdl);
  if (!schema) return tl::unexpected<Schema::Errors>(std::move(schema.error()));
  bind_introspection(*this);
  Schema::Errors errors = Binder(**schema, *this).run();
  if (!errors.empty()) return tl::unexpected<Schema::Errors>(std::move(errors));
  return std::unique_ptr<const Schema>(std::move(*schema));
}

}  // namespace storey::graphql
