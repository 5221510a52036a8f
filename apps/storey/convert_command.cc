#include "convert_command.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <iostream>
#include <memory>

#include "conversion_view.h"
#include "convert_options.h"
#include "convert_sandbox.h"
#include "exit_code.h"
#include "interrupt.h"
#include "sandbox/sandbox.h"
#include "storey/convert.h"

namespace storey {
namespace {

/// Memory that one stage gives back is kept for the next: to have it from the system anew costs as much as to
/// work on it. Larger blocks go back, so that the peak stays where it is.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

struct Outputs {
  Conversion conversion;
  std::vector<OutputFile> files;
};

Result<void> prepare(const ConvertArguments& arguments, SandboxedConversion& sandbox) {
  if (Result<void> usable = check_options(arguments.options); !usable) return usable;
  if (Result<void> writable = check_output_folder(arguments.folder); !writable) return writable;
  // A service says it once, at its start.
  const SandboxSupport support = sandbox_support();
  if (arguments.sandbox == "auto" && !support.full() && !arguments.json_progress)
    std::cerr << "storey: the sandbox is not whole: " << support.describe() << "\n";
  return sandbox.enter(arguments.scans, arguments.folder, arguments.sandbox);
}

Result<Outputs> convert_and_write(const ConvertArguments& arguments, RunContext& context,
                                  InterruptGuard& interrupt) {
  Result<Conversion> conversion = convert_scan(arguments.scans, arguments.options, context);
  if (!conversion) return fail(std::move(conversion.error()));
  Result<std::vector<OutputFile>> files = draw_outputs(*conversion, arguments.options, context);
  if (!files) return fail(std::move(files.error()));
  interrupt.begin_writing();
  if (const Result<void> written = write_outputs(*files, arguments.folder, context); !written)
    return fail(written.error());
  return Outputs{std::move(*conversion), std::move(*files)};
}

}  // namespace

CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("convert", "Draw the measured floor plan of a scanned building");
  command->add_option("SCAN", arguments.scans, "E57 or XYZ point clouds in one common frame")
      ->required()
      ->type_name("");
  command->add_option("-o,--out", arguments.folder, "Folder for the results, made if missing")
      ->required()
      ->type_name("DIR");
  add_scan_options(*command, arguments.options);
  add_drawing_options(*command, arguments.options);
  add_title_options(*command, arguments.options.title);
  command
      ->add_option("--threads", arguments.options.threads, "Threads to compute with (default 0: all cores)")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command
      ->add_option(
          "--memory", arguments.options.memory_bytes,
          "Memory to keep the scan in, as 4G; what exceeds it goes to a file in TMPDIR (default: half of "
          "what is free)")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE");
  command->add_flag("--json-progress", arguments.json_progress,
                    "Progress and outcome as JSON lines on stdout");
  command
      ->add_flag(
          "--sandbox{auto}", arguments.sandbox,
          "Read the scan without access to other files, the network and programs; =required: refuse to run "
          "where the kernel cannot keep all of them away")
      ->check(CLI::IsMember({"off", "auto", "required"}));
  command->footer(
      "Examples:\n"
      "  storey convert house.e57 --out plans\n"
      "  storey convert ground.xyz upper.xyz --out plans --input-units mm --format svg");
  return command;
}

int run_convert(const ConvertArguments& arguments) {
  keep_freed_memory();
  const std::unique_ptr<ConversionView> view =
      arguments.json_progress ? make_json_view() : make_text_view(arguments.options.model_units);
  SandboxedConversion sandbox;
  if (const Result<void> prepared = prepare(arguments, sandbox); !prepared) {  // before there are threads
    view->failed(prepared.error());
    return exit_code(prepared.error().code);
  }
  RunContext context(arguments.options.threads, [&](const Progress& progress) { view->progress(progress); });
  InterruptGuard interrupt(context);
  const Result<Outputs> outputs = convert_and_write(arguments, context, interrupt);
  if (!outputs) {
    view->failed(outputs.error());
    return exit_code(outputs.error().code);
  }
  view->done(outputs->conversion, outputs->files, arguments.folder);
  return kExitDone;
}

}  // namespace storey
