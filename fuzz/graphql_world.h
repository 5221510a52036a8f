// A schema for the fuzz targets, with everything that validation and execution look at.
#pragma once

#include <boost/json/serialize.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphql/graphql.h"

namespace storey::graphql {

inline constexpr std::string_view kWorldSdl = R"(
  directive @tag(name: String!, weight: Int = 1) repeatable on FIELD | QUERY | FRAGMENT_SPREAD | VARIABLE_DEFINITION
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  type Query {
    a: A b: [B!]! @listSize(assumedSize: 3, sizedFields: ["as"])
    i: I u(x: Int, y: [In!] = []): [U] @listSize(assumedSize: 7, slicingArguments: ["x", "y.x"])
    strict: Int! list: [[Int!]] f(e: E = P, o: One, s: S): String
  }
  type Mutation { set(in: In!): A add(x: Int!): Int! }
  type Subscription { events(x: Int): A }
  interface I { id: ID! self: I }
  type A implements I { id: ID! self: A name(x: Int): String bs: [B] strict: B! d: Float }
  type B implements I { id: ID! self: B name: String! as: [A!]! d: Int }
  union U = A | B
  enum E { P Q R }
  scalar S
  input In { x: Int! y: [String!] e: E = Q in: In }
  input One @oneOf { x: Int s: String in: In }
)";

/// Resolvers that count down, so that no document goes on for ever, and fail now and then.
struct Budget {
  int left = 2000;
  bool spend() { return left > 0 && --left % 7 != 3; }
};

struct A {};
struct B {};
using Union = std::variant<A, B>;

template <class T>
FieldResult<T> give(Budget& budget, T value) {
  if (!budget.spend()) return tl::unexpected<FieldError>({"no more", {}});
  return value;
}

template <class T>
std::vector<T> give_some(Budget& budget) {
  return std::vector<T>(budget.spend() ? 2 : 0);
}

struct In {
  int x = 0;
  std::optional<std::vector<std::string>> y;
  std::optional<boost::json::value> e, in;
};

inline std::unique_ptr<const Schema> make_world() {
  Bindings bindings;
  bindings.json_scalar("S");
  bindings.input<In>("In").field("x", &In::x).field("y", &In::y).field("e", &In::e).field("in", &In::in);
  bindings.object<A>("A")
      .field("id", [](const A&, Budget& b) { return give<std::string>(b, "a"); })
      .field("self", [](const A& a, Budget& b) { return give(b, a); })
      .field(
          "name",
          [](const A&, std::optional<int> x) { return x ? std::optional(std::to_string(*x)) : std::nullopt; },
          "x")
      .field("bs", [](const A&, Budget& b) { return give_some<B>(b); })
      .field("strict", [](const A&, Budget& b) { return give(b, B()); })
      .field("d", [](const A&) { return 0.1; });
  bindings.object<B>("B")
      .field("id", [](const B&) { return std::string("b"); })
      .field("self", [](const B& v, Budget& b) { return give(b, v); })
      .field("name", [](const B&, Budget& b) { return give<std::string>(b, "n\"\n"); })
      .field("as", [](const B&, Budget& b) { return give_some<A>(b); })
      .field("d", [](const B&) { return 5; });
  bindings.query()
      .field("a", [](Budget& b) { return give(b, A()); })
      .field("b", [](Budget& b) { return give_some<B>(b); })
      .field("i", [](Budget& b) -> FieldResult<Union> { return give<Union>(b, A()); })
      .field(
          "u",
          [](Budget& b, std::optional<int> x, std::optional<std::vector<In>> y) {
            return std::vector<FieldResult<Union>>(2, give<Union>(b, x || !y ? Union(B()) : Union(A())));
          },
          "x", "y")
      .field("strict", [](Budget& b) { return give(b, 1); })
      .field("list",
             [](Budget&) {
               return std::vector<std::vector<int>>{{1}, {}};
             })
      .field("f", [](const boost::json::object& arguments) { return boost::json::serialize(arguments); });
  bindings.mutation()
      .field(
          "set", [](Budget& b, const In&) { return give(b, A()); }, "in")
      .field(
          "add", [](Budget& b, int x) { return give(b, x); }, "x");
  bindings.subscription().field(
      "events",
      [](std::optional<int>) -> FieldResult<std::unique_ptr<SourceStream<A>>> {
        return tl::unexpected<FieldError>({"none", {}});
      },
      "x");
  auto schema = std::move(bindings).build(kWorldSdl);
  if (!schema) throw std::logic_error(schema.error().front().message);
  return std::move(*schema);
}

}  // namespace storey::graphql
