#include <unistd.h>

#include <boost/json.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>

#include "base/trace.h"
#include "conversion_view.h"
#include "exit_code.h"
#include "failure_text.h"
#include "model/json_fields.h"
#include "model/json_text.h"
#include "pace.h"
#include "terminal.h"

namespace storey {
namespace {

constexpr double kBetweenEvents = 0.1;  // s

/// Of who started the process; empty if it told none.
std::string trace_of_environment() {
  const char* traceparent = std::getenv(std::string(kTraceVariable).c_str());
  return std::string(traceparent == nullptr ? "" : trace_id(traceparent));
}

class JsonView : public ConversionView {
 public:
  void progress(const Progress& progress) override {
    const double now = steady_seconds();
    const Pace pace = pace_.at(progress, now);
    const bool same_stage = stage_ == progress.stage;
    if (same_stage && progress.stage_share < 1 && now - emitted_at_ < kBetweenEvents) return;
    stage_ = progress.stage;
    emitted_at_ = now;
    boost::json::object event{{"event", "progress"},
                              {"stage", stage_name(progress.stage)},
                              {"stage_share", ratio(progress.stage_share)},
                              {"share", ratio(progress.total_share)},
                              {"points", progress.points}};
    if (pace.points_per_second) event["points_per_second"] = std::round(*pace.points_per_second);
    if (pace.seconds_left) event["seconds_left"] = fixed(*pace.seconds_left, 1);
    emit(std::move(event));
  }

  void done(const Conversion& conversion, const std::vector<OutputFile>& files,
            const std::filesystem::path& folder) override {
    const auto path = [&](const OutputFile& file) { return text_json((folder / file.name).string()); };
    emit({{"event", "done"},
          {"storeys", list_json(conversion.plan.storeys, describe)},
          {"warnings", list_json(conversion.report.warnings, text_json)},
          {"files", list_json(files, path)}});
  }

  void failed(const Error& error) override {
    emit({{"event", "failed"},
          {"code", error_name(error.code)},
          {"message", text_json(error.message)},
          {"file", text_json(error.file)},
          {"place", text_json(error.place)},
          {"remedy", text_json(error.remedy)},
          {"exit_code", exit_code(error.code)}});
    std::cerr << failure_text(error);
  }

 private:
  static boost::json::object describe(const Storey& storey) {
    double area = 0;
    for (const Room& room : storey.rooms) area += room.area;
    return {{"index", storey.index},  {"name", text_json(storey.name)}, {"rooms", storey.rooms.size()},
            {"area", fixed(area, 3)}, {"walls", storey.walls.size()},   {"openings", storey.openings.size()}};
  }

  void emit(boost::json::object event) const {
    if (!trace_.empty()) event["trace"] = trace_;
    write_whole(STDOUT_FILENO, json_line(event) + "\n");
  }

  std::string trace_ = trace_of_environment();
  PaceMeter pace_{steady_seconds()};
  std::optional<Stage> stage_;
  double emitted_at_ = 0;
};

}  // namespace

std::unique_ptr<ConversionView> make_json_view() { return std::make_unique<JsonView>(); }

}  // namespace storey
