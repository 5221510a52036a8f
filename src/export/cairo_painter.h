// A drawing painted by cairo: the common part of PNG and PDF.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>

#include "export/drawing/drawing.h"

namespace storey {

struct CairoDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using CairoContext = std::unique_ptr<cairo_t, CairoDeleter>;
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoDeleter>;

/// Paints `drawing` with its point `low` at the lower left corner of the area whose upper left corner is
/// (`x`, `y`) and whose height is `height`, all in units of the surface; `per_paper_mm` units to a millimetre
/// of paper.
struct PaintArea {
  Point2 low;
  double x = 0, y = 0, height = 0;
  double per_paper_mm = 1;
};
void paint(cairo_t* context, const drawing::Drawing& drawing, const PaintArea& area);

/// What cairo calls with each piece of a file; `text` is a std::string.
cairo_status_t append_bytes(void* text, const unsigned char* data, unsigned int length);

/// The picture as a PNG file.
std::string png_file(cairo_surface_t* surface);

}  // namespace storey
