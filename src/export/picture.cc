#include "export/picture.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "export/cairo_painter.h"
#include "export/drawing/labels.h"
#include "export/drawing/vec.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kMostColumns = 1600;
constexpr double kLightest = 235, kDarkest = 90;  // greys of few and of most points

/// The density as grey pixels, the highest row first as cairo wants it; white where no point lies.
CairoSurface density_surface(const DensityMap& density) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, density.columns, density.rows));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("no memory for a picture");
  cairo_surface_flush(surface.get());
  unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int row = 0; row < density.rows; ++row) {
    auto* line = reinterpret_cast<std::uint32_t*>(
        pixels + static_cast<std::ptrdiff_t>(density.rows - 1 - row) * stride);
    for (int column = 0; column < density.columns; ++column) {
      const std::uint8_t level = density.levels[static_cast<std::size_t>(row) * density.columns + column];
      const double shade = kLightest + (kDarkest - kLightest) * level / 255;
      const std::uint32_t grey = level == 0 ? 255 : static_cast<std::uint32_t>(shade);
      line[column] = grey << 16 | grey << 8 | grey;
    }
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

/// The same in black, as opaque as dense.
CairoSurface density_layer(const DensityMap& density) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, density.columns, density.rows));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("no memory for a picture");
  cairo_surface_flush(surface.get());
  unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int row = 0; row < density.rows; ++row) {
    auto* line = reinterpret_cast<std::uint32_t*>(
        pixels + static_cast<std::ptrdiff_t>(density.rows - 1 - row) * stride);
    for (int column = 0; column < density.columns; ++column)
      line[column] = std::uint32_t{density.levels[static_cast<std::size_t>(row) * density.columns + column]}
                     << 24;
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

}  // namespace

std::string density_png(const Drawing& drawing, const DensityMap& density) {
  const double per_mm = kMostColumns / std::max(1.0, drawing.extent.width());
  const int rows = std::max(1, static_cast<int>(std::ceil(drawing.extent.height() * per_mm)));
  const CairoSurface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(kMostColumns), rows));
  const CairoContext context(cairo_create(surface.get()));
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());

  // From cells of the map (the upper left one is the origin) to pixels, by way of the plan and the sheet.
  const auto pixel = [&](double column, double row) {
    const Point2 plan{density.x + column * density.cell, density.y + (density.rows - row) * density.cell};
    const Point2 sheet = drawing.frame.sheet_from_plan(plan);
    return Point2{(sheet.x - drawing.extent.low.x) * per_mm,
                  rows - (sheet.y - drawing.extent.low.y) * per_mm};
  };
  const Point2 origin = pixel(0, 0), x = pixel(1, 0) - origin, y = pixel(0, 1) - origin;
  cairo_matrix_t matrix;
  cairo_matrix_init(&matrix, x.x, x.y, y.x, y.y, origin.x, origin.y);
  cairo_save(context.get());
  cairo_transform(context.get(), &matrix);
  const CairoSurface points = density_surface(density);
  cairo_set_source_surface(context.get(), points.get(), 0, 0);
  cairo_paint(context.get());
  cairo_restore(context.get());

  paint(context.get(), drawing,
        {drawing.extent.low, 0, 0, static_cast<double>(rows), per_mm * drawing.scale});
  return png_file(surface.get());
}

std::string density_layer_png(const DensityMap& density) { return png_file(density_layer(density).get()); }

std::string density_world_file(const DensityMap& density) {
  const double x = density.x + density.cell / 2, y = density.y + (density.rows - 0.5) * density.cell;
  std::string text;
  for (const double value : {density.cell, 0.0, 0.0, -density.cell, x, y}) text += decimal(value, 6) + "\n";
  return text;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

}  // namespace storey
