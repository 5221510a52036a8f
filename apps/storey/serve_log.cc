#include "serve_log.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <mutex>

#include "graphql/json_text.h"
#include "service/domain/timestamp.h"
#include "service/worker/background.h"
#include "terminal.h"

namespace storey {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"debug", "info", "warn", "error"};

/// Collects lines and writes many at once: a system call for each request would cost a tenth of the request.
class CollectingSink final : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    constexpr std::size_t kEnough = 64 * 1024;
    lines_.append(message.payload.data(), message.payload.size());
    lines_ += '\n';
    if (lines_.size() >= kEnough) flush_();
  }
  void flush_() override {
    write_whole(STDERR_FILENO, lines_);
    lines_.clear();
  }

 private:
  std::string lines_;
};

LogLevel level_of(const std::string& name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<LogLevel>(i);
  return LogLevel::kInfo;
}

std::string now_text() {
  return service::to_iso8601(std::chrono::floor<service::Milliseconds>(std::chrono::system_clock::now()));
}

void append_number(std::string& line, std::int64_t number) {
  std::array<char, 24> digits{};
  line.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

std::string json_line(std::string_view level, std::string_view event,
                      std::initializer_list<LogField> fields) {
  std::string line = R"({"time":")" + now_text() + R"(","level":")" + std::string(level) + R"(","event":)";
  graphql::append_json_string(line, event);
  for (const LogField& field : fields) {
    line += ",\"";
    line += field.name;
    line += "\":";
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
      append_number(line, *number);
    else
      graphql::append_json_string(line, std::get<std::string_view>(field.value));
  }
  return line + "}";
}

std::string text_line(std::string_view level, std::string_view event,
                      std::initializer_list<LogField> fields) {
  std::string line = now_text();
  line.append(" ").append(level).append(" ").append(event);
  for (const LogField& field : fields) {
    line.append(" ").append(field.name).append("=");
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
      append_number(line, *number);
    else
      line += printable(std::get<std::string_view>(field.value));
  }
  return line;
}

}  // namespace

class ServiceLog::Flusher {
 public:
  explicit Flusher(spdlog::logger& logger)
      : background_([&logger](const std::stop_token&) {
          logger.flush();
          return std::chrono::milliseconds(100);
        }) {}

 private:
  service::Background background_;
};

ServiceLog::ServiceLog(const ServiceConfig& config)
    : logger_(std::make_shared<spdlog::logger>("storey", std::make_shared<CollectingSink>())),
      level_(level_of(config.log_level)),
      json_(config.log_format == "json") {
  logger_->set_level(spdlog::level::trace);
  logger_->flush_on(spdlog::level::warn);
  flusher_ = std::make_unique<Flusher>(*logger_);
}

ServiceLog::~ServiceLog() {
  flusher_.reset();
  logger_->flush();
}

void ServiceLog::write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) const {
  if (!writes(level)) return;
  const std::string_view name = kNames[static_cast<std::size_t>(level)];
  const std::string line = json_ ? json_line(name, event, fields) : text_line(name, event, fields);
  logger_->log(level >= LogLevel::kWarn ? spdlog::level::warn : spdlog::level::info,
               spdlog::string_view_t(line));
}

}  // namespace storey
