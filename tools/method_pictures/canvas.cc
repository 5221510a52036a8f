#include "canvas.h"

#include <cmath>

namespace storey {

Canvas::Canvas(const Vec2& min, const Vec2& max, double pixels_per_m)
    : min_(min), max_(max), pixels_per_m_(pixels_per_m) {
  const Vec2 size = (max - min) * pixels_per_m;
  surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(size.x())),
                                            static_cast<int>(std::ceil(size.y()))));
  context_.reset(cairo_create(surface_.get()));
  cairo_set_source_rgb(context_.get(), 1, 1, 1);
  cairo_paint(context_.get());
}

void Canvas::trace(const std::vector<Vec2>& points, const Colour& colour) {
  cairo_new_path(context_.get());
  for (const Vec2& p : points) cairo_line_to(context_.get(), x(p), y(p));
  cairo_set_source_rgb(context_.get(), colour.red, colour.green, colour.blue);
}

void Canvas::fill(const std::vector<Vec2>& polygon, const Colour& colour) {
  trace(polygon, colour);
  cairo_fill(context_.get());
}

void Canvas::fill_box(const Vec2& a, const Vec2& b, const Colour& colour) {
  fill({a, {b.x(), a.y()}, b, {a.x(), b.y()}}, colour);
}

void Canvas::stroke_box(const Vec2& a, const Vec2& b, const Colour& colour, double pixels) {
  trace({a, {b.x(), a.y()}, b, {a.x(), b.y()}}, colour);
  cairo_close_path(context_.get());
  cairo_set_line_width(context_.get(), pixels);
  cairo_stroke(context_.get());
}

void Canvas::stroke(const Vec2& a, const Vec2& b, const Colour& colour, double pixels) {
  trace({a, b}, colour);
  cairo_set_line_width(context_.get(), pixels);
  cairo_stroke(context_.get());
}

bool Canvas::write_png(const std::string& path) const {
  return cairo_surface_write_to_png(surface_.get(), path.c_str()) == CAIRO_STATUS_SUCCESS;
}

}  // namespace storey
