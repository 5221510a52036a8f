#include "info_command.h"

#include <unistd.h>

#include <iostream>

#include "exit_code.h"
#include "failure_text.h"
#include "info_json.h"
#include "info_text.h"
#include "interrupt.h"
#include "pipeline/inspect_scan.h"
#include "progress_display.h"

namespace storey {
namespace {

/// Prints what `all` hold, as text or as one JSON document.
void print(const std::vector<ScanFacts>& all, bool json) {
  if (json) {
    std::cout << info_json(all);
    return;
  }
  for (const ScanFacts& facts : all) std::cout << (&facts == &all.front() ? "" : "\n") << info_text(facts);
}

}  // namespace

CLI::App* add_info_command(CLI::App& app, InfoArguments& arguments) {
  CLI::App* const command = app.add_subcommand("info", "Say what scan files hold");
  command->add_option("SCAN", arguments.scans, "E57 or XYZ point clouds")->required()->type_name("");
  command->add_flag("--json", arguments.json, "Print one JSON document");
  command->add_flag("--quick", arguments.quick,
                    "Look at headers and a sample only; extents are then those of the sample");
  command->add_option("--threads", arguments.threads, "Threads to read with (default 0: all cores)")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command->footer(
      "Reads every point, and so checks the whole file, unless told --quick.\n\n"
      "Examples:\n"
      "  storey info house.e57\n"
      "  storey info --json scans/*.xyz");
  return command;
}

int run_info(const InfoArguments& arguments) {
  const std::unique_ptr<ProgressDisplay> display = make_progress_display(STDERR_FILENO);
  const bool show_progress = terminal_at(STDERR_FILENO).can_redraw;
  RunContext context(arguments.threads, [&](const Progress& progress) {
    Progress reading = progress;
    reading.total_share = progress.stage_share;  // there are no other stages
    if (show_progress) display->show(reading);
  });
  InterruptGuard interrupt(context);

  std::vector<ScanFacts> all;
  int code = kExitDone;
  for (const std::filesystem::path& scan : arguments.scans) {
    Result<ScanFacts> facts =
        inspect_scan(scan, arguments.quick ? Inspection::kHeaders : Inspection::kFull, context);
    display->clear();
    if (facts) {
      all.push_back(std::move(*facts));
      continue;
    }
    std::cerr << failure_text(facts.error());
    code = exit_code(facts.error().code);
    if (facts.error().code == ErrorCode::kCancelled) return code;
  }
  print(all, arguments.json);
  return code;
}

}  // namespace storey
