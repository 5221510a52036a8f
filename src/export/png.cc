#include "export/png.h"

#include <algorithm>
#include <cmath>

#include "export/cairo_painter.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kPixelsPerPaperMm = 150 / 25.4;
constexpr double kMostPixels = 4096;

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
  return png_file(surface.get());
}

}  // namespace storey
