#include "export/png.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "export/cairo_painter.h"
#include "export/drawing/vec.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kPixelsPerPaperMm = 150 / 25.4;
constexpr double kMostPixels = 4096;
constexpr double kMarginPaper = 8;

cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_bytes(const Drawing& drawing) {
  Extent extent = drawing.extent;
  if (extent.empty()) extent.add(Point2{0, 0});
  const double margin = kMarginPaper * drawing.scale;
  const Point2 low = extent.low - Point2{margin, margin};
  const double width = (extent.width() + 2 * margin) / drawing.scale;
  const double height = (extent.height() + 2 * margin) / drawing.scale;
  const double per_mm = std::min(kPixelsPerPaperMm, kMostPixels / std::max(width, height));
  const int columns = std::max(1, static_cast<int>(std::ceil(width * per_mm)));
  const int rows = std::max(1, static_cast<int>(std::ceil(height * per_mm)));

  const CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows));
  const CairoContext context(cairo_create(surface.get()));
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());
  paint(context.get(), drawing, {low, 0, 0, static_cast<double>(rows), per_mm});
  std::string bytes;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &bytes);
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
  return bytes;
}

}  // namespace storey
