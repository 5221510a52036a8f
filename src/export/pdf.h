// All storeys as sheets to print: one page a storey, vector, fonts embedded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "export/drawing/sheet.h"

namespace storey {

struct SheetPage {
  std::reference_wrapper<const drawing::Drawing> plan;  ///< without surroundings
  std::reference_wrapper<const Storey> storey;
};

/// A PDF file; every page is a `sheet` with the plan in the middle of its drawing space. Its date is
/// `options.title.date` where that is an ISO 8601 date, else the epoch: the same plan gives the same bytes,
/// with the same fonts and the same cairo.
std::string pdf_bytes(const std::vector<SheetPage>& pages, const drawing::Sheet& sheet,
                      const Options& options);

}  // namespace storey
