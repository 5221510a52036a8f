#include "export/pdf.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "export/cairo_painter.h"
#include "export/drawing/title_block.h"
#include "export/drawing/vec.h"
#include "model/utf8.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kPointsPerMm = 72 / 25.4;

bool is_iso_date(const std::string& text) {
  static const std::string kForm = "dddd-dd-dd";
  return text.size() == kForm.size() &&
         std::equal(text.begin(), text.end(), kForm.begin(), [](char c, char form) {
           return form == 'd' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == form;
         });
}

void set_metadata(cairo_surface_t* surface, const Options& options) {
  const std::string title = options.title.project.empty() ? "Floor plan" : valid_utf8(options.title.project);
  const std::string date =
      (is_iso_date(options.title.date) ? options.title.date : "1970-01-01") + "T00:00:00Z";
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR,
                                 valid_utf8(options.title.author).c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Storey");
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date.c_str());
}

/// The plan in the middle of the drawing space, at its scale.
PaintArea plan_area(const Drawing& plan, const Sheet& sheet) {
  const Point2 size{plan.extent.width() / plan.scale, plan.extent.height() / plan.scale};
  const Point2 low = middle(sheet.drawing.low, sheet.drawing.high) - size * 0.5;
  PaintArea area;
  area.low = plan.extent.low;
  area.x = low.x * kPointsPerMm;
  area.y = (sheet.height - low.y - size.y) * kPointsPerMm;
  area.height = size.y * kPointsPerMm;
  area.per_paper_mm = kPointsPerMm;
  return area;
}

}  // namespace

std::string pdf_bytes(const std::vector<SheetPage>& pages, const Sheet& sheet, const Options& options) {
  std::string bytes;
  const CairoSurface surface(cairo_pdf_surface_create_for_stream(
      append_bytes, &bytes, sheet.width * kPointsPerMm, sheet.height * kPointsPerMm));
  set_metadata(surface.get(), options);
  {
    const CairoContext context(cairo_create(surface.get()));
    int number = 0;
    for (const SheetPage& page : pages) {
      const Drawing around = sheet_surroundings(sheet, page.plan, page.storey, options,
                                                {++number, static_cast<int>(pages.size())});
      if (!page.plan.get().extent.empty()) paint(context.get(), page.plan, plan_area(page.plan, sheet));
      paint(context.get(), around, {{0, 0}, 0, 0, sheet.height * kPointsPerMm, kPointsPerMm});
      cairo_show_page(context.get());
    }
  }
  cairo_surface_finish(surface.get());
  const cairo_status_t status = cairo_surface_status(surface.get());
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
  return bytes;
}

}  // namespace storey
