#include "serve_log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <boost/json.hpp>

#include "service/domain/timestamp.h"
#include "terminal.h"

namespace storey {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 4> kNames = {"debug", "info", "warn", "error"};

LogLevel level_of(const std::string& name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<LogLevel>(i);
  return LogLevel::kInfo;
}

std::string now_text() {
  return service::to_iso8601(std::chrono::floor<service::Milliseconds>(std::chrono::system_clock::now()));
}

}  // namespace

ServiceLog::ServiceLog(const ServiceConfig& config)
    : logger_(std::make_shared<spdlog::logger>("storey", std::make_shared<spdlog::sinks::stderr_sink_mt>())),
      level_(level_of(config.log_level)),
      json_(config.log_format == "json") {
  logger_->set_pattern("%v");
  logger_->set_level(spdlog::level::trace);
  logger_->flush_on(spdlog::level::trace);
}

void ServiceLog::write(LogLevel level, std::string_view event, const json::object& fields) const {
  if (!writes(level)) return;
  const std::string_view name = kNames[static_cast<std::size_t>(level)];
  std::string line;
  if (json_) {
    json::object entry{{"time", now_text()}, {"level", name}, {"event", event}};
    for (const auto& field : fields) entry[field.key()] = field.value();
    line = json::serialize(entry);
  } else {
    line = now_text() + " " + std::string(name) + " " + std::string(event);
    for (const auto& field : fields) {
      const json::value& value = field.value();
      line += " " + std::string(field.key()) + "=";
      line += value.is_string() ? printable(std::string(value.get_string())) : json::serialize(value);
    }
  }
  logger_->info(line);
}

}  // namespace storey
