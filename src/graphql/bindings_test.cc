#include "graphql/bindings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace storey::graphql {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Order {
  std::string id;
  std::optional<std::string> note;
};
struct Box {
  std::string id;
};
enum class Status { kOpen, kDone };
struct Filter {
  std::optional<int> above;
};

std::vector<std::string> messages(std::string_view sdl, Bindings bindings) {
  const auto schema = std::move(bindings).build(sdl);
  std::vector<std::string> texts;
  if (schema) return texts;
  for (const GraphqlError& error : schema.error()) texts.push_back(error.message);
  return texts;
}

Bindings with_query(auto resolver, auto... names) {
  Bindings bindings;
  bindings.query().field("f", std::move(resolver), names...);
  return bindings;
}

TEST(Bindings, AcceptsWhatFits) {
  EXPECT_THAT(messages("type Query { f: String! }", with_query([] { return std::string("x"); })), IsEmpty());
  EXPECT_THAT(messages("type Query { f: String }", with_query([] { return std::optional<std::string>(); })),
              IsEmpty());
  EXPECT_THAT(messages("type Query { f: [Int!]! }", with_query([] { return std::vector<int>(); })),
              IsEmpty());
  EXPECT_THAT(
      messages("type Query { f(a: Int!, b: [ID!]): Float }",
               with_query([](int, std::optional<std::vector<std::string>>) { return 0.5; }, "a", "b")),
      IsEmpty());
}

TEST(Bindings, RefusesResultsOfAnotherType) {
  EXPECT_THAT(messages("type Query { f: String! }", with_query([] { return 5; })),
              ElementsAre("Query.f: C++ type int does not fit GraphQL type String"));
  EXPECT_THAT(messages("type Query { f: [Int] }", with_query([] { return 5; })),
              ElementsAre(HasSubstr("does not fit")));
  EXPECT_THAT(messages("type Query { f: Int }", with_query([] { return std::vector<int>(); })),
              ElementsAre(HasSubstr("does not fit")));
  EXPECT_THAT(messages("type Query { f: Int! }", with_query([] { return std::optional<int>(); })),
              ElementsAre(HasSubstr("which is never null")));
  EXPECT_THAT(
      messages("type Query { f: Status } enum Status { OPEN }", with_query([] { return Status::kOpen; })),
      ElementsAre(HasSubstr("Status is bound to no C++ type")));
}

TEST(Bindings, RefusesObjectsOfAnotherType) {
  Bindings bindings = with_query([] { return Box(); });
  bindings.object<Order>("Order").field("id", &Order::id);
  EXPECT_THAT(messages("type Query { f: Order } type Order { id: ID! }", std::move(bindings)),
              ElementsAre(HasSubstr("Box does not fit GraphQL type Order")));
}

TEST(Bindings, RefusesAlternativesThatAreNoPossibleTypes) {
  const std::string sdl = "type Query { f: U } union U = Order type Order { id: ID! } type Box { id: ID! } ";
  Bindings bindings = with_query([] { return std::variant<Order, Box>(); });
  bindings.object<Order>("Order").field("id", &Order::id);
  bindings.object<Box>("Box").field("id", &Box::id);
  EXPECT_THAT(messages(sdl, std::move(bindings)), ElementsAre(HasSubstr("Box does not fit GraphQL type U")));
}

TEST(Bindings, NamesEveryFieldWithoutAResolver) {
  EXPECT_THAT(messages("type Query { f: Int g: Int h: Int }", with_query([] { return 1; })),
              ElementsAre("Query.g has no resolver", "Query.h has no resolver"));
}

TEST(Bindings, RefusesResolversOfUnknownFieldsAndTypes) {
  Bindings bindings = with_query([] { return 1; });
  bindings.query().field("g", [] { return 1; });
  bindings.object<Order>("Order").field("id", &Order::id);
  EXPECT_THAT(
      messages("type Query { f: Int }", std::move(bindings)),
      ElementsAre(HasSubstr("no object type Order"), "Query.g has a resolver, but is not in the schema"));
}

TEST(Bindings, ChecksArguments) {
  const std::string_view sdl = "type Query { f(a: Int, b: Int! = 2): Int }";
  EXPECT_THAT(messages(sdl, with_query([](std::optional<int>, int) { return 1; }, "a", "b")), IsEmpty());
  EXPECT_THAT(messages(sdl, with_query([](std::optional<int>) { return 1; }, "a")),
              ElementsAre("Query.f(b:) is not taken by the resolver"));
  EXPECT_THAT(messages(sdl, with_query([](int, int) { return 1; }, "a", "b")),
              ElementsAre(HasSubstr("which can be null: take std::optional")));
  EXPECT_THAT(messages(sdl, with_query([](std::optional<std::string>, int) { return 1; }, "a", "b")),
              ElementsAre(HasSubstr("does not fit GraphQL type Int")));
  EXPECT_THAT(messages(sdl, with_query([](std::optional<int>, int, int) { return 1; }, "a", "b", "c")),
              ElementsAre(HasSubstr("takes an argument that is not in the schema: c")));
  EXPECT_THAT(messages(sdl, with_query([](std::optional<int>, int) { return 1; }, "a", "b", "c")),
              ElementsAre(HasSubstr("has no parameter for c")));
}

TEST(Bindings, ChecksThatEnumsAndInputsAreBoundCompletely) {
  Bindings bindings = with_query([](std::optional<Filter>, std::optional<Status>) { return 1; }, "x", "s");
  bindings.enumeration<Status>("Status", {{"OPEN", Status::kOpen}, {"GONE", Status::kDone}});
  bindings.input<Filter>("Filter").field("above", &Filter::above);
  EXPECT_THAT(messages("type Query { f(x: Filter, s: Status): Int } enum Status { OPEN DONE } "
                       "input Filter { above: Int below: Int }",
                       std::move(bindings)),
              ElementsAre("Status.GONE is bound, but not in the schema", "Status.DONE is not bound",
                          "Filter.below is not bound"));
}

TEST(Bindings, RefusesContextsOfDifferentTypes) {
  Bindings bindings = with_query([](Box&) { return 1; });
  bindings.query().field("g", [](Order&) { return 1; });
  EXPECT_THAT(messages("type Query { f: Int g: Int }", std::move(bindings)),
              ElementsAre(HasSubstr("context of another C++ type")));
}

TEST(Bindings, RefusesRootTypesBoundAsObjects) {
  Bindings bindings;
  bindings.json_object("Query");
  EXPECT_THAT(messages("type Query { f: Int }", std::move(bindings)),
              ElementsAre(HasSubstr("is a root type"), "Query.f has no resolver"));
}

TEST(Bindings, SaysWhereTheSchemaIsWrong) {
  const auto built = Bindings().build("type Query {\n  f: Nothing\n}");
  ASSERT_FALSE(built);
  EXPECT_THAT(built.error()[0].message, HasSubstr("Unknown type \"Nothing\"."));
  EXPECT_EQ(built.error()[0].locations, (std::vector<Location>{{2, 6}}));
}

}  // namespace
}  // namespace storey::graphql
