// The words by which the command line fills `Options`.
#pragma once

#include <CLI/CLI.hpp>

#include "storey/options.h"

namespace storey {

/// How to read the scan.
void add_scan_options(CLI::App& command, Options& options);

/// What to draw, and how.
void add_drawing_options(CLI::App& command, Options& options);

/// What the title block of a sheet says.
void add_title_options(CLI::App& command, TitleBlock& title);

}  // namespace storey
