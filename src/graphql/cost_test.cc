#include "graphql/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace storey::graphql {
namespace {

namespace json = boost::json;

constexpr std::string_view kSdl = R"(
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  type Query {
    me: User
    users(first: Int, last: Int): [User!]! @listSize(assumedSize: 20, slicingArguments: ["first", "last"])
    ten(first: Int = 10): [User!]! @listSize(slicingArguments: ["first"])
    search(page: Page): Found
      @listSize(assumedSize: 20, slicingArguments: ["page.first"], sizedFields: ["edges"])
    node: Node
  }
  interface Node { friends: [User!]! }
  type Found { edges: [Edge!]! total: Int! }
  type Edge { node: User }
  type User implements Node { name: String  friends: [User!]! @listSize(assumedSize: 100) addresses: [User!]! }
  input Page { first: Int }
)";

class CostTest : public testing::Test {
 protected:
  std::shared_ptr<const PreparedDocument> prepared(const std::string& query) const {
    auto document = prepare(*schema, query);
    if (!document) throw std::runtime_error(document.error().front().message);
    return *document;
  }
  double cost(const std::string& query, const std::string& variables = "{}") const {
    const auto document = prepared(query);
    return cost_of(*document, **document->find_operation(std::nullopt), json::parse(variables).as_object());
  }
  std::unique_ptr<Schema> schema = std::move(*Schema::from_sdl(kSdl));
};

TEST_F(CostTest, FieldsCountAsOftenAsListsHaveItems) {
  EXPECT_EQ(cost("{ me { name } }"), 2);
  EXPECT_EQ(cost("{ me { name friends { name } } }"), 3 + 100);
  EXPECT_EQ(cost("{ me { friends { friends { name } } } }"), 2 + 100 * (1 + 100));
  EXPECT_EQ(cost("{ me { addresses { name } } }"), 3) << "of which nothing is stated: one item";
  EXPECT_EQ(cost("{ a: me { friends { name } } b: me { friends { name } } }"), 2 * (2 + 100));
}

TEST_F(CostTest, TheLargestSlicingArgumentThatIsGivenIsTheSize) {
  EXPECT_EQ(cost("{ users { name } }"), 1 + 20);
  EXPECT_EQ(cost("{ users(first: 3) { name } }"), 1 + 3);
  EXPECT_EQ(cost("{ users(first: 3, last: 5) { name } }"), 1 + 5);
  EXPECT_EQ(cost("{ users(first: null) { name } }"), 1 + 20);
  EXPECT_EQ(cost("{ users(first: -7) { name } }"), 1) << "it is refused when it is resolved";
  EXPECT_EQ(cost("{ ten { name } }"), 1 + 10) << "the argument has a default";
}

TEST_F(CostTest, VariablesAreLookedInto) {
  const std::string by_number = "query($n: Int = 7) { users(first: $n) { name } }";
  EXPECT_EQ(cost(by_number, R"({"n": 50})"), 1 + 50);
  EXPECT_EQ(cost(by_number), 1 + 7);
  EXPECT_EQ(cost("query($n: Int) { users(first: $n) { name } }"), 1 + 20);
  EXPECT_EQ(cost(by_number, R"({"n": "many"})"), 1 + 20) << "it is refused when variables are read";
  const std::string by_page = "query($p: Page) { search(page: $p) { edges { node { name } } } }";
  EXPECT_EQ(cost(by_page, R"({"p": {"first": 50}})"), 2 + 50 * 2);
  EXPECT_EQ(cost("query($n: Int) { search(page: {first: $n}) { edges { node { name } } } }", R"({"n": 9})"),
            2 + 9 * 2);
}

TEST_F(CostTest, SizedFieldsHaveTheSizeOfTheFieldAbove) {
  EXPECT_EQ(cost("{ search { total edges { node { name } } } }"), 3 + 20 * 2);
  EXPECT_EQ(cost("{ search(page: {first: 2}) { edges { node { friends { name } } } } }"), 2 + 2 * (2 + 100));
  EXPECT_EQ(cost("{ search(page: {first: 2}) { ...f } } fragment f on Found { edges { node { name } } }"),
            2 + 2 * 2);
}

TEST_F(CostTest, FragmentsCountWhereverTheyAreSpread) {
  EXPECT_EQ(cost("{ me { ...f } users(first: 2) { ...f } } fragment f on User { friends { name } }"),
            2 + 101 + 2 * 101);
  EXPECT_EQ(cost("{ node { ... on User { friends { name } } } }"), 2 + 100);
  std::string chain = "{ me { ...f0 } } ";
  for (int i = 0; i < 12; ++i)
    chain += "fragment f" + std::to_string(i) + " on User { ...f" + std::to_string(i + 1) + " ...f" +
             std::to_string(i + 1) + " } ";
  EXPECT_EQ(cost(chain + "fragment f12 on User { name }"), 1 + 4096);
}

TEST_F(CostTest, WhatMayCostMoreIsRefused) {
  const double cost = this->cost("{ me { friends { friends { name } } } }");
  Limits limits;
  limits.max_cost = 10'102;
  EXPECT_FALSE(find_exceeded_cost(cost, limits));
  limits.max_cost = 10'101;
  const auto error = find_exceeded_cost(cost, limits);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, testing::HasSubstr("more than 10101 fields"));
  limits.max_cost = 0;
  EXPECT_FALSE(find_exceeded_cost(cost, limits)) << "0: no limit";
}

}  // namespace
}  // namespace storey::graphql
