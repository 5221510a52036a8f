#include "service/worker/conversion.h"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <csignal>

#include "base/trace.h"

namespace storey::service {
namespace {

namespace json = boost::json;

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

std::vector<std::string> command_line(const std::filesystem::path& program,
                                      const ConversionRequest& request) {
  std::vector<std::string> words = {program.string(), "convert"};
  for (const auto& scan : request.scans) words.push_back(scan.string());
  // In one word, or else a value that begins with a dash would be taken for an option.
  const auto add = [&](std::string_view option, const std::string& value) {
    if (!value.empty()) words.push_back(std::string(option) + "=" + value);
  };
  add("--out", request.folder.string());
  add("--model-units", request.model_units == ModelUnits::kImperial ? "imperial" : "metric");
  for (const TextOption& option : text_options()) add(option.flag, request.options.*option.value);
  add("--project", request.name);
  add("--address", request.address);
  if (request.options.sheet_scale) add("--scale", std::to_string(*request.options.sheet_scale));
  std::vector<std::string> storeys;
  for (const int storey : request.options.storeys) storeys.push_back(std::to_string(storey));
  add("--storeys", join(storeys));
  add("--format", join(request.formats));
  add("--threads", request.threads > 0 ? std::to_string(request.threads) : "");
  add("--sandbox", request.sandbox);
  words.push_back("--json-progress");
  return words;
}

std::string text_of(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

double number_of(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  if (value == nullptr || !value->is_number()) return 0;
  return value->to_number<double>();
}

/// The engine's codes of errors (apps/storey/exit_code.cc) as codes of orders.
std::string order_error_code(const std::string& code) {
  if (code == "wrong_format" || code == "damaged" || code == "no_points" || code == "unreadable")
    return "INVALID_FILE";
  if (code == "no_plan") return "NO_PLAN";
  if (code == "limit") return "LIMIT_EXCEEDED";
  if (code == "invalid_argument") return "BAD_USER_INPUT";
  return "PROCESSING_FAILED";
}

/// "scan.e57, page 3: checksum mismatch; copy the file again", with the file's name but not its folder.
OrderError read_error(const json::object& event) {
  std::string message;
  const std::string file = text_of(event, "file");
  if (!file.empty()) message = std::filesystem::path(file).filename().string();
  for (const auto& [name, before] : {std::pair{"place", ", "}, {"message", ": "}, {"remedy", "; "}}) {
    const std::string text = text_of(event, name);
    if (!text.empty()) message += (message.empty() ? "" : before) + text;
  }
  return {order_error_code(text_of(event, "code")), message};
}

OrderSummary read_summary(const json::object& event) {
  OrderSummary summary;
  const auto* storeys = event.if_contains("storeys");
  if (storeys == nullptr || !storeys->is_array()) return summary;
  for (const json::value& storey : storeys->get_array()) {
    if (!storey.is_object()) continue;
    ++summary.storeys;
    summary.rooms += static_cast<int>(number_of(storey.get_object(), "rooms"));
    summary.floor_area_m2 += number_of(storey.get_object(), "area");
  }
  return summary;
}

/// Listens to the child's events.
class Listener {
 public:
  explicit Listener(const std::function<void(const OrderProgress&)>& on_progress)
      : on_progress_(on_progress) {}

  void hear(std::string_view line) {
    json::error_code status;
    const json::value value = json::parse(line, status);
    if (status || !value.is_object()) return;
    const json::object& event = value.get_object();
    const std::string kind = text_of(event, "event");
    if (kind == "progress")
      on_progress_({100 * number_of(event, "share"), text_of(event, "stage")});
    else if (kind == "done")
      summary = read_summary(event);
    else if (kind == "failed") {
      error = read_error(event);
      unwritable = text_of(event, "code") == "unwritable";
    }
  }

  std::optional<OrderSummary> summary;
  std::optional<OrderError> error;
  bool unwritable = false;

 private:
  const std::function<void(const OrderProgress&)>& on_progress_;
};

/// The error of a child that did not end by itself; nothing if it was stopped or did.
std::optional<OrderError> unnatural_end(const ChildOutcome& outcome) {
  switch (outcome.end) {
    case ChildEnd::kExited:
    case ChildEnd::kStopped:
      return std::nullopt;
    case ChildEnd::kTimedOut:
      return OrderError{"LIMIT_EXCEEDED", "the conversion took longer than it may"};
    case ChildEnd::kSignalled:
      break;
  }
  if (outcome.signal == SIGXCPU)
    return OrderError{"LIMIT_EXCEEDED", "the conversion took more computing time than it may"};
  if (outcome.signal == SIGSYS)
    return OrderError{
        "PROCESSING_FAILED",
        "the conversion was stopped: it tried what reading a scan never needs, such as to connect or to "
        "start a program; the scan may be made to do harm"};
  // Nobody else sends it: what we stop ourselves counts as stopped, and past its limits there are other ends.
  if (outcome.signal == SIGKILL)
    return OrderError{
        "LIMIT_EXCEEDED",
        "the system stopped the conversion, which it does where memory runs out; send a thinner "
        "scan, or let the operator give the machine more memory"};
  return OrderError{"PROCESSING_FAILED", "the conversion ended unexpectedly (signal " +
                                             std::to_string(outcome.signal) +
                                             "); the operator finds what it said last in the log"};
}

}  // namespace

MadeFile describe_file(const std::filesystem::path& path) {
  // "plan.json"; where two files make one format it stands before their extensions: "storey-0.density.png".
  const std::string name = path.filename().string();
  const std::filesystem::path inner = path.stem().extension();
  MadeFile file{path, (inner.empty() ? path.extension() : inner).string(), -1};
  if (!file.format.empty()) file.format.erase(0, 1);
  constexpr std::string_view kPrefix = "storey-";
  if (!name.starts_with(kPrefix)) return file;
  int storey = 0;
  const char* end = name.data() + name.size();
  if (std::from_chars(name.data() + kPrefix.size(), end, storey).ec == std::errc()) file.storey = storey;
  return file;
}

ConversionOutcome run_conversion(const std::filesystem::path& program, const ConversionRequest& request,
                                 const ChildLimits& limits,
                                 const std::function<void(const OrderProgress&)>& on_progress,
                                 const std::function<bool()>& keep_going) {
  ConversionOutcome outcome;
  Listener listener(on_progress);
  std::vector<std::string> environment;
  if (!request.traceparent.empty())
    environment.push_back(std::string(kTraceVariable) + "=" + request.traceparent);
  const auto ended = run_child(
      command_line(program, request), environment, limits,
      [&](std::string_view line) { listener.hear(line); }, keep_going);
  if (!ended) {
    outcome.error = OrderError{"PROCESSING_FAILED", "the conversion could not be started"};
    return outcome;
  }
  outcome.stopped = ended->end == ChildEnd::kStopped;
  outcome.killed_for_memory = ended->end == ChildEnd::kSignalled && ended->signal == SIGKILL;
  outcome.unwritable = listener.unwritable;
  if (!listener.error) outcome.last_words = ended->last_words;
  outcome.error = listener.error ? listener.error : unnatural_end(*ended);
  if (outcome.stopped || outcome.error) return outcome;
  if (ended->exit_code != 0 || !listener.summary) {
    outcome.error = OrderError{"PROCESSING_FAILED", "the conversion ended without a result (exit code " +
                                                        std::to_string(ended->exit_code) + ")"};
    return outcome;
  }
  outcome.summary = *listener.summary;
  std::error_code status;
  for (const auto& entry : std::filesystem::directory_iterator(request.folder, status))
    if (entry.is_regular_file()) outcome.files.push_back(describe_file(entry.path()));
  if (outcome.files.empty())
    outcome.error = OrderError{"PROCESSING_FAILED", "the conversion ended without files"};
  std::sort(outcome.files.begin(), outcome.files.end(),
            [](const MadeFile& a, const MadeFile& b) { return a.path < b.path; });
  return outcome;
}

}  // namespace storey::service
