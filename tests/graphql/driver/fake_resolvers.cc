#include "fake_resolvers.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace storey::graphql {
namespace {

namespace json = boost::json;

using FakeValue = FieldResult<const json::value*>;

const json::value* find_member(const json::value& source, std::string_view name) {
  const json::object* object = source.if_object();
  return object == nullptr ? nullptr : object->if_contains(name);
}

FakeValue unwrap(const json::value* value) {
  if (value == nullptr) return nullptr;
  if (const json::value* error = find_member(*value, "$error")) {
    FieldError failure{std::string(error->as_string()), {}};
    if (const json::value* extensions = find_member(*value, "$extensions"))
      failure.extensions = extensions->as_object();
    return tl::unexpected<FieldError>(std::move(failure));
  }
  return value;
}

Awaitable<FakeValue> unwrap_later(const json::value* value, FakeWorld& world) {
  const json::value* time = value == nullptr ? nullptr : find_member(*value, "$at");
  co_await world.wait_until(time == nullptr ? 0 : time->to_number<double>());
  co_return unwrap(time == nullptr ? value : &value->at("$value"));
}

std::string echo(const json::object& arguments) {
  std::string text;
  append_json(text, json::value(arguments));
  return text;
}

/// Binds one field; `Source` is NoSource for root types, whose data is that of the world.
template <class Source, class Read>
void bind_field(ObjectBinding<Source>& object, const std::string& name, Read read) {
  if (name.starts_with("echo")) {
    object.field(name, [](const json::object& arguments) { return json::value(echo(arguments)); });
  } else if (name.starts_with("later")) {
    object.field(
        name,
        [read, name](const Source& source, const json::object&, FakeWorld& world) -> Awaitable<FakeValue> {
          return unwrap_later(read(source, world, name), world);
        });
  } else {
    object.field(name,
                 [read, name](const Source& source, const json::object&, FakeWorld& world) -> FakeValue {
                   return unwrap(read(source, world, name));
                 });
  }
}

class FakeEvents : public SourceStream<FakeValue> {
 public:
  explicit FakeEvents(const json::value* events)
      : events_(events == nullptr ? json::array() : events->as_array()) {}
  Awaitable<std::optional<FakeValue>> next() override {
    if (next_ == events_.size()) co_return std::nullopt;
    co_return unwrap(&events_[next_++]);
  }

 private:
  json::array events_;
  std::size_t next_ = 0;
};

void bind_subscription(Bindings& bindings, const NamedType& type) {
  SubscriptionBinding binding = bindings.subscription();
  for (const Field& field : type.fields) {
    binding.field(
        field.name,
        [name = field.name](const json::object&,
                            FakeWorld& world) -> FieldResult<std::unique_ptr<SourceStream<FakeValue>>> {
          const FakeValue events = unwrap(find_member(world.root(), name));
          if (!events) return tl::unexpected<FieldError>(events.error());
          return std::make_unique<FakeEvents>(*events);
        });
  }
}

}  // namespace

Awaitable<void> FakeWorld::wait_until(double time) {
  const boost::asio::any_io_executor executor = co_await boost::asio::this_coro::executor;
  auto timer =
      std::make_shared<boost::asio::steady_timer>(executor, boost::asio::steady_timer::time_point::max());
  waiting_.push_back({time, timer});
  boost::system::error_code woken;
  co_await timer->async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, woken));
}

void FakeWorld::run(boost::asio::io_context& io) {
  io.poll();
  while (!waiting_.empty()) {
    const auto first = std::min_element(waiting_.begin(), waiting_.end(),
                                        [](const Waiting& a, const Waiting& b) { return a.time < b.time; });
    first->timer->cancel();
    waiting_.erase(first);
    io.restart();
    io.poll();
  }
}

tl::expected<std::unique_ptr<const Schema>, Schema::Errors> build_fake_schema(std::string_view sdl) {
  auto plain = Schema::from_sdl(sdl);
  if (!plain) return tl::unexpected<Schema::Errors>(plain.error());
  const Schema& schema = **plain;
  Bindings bindings;
  const auto bind_root = [](ObjectBinding<NoSource> object, const NamedType& type) {
    for (const Field& field : type.fields) {
      bind_field(object, field.name, [](const NoSource&, FakeWorld& world, const std::string& name) {
        return find_member(world.root(), name);
      });
    }
  };
  for (const NamedType* type : schema.types()) {
    if (type->is_introspection) continue;
    if (type == schema.root_type(ast::OperationType::kQuery)) {
      bind_root(bindings.query(), *type);
    } else if (type == schema.root_type(ast::OperationType::kMutation)) {
      bind_root(bindings.mutation(), *type);
    } else if (type == schema.root_type(ast::OperationType::kSubscription)) {
      bind_subscription(bindings, *type);
    } else if (type->kind == TypeKind::kObject) {
      ObjectBinding<json::value> object = bindings.json_object(type->name);
      for (const Field& field : type->fields) {
        bind_field(object, field.name, [](const json::value& source, FakeWorld&, const std::string& name) {
          return find_member(source, name);
        });
      }
    }
  }
  return std::move(bindings).build(sdl);
}

}  // namespace storey::graphql
