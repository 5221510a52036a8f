// One conversion in a child process: `storey convert … --json-progress`.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/order.h"
#include "service/worker/child_process.h"

namespace storey::service {

struct ConversionRequest {
  std::vector<std::filesystem::path> scans;  ///< with the extension of their type
  std::filesystem::path folder;              ///< where the files go
  ModelUnits model_units = ModelUnits::kMetric;
  std::string name;     ///< of the order, for the title block
  std::string address;  ///< of the building, likewise
  OrderOptions options;
  std::vector<std::string> formats;  ///< beside plan.json and report.json
  int threads = 0;                   ///< 0: all cores
  std::string sandbox = "off";       ///< of `storey convert --sandbox`
  std::string traceparent;           ///< for its environment; see base/trace.h
};

struct MadeFile {
  std::filesystem::path path;
  std::string format;
  int storey = -1;
};

/// What came of it: files and summary, or an error, or neither where it was stopped.
struct ConversionOutcome {
  std::optional<OrderError> error;
  bool stopped = false;
  bool killed_for_memory = false;  ///< by the system, which had no more: alone it may come to its end
  bool unwritable =
      false;  ///< the machine took no more files: later, or on another one, it may come to its end
  std::string last_words;  ///< of a child that ended without saying why: the end of its standard error
  OrderSummary summary;
  std::vector<MadeFile> files;
};

/// `program` is the executable of Storey itself. `on_progress` is called from the same thread.
ConversionOutcome run_conversion(const std::filesystem::path& program, const ConversionRequest& request,
                                 const ChildLimits& limits,
                                 const std::function<void(const OrderProgress&)>& on_progress,
                                 const std::function<bool()>& keep_going);

/// Format and storey of a file that the engine wrote, by its name: "storey-2.svg" is an svg of storey 2.
MadeFile describe_file(const std::filesystem::path& path);

}  // namespace storey::service
