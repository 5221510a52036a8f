#include "graphql/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphql/validator.h"

namespace storey::graphql {
namespace {

using testing::HasSubstr;

constexpr Limits kNoLimits{0, 0, 0, 0, 0};

std::string refusal(const std::string& source, const Limits& limits) {
  const auto document = parse(source);
  if (!document) throw std::runtime_error(document.error().message);
  const auto error = find_exceeded_limit(**document, limits);
  return error ? error->message : "";
}

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    std::string one = text;
    for (std::size_t at; (at = one.find('#')) != std::string::npos;) one.replace(at, 1, std::to_string(i));
    for (std::size_t at; (at = one.find('%')) != std::string::npos;)
      one.replace(at, 1, std::to_string(i + 1));
    all += one;
  }
  return all;
}

TEST(Limits, CountsTokens) {
  Limits limits = kNoLimits;
  limits.max_tokens = 4;
  EXPECT_EQ(refusal("{ a b }", limits), "");
  EXPECT_THAT(refusal("{ a b c }", limits), HasSubstr("number of tokens may be at most 4"));
}

TEST(Limits, CountsDepthThroughFragments) {
  Limits limits = kNoLimits;
  limits.max_depth = 3;
  EXPECT_EQ(refusal("{ a { ... { b { c } } } }", limits), "");
  EXPECT_THAT(refusal("{ a { ...F } } fragment F on T { b { c { d } } }", limits), HasSubstr("depth"));
}

TEST(Limits, CountsAliasesWhereverFragmentsAreSpread) {
  Limits limits = kNoLimits;
  limits.max_aliases = 3;
  EXPECT_EQ(refusal("{ ...F ...F x: a } fragment F on T { b: c }", limits), "");
  EXPECT_THAT(refusal("{ ...F ...F x: a y: a } fragment F on T { b: c }", limits), HasSubstr("aliases"));
}

TEST(Limits, CountsFieldsOnceTheyAreMerged) {
  Limits limits = kNoLimits;
  limits.max_fields = 3;
  EXPECT_EQ(refusal("{ a { b c } a { b } ...F } fragment F on T { a { c } }", limits), "");
  EXPECT_THAT(refusal("{ a { b c } a { d } }", limits), HasSubstr("fields of its response"));
}

TEST(Limits, RefusesDocumentsThatExpandWithoutBound) {
  // Each fragment doubles the one below: written out, there are 2^60 selections.
  const std::string bomb = "{ ...F0 } " + repeat("fragment F# on T { a { ...F% } b { ...F% } }", 60);
  Limits limits = kNoLimits;
  limits.max_spread_cost = 1'000'000;
  EXPECT_THAT(refusal(bomb, limits), HasSubstr("fragments written out"));
  limits.max_spread_cost = 0;
  limits.max_fields = 1000;
  EXPECT_THAT(refusal(bomb, limits), HasSubstr("fields of its response"));
}

TEST(Limits, RefusesDeepNestingAlways) {
  EXPECT_THAT(refusal("{ ...F0 } " + repeat("fragment F# on T { ...F% }", 1200), kNoLimits),
              HasSubstr("nesting"));
  const std::string ten_levels = "fragment F# on T {" + repeat("t {", 9) + "...F%" + repeat("}", 9) + "}";
  EXPECT_EQ(refusal("{ ...F0 } " + repeat(ten_levels, 99), kNoLimits), "");
  EXPECT_THAT(refusal("{ ...F0 } " + repeat(ten_levels, 100), kNoLimits), HasSubstr("nesting"));
}

TEST(Limits, LeavesCyclesToTheValidation) {
  EXPECT_EQ(refusal("{ ...F } fragment F on T { ...F }", Limits{}), "");
}

TEST(Parser, BoundsItsRecursion) {
  const std::string opening = repeat("a {", 5000);
  const auto sets = parse("{" + opening);
  ASSERT_FALSE(sets);
  EXPECT_THAT(sets.error().message, HasSubstr("nested deeper than 200 levels"));
  for (const char* bracket : {"[", "{x:"}) {
    const auto values = parse("{ a(b: " + repeat(bracket, 5000));
    ASSERT_FALSE(values);
    EXPECT_THAT(values.error().message, HasSubstr("nested deeper"));
  }
  const auto types = parse("query ($a: " + repeat("[", 5000));
  ASSERT_FALSE(types);
  EXPECT_THAT(types.error().message, HasSubstr("nested deeper"));
}

TEST(Parser, RefusesWhatIsNoUtf8) {
  for (const char* text :
       {"{ a \xFF }", "# \xC3", "{ a(b: \"\xED\xA0\x80\") }", "\xC0\x80", "\xF4\x90\x80\x80"}) {
    const auto document = parse(text);
    ASSERT_FALSE(document) << text;
    EXPECT_EQ(document.error().message, "Syntax Error: Invalid UTF-8.");
  }
}

/// Steps of the validation of a document without errors.
std::size_t validation_work(const std::string& source) {
  static const auto schema = Schema::from_sdl(
      "type Query { t: T i: Int } type T { t: T s: T i: Int j: Int u: U } type V { t: T i: Int } union U = T "
      "| V");
  const auto document = parse(source);
  if (!document) throw std::runtime_error(document.error().message);
  Validator validator(schema->get(), **document, {});
  for (const GraphqlError& error : validator.run()) throw std::runtime_error(error.message);
  return validator.work();
}

/// Work for a document of twice the size, as a multiple.
double growth(const std::function<std::string(int)>& document) {
  constexpr int kSize = 200;
  return static_cast<double>(validation_work(document(2 * kSize))) /
         static_cast<double>(validation_work(document(kSize)));
}

TEST(Validation, GrowsWithTheDocumentAndNoFaster) {
  const auto same_field = [](int n) { return "{ " + repeat("t { i t { i } } ", n) + "}"; };
  const auto fragments_side_by_side = [](int n) {
    return "{ t { " + repeat("...F# ", n) + "} } " + repeat("fragment F# on T { t { i j } i } ", n);
  };
  const auto chain_of_fragments = [](int n) {
    return "{ t { ...F0 } } " + repeat("fragment F# on T { i t { j } ...F% } ", n) + "fragment F" +
           std::to_string(n) + " on T { i }";
  };
  const auto pairs_at_every_level = [](int n) {
    std::string inner = "i";
    for (int i = 0; i < n / 10; ++i) inner = "t { " + inner + " } ...{ t { i } }";
    return "{ t { " + inner + " } }";
  };
  const auto nested_pairs_of_fragments = [](int n) {
    return "{ t { ...F0 } } " + repeat("fragment F# on T { t { ...F% } t { ...F% } } ", n) + "fragment F" +
           std::to_string(n) + " on T { i }";
  };
  const auto types_that_exclude_each_other = [](int n) {
    return "{ t { " + repeat("u { ... on T { t { i } } ... on V { t { i } } } ", n) + "} }";
  };
  for (const auto& document : {std::function<std::string(int)>(same_field),
                               {fragments_side_by_side},
                               {chain_of_fragments},
                               {pairs_at_every_level},
                               {nested_pairs_of_fragments},
                               {types_that_exclude_each_other}}) {
    EXPECT_LT(growth(document), 2.3) << document(3);
  }
}

std::vector<std::string> validation_messages(const std::string& source) {
  const auto schema = Schema::from_sdl("type Query { t: Query i: Int }");
  const auto document = parse(source);
  if (!document) throw std::runtime_error(document.error().message);
  std::vector<std::string> messages;
  for (const GraphqlError& error : validate(**schema, **document)) messages.push_back(error.message);
  return messages;
}

TEST(Validation, RefusesDeepNestingThroughFragments) {
  const std::string levels = repeat("t {", 150);
  const std::string fragment = "fragment F# on Query {" + levels + "...F%" + repeat("}", 150) + "}";
  EXPECT_THAT(validation_messages("{ ...F0 } " + repeat(fragment, 900) + "fragment F900 on Query { i }"),
              testing::ElementsAre(HasSubstr("nested more than 1000 levels deep")));
}

TEST(Validation, BoundsItsRecursionAlongFragmentsInCycles) {
  // Merged, the fields below the cycles are all the same again only after 2 * 3 * 5 * 7 * 11 * 13 * 17
  // levels.
  std::string document = "{ t { i } ";
  for (const int length : {2, 3, 5, 7, 11, 13, 17}) document += "...F" + std::to_string(length) + "x0 ";
  document += "}";
  for (const int length : {2, 3, 5, 7, 11, 13, 17}) {
    for (int i = 0; i < length; ++i) {
      const auto name = [&](int k) {
        return "F" + std::to_string(length) + "x" + std::to_string(k % length);
      };
      document += " fragment " + name(i) + " on Query { t { ..." + name(i + 1) + " } }";
    }
  }
  EXPECT_THAT(validation_messages(document), testing::Contains(HasSubstr("aborted")));
}

TEST(Validation, EndsWithAnErrorWhereNoHonestDocumentComes) {
  // Every operation uses every fragment, and each has a use of the variable.
  const std::string document = repeat("query Q#($x: Int) { ...F0 } ", 900) +
                               repeat("fragment F# on Query { i @include(if: $x) ...F% } ", 900) +
                               "fragment F900 on Query { i }";
  const auto schema = Schema::from_sdl("type Query { i: Int }");
  const auto parsed = parse(document);
  const std::vector<GraphqlError> errors = validate(**schema, **parsed);
  ASSERT_FALSE(errors.empty());
  EXPECT_LE(errors.size(), 101u);
}

}  // namespace
}  // namespace storey::graphql
