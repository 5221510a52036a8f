// The log of the service: one event a line, as text or JSON, without secrets.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <variant>

#include "config.h"

namespace spdlog {
class logger;
}

namespace storey {

enum class LogLevel { kDebug, kInfo, kWarn, kError };

/// What an event tells beside its name. Views only: it is written before the caller goes on.
struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t> value;

  template <std::convertible_to<std::string_view> Text>
  LogField(std::string_view field, const Text& text) : name(field), value(std::string_view(text)) {}
  template <std::integral Number>
  LogField(std::string_view field, Number number) : name(field), value(static_cast<std::int64_t>(number)) {}
};

class ServiceLog {
 public:
  explicit ServiceLog(const ServiceConfig& config);
  ~ServiceLog();

  /// `event` names what happened in a few words. From any thread. Warnings and errors are written at once,
  /// the rest within a tenth of a second.
  void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {}) const;
  bool writes(LogLevel level) const { return level >= level_; }

 private:
  class Flusher;

  std::shared_ptr<spdlog::logger> logger_;
  LogLevel level_;
  bool json_;
  std::unique_ptr<Flusher> flusher_;
};

}  // namespace storey
