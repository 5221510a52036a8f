#include "export/draw.h"

#include <algorithm>

#include "model/plan_json.h"
#include "model/report_json.h"

namespace storey {
namespace {

Result<void> check_formats(const std::vector<std::string>& formats) {
  const auto& known = known_formats();
  for (const std::string& format : formats) {
    if (std::find(known.begin(), known.end(), format) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
    return fail(ErrorCode::kInvalidArgument, "unknown format \"" + format + "\"", "the formats are " + list);
  }
  return {};
}

}  // namespace

const std::vector<std::string_view>& known_formats() {
  static const std::vector<std::string_view> formats{"json", "svg", "png"};
  return formats;
}

Result<std::vector<OutputFile>> draw(const Plan& plan, const Report& report, const Options& options,
                                     RunContext& context) {
  if (Result<void> checked = check_formats(options.formats); !checked) return fail(checked.error());
  std::vector<OutputFile> files;
  files.push_back({"plan.json", "json", -1, plan_to_json(plan)});
  files.push_back({"report.json", "json", -1, report_to_json(report)});
  context.report(Stage::kExport, 1);
  return files;
}

}  // namespace storey
