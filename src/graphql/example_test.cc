// The examples of docs/graphql.md, compiled and run. The last test checks that they are the same text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <fstream>
#include <sstream>

#include "graphql/graphql.h"

namespace storey::graphql {
namespace {

// clang-format off
struct Book {
  std::string title;
  std::optional<int> year;
};

/// What resolvers share in one request.
struct Library {
  std::vector<Book> books;
};

std::unique_ptr<const Schema> make_schema() {
  Bindings bindings;
  bindings.object<Book>("Book").field("title", &Book::title).field("year", &Book::year);
  bindings.query().field(
      "books",
      [](Library& library, std::optional<int> since) {
        std::vector<Book> found;
        for (const Book& book : library.books) {
          if (!since || book.year >= since) found.push_back(book);
        }
        return found;
      },
      "since");
  auto schema = std::move(bindings).build(R"(
    type Query { books(since: Int): [Book!]! }
    type Book { title: String! year: Int }
  )");
  if (!schema) throw std::runtime_error(schema.error().front().message);
  return std::move(*schema);
}

std::string answer(const Schema& schema, std::string_view query, boost::json::object variables, Library& library) {
  const auto document = prepare(schema, query);
  if (!document) return error_response(document.error()).body;
  return execute_now({*document, std::nullopt, std::move(variables)}, context_ref(library)).body;
}

Awaitable<int> ask_slowly(int question) {
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, std::chrono::milliseconds(1));
  co_await timer.async_wait(boost::asio::use_awaitable);
  co_return question * 2;
}

class Countdown : public SourceStream<int> {
 public:
  explicit Countdown(int from) : left_(from) {}
  Awaitable<std::optional<int>> next() override {
    if (left_ == 0) co_return std::nullopt;
    co_return left_--;
  }

 private:
  int left_;
};

Awaitable<std::vector<std::string>> follow(OperationRequest request) {
  std::vector<std::string> bodies;
  auto responses = co_await subscribe(std::move(request));
  if (!responses) co_return std::vector<std::string>{responses.error().body};
  while (auto response = co_await responses->next()) bodies.push_back(response->body);
  co_return bodies;
}

// clang-format on

template <class T>
T run(Awaitable<T> work) {
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, std::move(work), boost::asio::use_future);
  io.run();
  return future.get();
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Example, AnswersAQuery) {
  const std::unique_ptr<const Schema> schema = make_schema();
  Library library{{{"Emma", 1815}, {"Ulysses", 1922}, {"Untitled", std::nullopt}}};
  EXPECT_EQ(answer(*schema, "query ($since: Int) { books(since: $since) { title year } }", {{"since", 1900}},
                   library),
            R"({"data":{"books":[{"title":"Ulysses","year":1922}]}})");
  EXPECT_EQ(
      answer(*schema, "{ book }", {}, library),
      R"({"errors":[{"message":"Cannot query field \"book\" on type \"Query\". Did you mean \"books\"?",)"
      R"("locations":[{"line":1,"column":3}]}]})");
}

TEST(Example, WaitsAndFollows) {
  Bindings bindings;
  bindings.query().field("ask", ask_slowly, "question");
  bindings.subscription().field(
      "countdown",
      [](int from) -> std::unique_ptr<SourceStream<int>> { return std::make_unique<Countdown>(from); },
      "from");
  const auto schema = std::move(bindings).build(
      "type Query { ask(question: Int!): Int! } type Subscription { countdown(from: Int!): Int! }");
  ASSERT_TRUE(schema) << schema.error().front().message;
  const auto request = [&](std::string_view query) {
    return OperationRequest{*prepare(**schema, query), std::nullopt, {}};
  };
  EXPECT_EQ(run(execute(request("{ a: ask(question: 1) b: ask(question: 2) }"))).body,
            R"({"data":{"a":2,"b":4}})");
  EXPECT_THAT(run(follow(request("subscription { countdown(from: 2) }"))),
              testing::ElementsAre(R"({"data":{"countdown":2}})", R"({"data":{"countdown":1}})"));
}

TEST(Example, IsTheOneOfTheManual) {
  const std::string manual = read_file(STOREY_SOURCE_DIR "/docs/graphql.md");
  const std::string test = read_file(STOREY_SOURCE_DIR "/src/graphql/example_test.cc");
  int examples = 0;
  for (std::size_t begin = 0; (begin = manual.find("```cpp\n", begin)) != std::string::npos; ++examples) {
    begin += 7;
    const std::string example = manual.substr(begin, manual.find("```", begin) - begin);
    EXPECT_NE(test.find(example), std::string::npos) << example;
  }
  EXPECT_EQ(examples, 5);
}

}  // namespace
}  // namespace storey::graphql
