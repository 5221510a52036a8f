#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <thread>

#include "graphql/graphql.h"

namespace storey::graphql {
namespace {

constexpr std::string_view kSdl = R"(
  type Query { order(id: ID!): Order  orders(status: Status): [Order!]!  slow(id: ID!): Order! maybe: Maybe }
  type Maybe { broken: Int! fine: Int slowBroken: Int! }
  type Mutation { add(order: NewOrder!): Order! }
  type Subscription { changes(id: ID!): Order! }
  enum Status { OPEN DONE }
  input NewOrder { id: ID! note: String status: Status = OPEN }
  type Order { id: ID! note: String status: Status! }
)";

enum class Status { kOpen, kDone };

struct Order {
  std::string id;
  std::optional<std::string> note;
  Status status = Status::kOpen;
};

struct NewOrder {
  std::string id;
  std::optional<std::string> note;
  std::optional<Status> status;
};

struct Maybe {};

struct Shop {
  std::vector<Order> orders{{"1", "first", Status::kDone}, {"2", std::nullopt, Status::kOpen}};
  std::vector<std::string> log;
};

Awaitable<void> pause() {
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, std::chrono::milliseconds(1));
  co_await timer.async_wait(boost::asio::use_awaitable);
}

class Changes : public SourceStream<Order> {
 public:
  explicit Changes(std::string id) : id_(std::move(id)) {}
  Awaitable<std::optional<Order>> next() override {
    if (count_ == 2) co_return std::nullopt;
    co_await pause();
    co_return Order{id_, std::to_string(++count_), Status::kOpen};
  }

 private:
  std::string id_;
  int count_ = 0;
};

std::unique_ptr<const Schema> shop_schema() {
  Bindings bindings;
  bindings.enumeration<Status>("Status", {{"OPEN", Status::kOpen}, {"DONE", Status::kDone}});
  bindings.input<NewOrder>("NewOrder")
      .field("id", &NewOrder::id)
      .field("note", &NewOrder::note)
      .field("status", &NewOrder::status);
  bindings.object<Order>("Order")
      .field("id", &Order::id)
      .field("note", &Order::note)
      .field("status", [](const Order& order) { return order.status; });
  bindings.object<Maybe>("Maybe")
      .field("broken",
             [](const Maybe&) -> FieldResult<int> {
               return tl::unexpected<FieldError>({"broke", {}});
             })
      .field("slowBroken",
             [](const Maybe&) -> Awaitable<FieldResult<int>> {
               co_await pause();
               co_return tl::unexpected<FieldError>({"broke late", {}});
             })
      .field("fine", [](const Maybe&) { return 1; });
  bindings.query()
      .field(
          "order",
          [](Shop& shop, std::string id) -> Result<Order> {
            for (const Order& order : shop.orders) {
              if (order.id == id) return order;
            }
            return fail(ErrorCode::kNotFound, "there is no order " + id);
          },
          "id")
      .field(
          "orders",
          [](Shop& shop, std::optional<Status> status) {
            std::vector<Order> found;
            for (const Order& order : shop.orders) {
              if (!status || order.status == *status) found.push_back(order);
            }
            return found;
          },
          "status")
      .field(
          "slow",
          [](Shop& shop, std::string id) -> Awaitable<Order> {
            shop.log.push_back("begin " + id);
            co_await pause();
            shop.log.push_back("end " + id);
            co_return Order{id, std::nullopt, Status::kOpen};
          },
          "id")
      .field("maybe", [] { return Maybe{}; });
  bindings.mutation().field(
      "add",
      [](Shop& shop, NewOrder order) -> Awaitable<Order> {
        shop.log.push_back("begin " + order.id);
        co_await pause();
        shop.log.push_back("end " + order.id);
        co_return Order{order.id, order.note, order.status.value_or(Status::kDone)};
      },
      "order");
  bindings.subscription().field(
      "changes",
      [](std::string id) -> std::unique_ptr<SourceStream<Order>> { return std::make_unique<Changes>(id); },
      "id");
  auto schema = std::move(bindings).build(kSdl);
  if (!schema) throw std::runtime_error(schema.error().front().message);
  return std::move(*schema);
}

OperationRequest request(const Schema& schema, std::string_view query, boost::json::object variables = {}) {
  auto document = prepare(schema, query);
  if (!document) throw std::runtime_error(document.error().front().message);
  return {*document, std::nullopt, std::move(variables)};
}

template <class T>
T run(Awaitable<T> work) {
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, std::move(work), boost::asio::use_future);
  io.run();
  return future.get();
}

TEST(Execute, WritesFieldsInTheOrderOfTheQuery) {
  const auto schema = shop_schema();
  Shop shop;
  const Response response = execute_now(
      request(*schema, "{ orders(status: DONE) { note id s: status } order(id: 2) { note } __typename }"),
      context_ref(shop));
  EXPECT_EQ(response.body,
            R"({"data":{"orders":[{"note":"first","id":"1","s":"DONE"}],"order":{"note":null},)"
            R"("__typename":"Query"}})");
}

TEST(Execute, PutsErrorsOfResolversInTheResponse) {
  const auto schema = shop_schema();
  Shop shop;
  const Response response = execute_now(request(*schema, "{\n order(id: 9) { id } }"), context_ref(shop));
  EXPECT_EQ(
      response.body,
      R"({"errors":[{"message":"there is no order 9","locations":[{"line":2,"column":2}],"path":["order"],)"
      R"("extensions":{"code":"NOT_FOUND"}}],"data":{"order":null}})");
}

TEST(Execute, RunsResolversThatWaitConcurrently) {
  const auto schema = shop_schema();
  Shop shop;
  const Response response =
      run(execute(request(*schema, "{ a: slow(id: 1) { id } b: slow(id: 2) { id } }"), context_ref(shop)));
  EXPECT_EQ(response.body, R"({"data":{"a":{"id":"1"},"b":{"id":"2"}}})");
  EXPECT_EQ(shop.log, (std::vector<std::string>{"begin 1", "begin 2", "end 1", "end 2"}));
}

TEST(Execute, RunsTheFieldsOfAMutationOneAfterTheOther) {
  const auto schema = shop_schema();
  Shop shop;
  const std::string query =
      "mutation($o: NewOrder!) { a: add(order: $o) { id note status } b: add(order: {id: 8}) { status } }";
  const Response response = run(execute(
      request(*schema, query, {{"o", {{"id", 7}, {"note", "n"}, {"status", nullptr}}}}), context_ref(shop)));
  EXPECT_EQ(response.body, R"({"data":{"a":{"id":"7","note":"n","status":"DONE"},"b":{"status":"OPEN"}}})");
  EXPECT_EQ(shop.log, (std::vector<std::string>{"begin 7", "end 7", "begin 8", "end 8"}));
}

TEST(Execute, MakesTheNearestNullableParentNull) {
  const auto schema = shop_schema();
  Shop shop;
  const Response at_once =
      execute_now(request(*schema, "{ maybe { fine broken } orders { id } }"), context_ref(shop));
  EXPECT_EQ(
      at_once.body,
      R"({"errors":[{"message":"broke","locations":[{"line":1,"column":16}],"path":["maybe","broken"]}],)"
      R"("data":{"maybe":null,"orders":[{"id":"1"},{"id":"2"}]}})");
  const Response late =
      run(execute(request(*schema, "{ maybe { slowBroken fine } slow(id: 3) { id } }"), context_ref(shop)));
  EXPECT_EQ(
      late.body,
      R"({"errors":[{"message":"broke late","locations":[{"line":1,"column":11}],"path":["maybe","slowBroken"]}],)"
      R"("data":{"maybe":null,"slow":{"id":"3"}}})");
}

TEST(Execute, HidesExceptionsOfResolvers) {
  std::string seen;
  Bindings bindings;
  bindings.on_exception([&](std::exception_ptr exception, const Field& field) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception& error) {
      seen = field.coordinate + ": " + error.what();
    }
  });
  bindings.query().field("f", []() -> int { throw std::runtime_error("password in here"); });
  const auto schema = std::move(bindings).build("type Query { f: Int }");
  const Response response = execute_now(request(**schema, "{ f }"));
  EXPECT_EQ(response.body,
            R"({"errors":[{"message":"Internal error","locations":[{"line":1,"column":3}],"path":["f"],)"
            R"("extensions":{"code":"INTERNAL"}}],"data":{"f":null}})");
  EXPECT_EQ(seen, "Query.f: password in here");
}

TEST(Execute, KnowsVariantsPointersAndErrorsInLists) {
  struct Cat {
    std::string name;
  };
  struct Dog {
    int volume;
  };
  using Pet = std::variant<Cat, std::shared_ptr<Dog>>;
  Bindings bindings;
  bindings.object<Cat>("Cat").field("name", &Cat::name);
  bindings.object<Dog>("Dog").field("volume", &Dog::volume);
  bindings.query().field("pets", [] {
    return std::vector<FieldResult<Pet>>{Pet(Cat{"Tom"}), tl::unexpected<FieldError>({"ran away", {}}),
                                         Pet(std::make_shared<Dog>(Dog{3})), Pet(std::shared_ptr<Dog>())};
  });
  const auto schema = std::move(bindings).build(
      "type Query { pets: [Pet]! } union Pet = Cat | Dog type Cat { name: String } type Dog { volume: Int! "
      "}");
  ASSERT_TRUE(schema) << schema.error()[0].message;
  const Response response =
      execute_now(request(**schema, "{ pets { ... on Cat { name } ... on Dog { volume } } }"));
  EXPECT_EQ(response.body,
            R"({"errors":[{"message":"ran away","locations":[{"line":1,"column":3}],"path":["pets",1]}],)"
            R"("data":{"pets":[{"name":"Tom"},null,{"volume":3},null]}})");
}

TEST(Execute, TellsAbsentArgumentsFromNull) {
  Bindings bindings;
  bindings.query().field(
      "f",
      [](std::optional<std::optional<int>> x) -> std::string {
        return !x ? "absent" : !*x ? "null" : "given";
      },
      "x");
  const auto schema = std::move(bindings).build("type Query { f(x: Int): String }");
  const Response response = execute_now(request(**schema, "{ a: f b: f(x: null) c: f(x: 1) }"));
  EXPECT_EQ(response.body, R"({"data":{"a":"absent","b":"null","c":"given"}})");
}

TEST(Execute, RefusesAContextOfAnotherType) {
  const auto schema = shop_schema();
  int other = 0;
  EXPECT_THROW(execute_now(request(*schema, "{ orders { id } }"), context_ref(other)), std::logic_error);
  EXPECT_THROW(execute_now(request(*schema, "{ orders { id } }")), std::logic_error);
}

TEST(Execute, RunsOnManyThreads) {
  const auto schema = shop_schema();
  Shop shop;
  boost::asio::io_context io;
  std::string query = "{";
  for (int i = 0; i < 50; ++i) query += " a" + std::to_string(i) + ": slow(id: 1) { id }";
  auto future = boost::asio::co_spawn(io, execute(request(*schema, query + " }"), context_ref(shop)),
                                      boost::asio::use_future);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { io.run(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(future.get().has_errors);
  EXPECT_EQ(shop.log.size(), 100u);
}

TEST(Execute, EndsWhereTheResponseHasTooManyBytes) {
  const auto schema = shop_schema();
  Shop shop;
  OperationRequest asked = request(*schema, "{ a: orders { id note } b: orders { id note } }");
  asked.budget.max_bytes = 40;
  EXPECT_THROW(execute_now(asked, context_ref(shop)), BudgetExceeded);
  asked.budget.max_bytes = 1000;
  EXPECT_FALSE(execute_now(asked, context_ref(shop)).has_errors);
}

TEST(Execute, EndsWhenItsTimeIsOver) {
  const auto schema = shop_schema();
  Shop shop;
  OperationRequest asked = request(*schema, "{ a: slow(id: 1) { id } b: slow(id: 2) { id } }");
  asked.budget.deadline = std::chrono::steady_clock::now();
  EXPECT_THROW(run(execute(asked, context_ref(shop))), BudgetExceeded);
  asked.budget.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
  EXPECT_FALSE(run(execute(asked, context_ref(shop))).has_errors);
}

TEST(Execute, IsCancelledWithItsResolvers) {
  Bindings bindings;
  bool was_cancelled = false;
  bindings.query().field("f", [&]() -> Awaitable<int> {
    const auto executor = co_await boost::asio::this_coro::executor;
    boost::asio::steady_timer timer(executor, std::chrono::hours(1));
    boost::system::error_code error;
    co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, error));
    was_cancelled = error == boost::asio::error::operation_aborted;
    co_return 1;
  });
  const auto schema = std::move(bindings).build("type Query { f: Int }");
  boost::asio::io_context io;
  boost::asio::cancellation_signal signal;
  std::exception_ptr outcome;
  boost::asio::co_spawn(
      io, execute(request(**schema, "{ f }")),
      boost::asio::bind_cancellation_slot(
          signal.slot(), [&](std::exception_ptr error, const Response&) { outcome = error; }));
  io.poll();
  signal.emit(boost::asio::cancellation_type::terminal);
  io.restart();
  io.run();
  EXPECT_TRUE(was_cancelled);
  EXPECT_TRUE(outcome != nullptr);
}

TEST(Subscribe, GivesAResponseForEachEvent) {
  const auto schema = shop_schema();
  Shop shop;
  const auto collect = [](OperationRequest subscription,
                          Shop& context) -> Awaitable<std::vector<std::string>> {
    std::vector<std::string> bodies;
    auto stream = co_await subscribe(std::move(subscription), context_ref(context));
    while (auto response = co_await stream->next()) bodies.push_back(response->body);
    co_return bodies;
  };
  const auto bodies = run(collect(request(*schema, "subscription { changes(id: \"x\") { id note } }"), shop));
  EXPECT_EQ(bodies, (std::vector<std::string>{R"({"data":{"changes":{"id":"x","note":"1"}}})",
                                              R"({"data":{"changes":{"id":"x","note":"2"}}})"}));
}

}  // namespace
}  // namespace storey::graphql
