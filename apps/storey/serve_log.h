// The log of the service: one event a line, as text or JSON, without secrets.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <string_view>

#include "config.h"

namespace spdlog {
class logger;
}

namespace storey {

enum class LogLevel { kDebug, kInfo, kWarn, kError };

class ServiceLog {
 public:
  explicit ServiceLog(const ServiceConfig& config);

  /// `event` names what happened in a few words; `fields` tell the rest. From any thread.
  void write(LogLevel level, std::string_view event, const boost::json::object& fields = {}) const;
  bool writes(LogLevel level) const { return level >= level_; }

 private:
  std::shared_ptr<spdlog::logger> logger_;
  LogLevel level_;
  bool json_;
};

}  // namespace storey
