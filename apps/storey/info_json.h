// What a scan file holds, for programs. Keys: docs/command.md.
#pragma once

#include <string>
#include <vector>

#include "pipeline/inspect_scan.h"

namespace storey {

/// One document, schema "storey.info/1", with its line end.
std::string info_json(const std::vector<ScanFacts>& all);

/// The unit's word on the command line: "m", "mm" …
std::string unit_word(LengthUnit unit);

}  // namespace storey
