// How long parsing, validating and executing take. graphql_peer.mjs runs it and measures graphql-js beside
// it. Usage: graphql_engine FOLDER-OF-DOCUMENTS NAME... Output: `parse NAME NANOSECONDS` and so on, one a
// line.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>

#include "graphql/graphql.h"

namespace storey::graphql {
namespace {

struct Address {
  std::string street, city, country;
  std::optional<std::string> postcode;
};
struct Customer {
  std::string id, name;
  std::optional<std::string> email;
  std::optional<Address> address;
};
struct File {
  std::string id, name, kind;
  double size = 0;
};
enum class Status { kDraft, kUploading, kQueued, kConverting, kDone, kFailed };
struct Order {
  std::string id;
  int number = 0;
  std::optional<std::string> title, finished, note;
  Status status = Status::kDone;
  std::string created;
  double progress = 0;
  bool is_paid = false;
  Customer customer;
  std::vector<File> files;
  std::vector<std::string> tags;
};
struct Shop {
  std::vector<Order> orders;
};
struct Connection {
  const Shop* shop;
};

/// The same orders as in graphql_peer.mjs.
Shop make_shop() {
  Shop shop;
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    Order order;
    order.id = "order-" + n;
    order.number = 1000 + i;
    order.title = "House number " + n;
    order.status = i % 3 == 0 ? Status::kConverting : Status::kDone;
    order.created = "2026-01-02T03:04:05Z";
    if (i % 2 == 0) order.finished = "2026-01-02T04:05:06Z";
    order.progress = i / 100.0;
    order.is_paid = i % 2 == 0;
    order.customer = {"customer-" + n, "Ann \"" + n + "\" Smith", "ann" + n + "@example.com",
                      Address{"Main Street " + n, "Rome", "Italy", "00100"}};
    for (int j = 0; j < 2; ++j) {
      const std::string m = std::to_string(j);
      order.files.push_back({"file-" + n + "-" + m, "scan" + m + ".e57", "E57", 1e9 + i});
    }
    order.tags = {"new", "big"};
    shop.orders.push_back(std::move(order));
  }
  return shop;
}

std::unique_ptr<const Schema> make_schema(std::string_view sdl) {
  Bindings bindings;
  bindings.scalar<std::string>(
      "DateTime", [](const std::string& text) -> std::string_view { return text; },
      [](const boost::json::value& json) -> tl::expected<std::string, std::string> {
        return json.is_string() ? std::string(json.get_string()) : std::string();
      });
  bindings.enumeration<Status>("OrderStatus", {{"DRAFT", Status::kDraft},
                                               {"UPLOADING", Status::kUploading},
                                               {"QUEUED", Status::kQueued},
                                               {"CONVERTING", Status::kConverting},
                                               {"DONE", Status::kDone},
                                               {"FAILED", Status::kFailed}});
  bindings.object<Address>("Address")
      .field("street", &Address::street)
      .field("city", &Address::city)
      .field("postcode", &Address::postcode)
      .field("country", &Address::country);
  bindings.object<Customer>("Customer")
      .field("id", &Customer::id)
      .field("name", &Customer::name)
      .field("email", &Customer::email)
      .field("address", &Customer::address)
      .field("orders", [](const Customer&, const boost::json::object&) { return std::vector<Order>(); });
  bindings.object<File>("File")
      .field("id", &File::id)
      .field("name", &File::name)
      .field("size", &File::size)
      .field("kind", &File::kind);
  bindings.object<Order>("Order")
      .field("id", &Order::id)
      .field("number", &Order::number)
      .field("title", &Order::title)
      .field("status", &Order::status)
      .field("created", &Order::created)
      .field("finished", &Order::finished)
      .field("progress", &Order::progress)
      .field("isPaid", &Order::is_paid)
      .field("customer", &Order::customer)
      .field("files", &Order::files)
      .field("tags", &Order::tags)
      .field("note", &Order::note);
  bindings.object<Connection>("OrderConnection")
      .field("nodes", [](const Connection& c) -> const std::vector<Order>& { return c.shop->orders; })
      .field("totalCount", [](const Connection& c) { return static_cast<int>(c.shop->orders.size()); })
      .field("hasNextPage", [](const Connection&) { return false; });
  const auto find = [](Shop& shop, const boost::json::object&) { return shop.orders.front(); };
  bindings.query()
      .field("orders", [](Shop& shop, const boost::json::object&) { return Connection{&shop}; })
      .field("order", find)
      .field("customer", [](Shop& shop, const boost::json::object&) { return shop.orders.front().customer; })
      .field("search",
             [](const boost::json::object&) { return std::vector<std::variant<Order, Customer>>(); });
  bindings.mutation().field("createOrder", find).field("cancelOrder", find);
  auto schema = std::move(bindings).build(sdl);
  if (!schema) throw std::runtime_error(schema.error().front().message);
  return std::move(*schema);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return text.str();
}

/// Processor time of this program; unlike the time on the wall, other programs do not change it.
double processor_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Nanoseconds for one call: the median of batches of a hundredth of a second.
template <class Work>
double measure(Work work) {
  constexpr int kBatches = 41;
  std::vector<double> times;
  std::size_t calls = 1;
  while (times.size() < kBatches) {
    const double start = processor_nanoseconds();
    for (std::size_t i = 0; i < calls; ++i) work();
    const double elapsed = processor_nanoseconds() - start;
    if (elapsed < 1e7) {
      calls *= 2;
    } else {
      times.push_back(elapsed / static_cast<double>(calls));
    }
  }
  std::nth_element(times.begin(), times.begin() + kBatches / 2, times.end());
  return times[kBatches / 2];
}

void run(const std::string& folder, const std::vector<std::string>& names) {
  const std::unique_ptr<const Schema> schema = make_schema(read_file(folder + "/shop.graphql"));
  std::size_t sum = 0;  // keeps the work from being optimised away
  for (const std::string& name : names) {
    const std::string text = read_file(folder + "/" + name + ".graphql");
    std::printf("parse %s %.1f\n", name.c_str(), measure([&] { sum += (*parse(text))->token_count; }));
    const std::unique_ptr<Document> document = std::move(*parse(text));
    if (!validate(*schema, *document).empty()) throw std::runtime_error(name + " is not valid");
    std::printf("validate %s %.1f\n", name.c_str(),
                measure([&] { sum += validate(*schema, *document).size(); }));
  }
  Shop shop = make_shop();
  const auto prepared = prepare(*schema, read_file(folder + "/orders.graphql"));
  const OperationRequest request{*prepared, std::nullopt, {}};
  const auto execute_once = [&] { return execute_now(request, context_ref(shop)); };
  std::printf("execute orders %.1f\n", measure([&] { sum += execute_once().body.size(); }));
  std::printf("body %s\n", execute_once().body.c_str());
  std::fprintf(stderr, "%zu\n", sum % 2);
}

}  // namespace
}  // namespace storey::graphql

int main(int argc, char** argv) { storey::graphql::run(argv[1], {argv + 2, argv + argc}); }
