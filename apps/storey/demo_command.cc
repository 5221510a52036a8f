#include "demo_command.h"

#include <stdlib.h>

#include <iostream>
#include <mutex>
#include <thread>

#include "demo_client.h"
#include "exit_code.h"
#include "failure_text.h"
#include "serve_run.h"
#include "serve_signals.h"
#include "service/domain/try.h"
#include "service/usecases/clients.h"
#include "text.h"

namespace storey {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kReport = "report.html";  ///< of the results, the one for people

struct DemoArguments {
  fs::path scan = "examples/sample/sample.e57";
  fs::path folder = "out/demo";
  std::string listen = "127.0.0.1:8080";
  bool once = false;
};

/// What two threads say, line by line.
class Narrator {
 public:
  void say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    std::cout << line << std::endl;
  }

 private:
  std::mutex mutex_;
};

/// A data directory that nobody has used, gone afterwards.
class FreshFolder {
 public:
  FreshFolder() {
    std::string pattern = (fs::temp_directory_path() / "storey-demo-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
  }
  ~FreshFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FreshFolder(const FreshFolder&) = delete;
  FreshFolder& operator=(const FreshFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string text_at(const json::object& object, std::string_view first, std::string_view second) {
  return std::string(object.at(first).get_object().at(second).get_string());
}

std::string describe(const json::object& summary) {
  const auto number = [&](std::string_view name) {
    return static_cast<std::size_t>(summary.at(name).to_number<double>());
  };
  return counted(number("storeys"), "storey") + ", " + counted(number("rooms"), "room") + ", " +
         area_text(summary.at("floor_area_m2").to_number<double>(), ModelUnits::kMetric);
}

/// Makes an order with one upload and submits it; gives its identifier.
Result<std::string> place_order(const DemoClient& client, const fs::path& scan, Narrator& narrator) {
  STOREY_TRY(const auto made,
             client.run("mutation($name: String!) { initializeOrder(order_name: $name, product: \"areaplan\","
                        " model_units: \"Metric\") { order_id } }",
                        {{"name", scan.filename().string()}}));
  const std::string order = text_at(made, "initializeOrder", "order_id");
  narrator.say("order      " + order);
  const std::string type = scan.extension() == ".e57" ? "e57" : "xyz";
  STOREY_TRY(
      const auto announced,
      client.run("mutation($order: ID!, $type: String!, $name: String) { initializeUpload(order_id: $order,"
                 " asset_type: $type, upload_type: \"single\", file_name: $name) { asset_id upload_url } }",
                 {{"order", order}, {"type", type}, {"name", scan.filename().string()}}));
  STOREY_TRY_VOID(client.put_file(text_at(announced, "initializeUpload", "upload_url"), scan));
  narrator.say("uploaded   " + byte_size(fs::file_size(scan)));
  STOREY_TRY_VOID(client.run("mutation($id: ID!) { finalizeUpload(asset_id: $id) { upload_status } }",
                             {{"id", text_at(announced, "initializeUpload", "asset_id")}}));
  return order;
}

/// Says how far the order is until it has ended; gives its last state.
Result<json::object> follow_progress(const DemoClient& client, const std::string& order, Narrator& narrator) {
  std::string said;
  while (true) {
    STOREY_TRY(
        const auto answer,
        client.run("query($id: ID!) { order(order_id: $id) { order_status progress { percentage stage }"
                   " error { message } summary { storeys rooms floor_area_m2 } } }",
                   {{"id", order}}));
    const json::object& state = answer.at("order").get_object();
    const std::string status(state.at("order_status").get_string());
    const json::object& progress = state.at("progress").get_object();
    if (progress.at("stage").is_string()) {
      const std::string line =
          std::to_string(static_cast<int>(progress.at("percentage").to_number<double>())) + " % " +
          std::string(progress.at("stage").get_string());
      if (line != said) narrator.say("progress   " + line);
      said = line;
    }
    if (status == "COMPLETED" || status == "ERROR" || status == "CANCELLED") return state;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
}

/// Says what came of an order that has ended.
void say_outcome(const json::object& state, Narrator& narrator) {
  if (state.at("error").is_object())
    narrator.say("error      " + std::string(state.at("error").get_object().at("message").get_string()));
  if (state.at("summary").is_object())
    narrator.say("found      " + describe(state.at("summary").get_object()));
}

Result<void> fetch_results(const DemoClient& client, const std::string& order, const fs::path& folder,
                           Narrator& narrator) {
  fs::create_directories(folder);
  STOREY_TRY(
      const auto answer,
      client.run("query($id: ID!) { results(order_id: $id) { file_name download_url } }", {{"id", order}}));
  std::string names;
  for (const json::value& entry : answer.at("results").get_array()) {
    const std::string name(entry.get_object().at("file_name").get_string());
    STOREY_TRY_VOID(
        client.download(std::string(entry.get_object().at("download_url").get_string()), folder / name));
    names += " " + name;
  }
  narrator.say("drawings   " + folder.string() + ":" + names);
  if (fs::is_regular_file(folder / kReport))
    narrator.say("report     file://" + fs::absolute(folder / kReport).lexically_normal().string());
  return {};
}

/// One order through the public interface. True if it was completed.
Result<bool> run_order(RunningService& service, const DemoArguments& arguments) {
  Narrator narrator;
  auto credentials =
      create_client(service.deployment().services(), {"Demo", service::Tier::kStandard, std::nullopt});
  if (!credentials) return fail(ErrorCode::kInternal, credentials.error().message);
  DemoClient client(service.url());
  STOREY_TRY_VOID(client.authenticate(credentials->client.id.text, credentials->secret));
  narrator.say("service    " + service.url() + "/v1/graphql");
  narrator.say("GraphiQL   " + service.url() + "/graphiql");
  narrator.say("page       " + service.url() +
               "/ shows the plan in the browser; sign in with these credentials:");
  narrator.say("client     ID " + credentials->client.id.text + ", secret " + credentials->secret);
  STOREY_TRY(const std::string order, place_order(client, arguments.scan, narrator));
  std::thread watcher([&] {
    static_cast<void>(client.subscribe(
        "subscription($id: ID!) { orderStatusChanged(orderId: $id) { previousStatus order_status } }",
        {{"id", order}}, [&](const json::object& event) {
          narrator.say("status     " + text_at(event, "orderStatusChanged", "order_status"));
        }));
  });
  // Joined in any case: the subscription ends with the order, and with the service.
  const auto follow = [&]() -> Result<json::object> {
    STOREY_TRY_VOID(
        client.run("mutation($id: ID!) { finalizeOrder(id: $id) { order_status } }", {{"id", order}}));
    return follow_progress(client, order, narrator);
  };
  const auto ended = follow();
  if (!ended)
    static_cast<void>(
        client.run("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", {{"id", order}}));
  watcher.join();  // it says all statuses first
  if (!ended) return fail(ended.error());
  say_outcome(*ended, narrator);
  STOREY_TRY_VOID(fetch_results(client, order, arguments.folder, narrator));
  return ended->at("order_status") == "COMPLETED";
}

int demo(const DemoArguments& arguments) {
  if (!fs::is_regular_file(arguments.scan))
    return fail_with({ErrorCode::kNotFound,
                      "there is no such scan",
                      arguments.scan.string(),
                      {},
                      "name one: storey demo SCAN"});
  const FreshFolder data;
  ServiceConfig config;
  config.data = data.path();
  config.listen = arguments.listen;
  config.log_level = "warn";
  const ServiceSignals signals;
  auto service = RunningService::start(config);
  if (!service) return fail_with(service.error());
  const auto completed = run_order(**service, arguments);
  if (!completed) return fail_with(completed.error());
  if (arguments.once) return *completed ? kExitDone : kExitFailed;
  std::cout << "The service stays up; Ctrl-C ends it." << std::endl;
  while (signals.wait() == SIGHUP) (*service)->reload();
  return kExitDone;
}

}  // namespace

void add_demo_command(CLI::App& app, ServiceCommand& chosen) {
  auto arguments = std::make_shared<DemoArguments>();
  CLI::App* const command =
      app.add_subcommand("demo", "Start a service on a fresh folder and send it an order, as a client would");
  command->add_option("scan", arguments->scan, "E57 or XYZ point cloud (default examples/sample/sample.e57)")
      ->type_name("SCAN");
  command->add_option("--out", arguments->folder, "Folder for the drawings (default out/demo)")
      ->type_name("DIR");
  command->add_option("--listen", arguments->listen, "Address to serve at (default 127.0.0.1:8080)")
      ->type_name("HOST:PORT");
  command->add_flag("--once", arguments->once, "End when the order has ended");
  command->callback([&chosen, arguments] { chosen.run = [arguments] { return demo(*arguments); }; });
}

}  // namespace storey
