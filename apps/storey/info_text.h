// What a scan file holds, for people.
#pragma once

#include <string>

#include "pipeline/inspect_scan.h"

namespace storey {

/// Several lines, the last one ended.
std::string info_text(const ScanFacts& facts);

}  // namespace storey
