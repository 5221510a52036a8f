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

void Canvas::write_along(const Vec2& a, const Vec2& b, const std::string& text, const Colour& colour,
                         double pixels) {
  constexpr double kAbove = 3;  // pixels over the line
  const bool back = b.x() < a.x();
  const Vec2 along = back ? Vec2(a - b) : Vec2(b - a);
  cairo_save(context_.get());
  cairo_translate(context_.get(), x((a + b) / 2), y((a + b) / 2));
  cairo_rotate(context_.get(), -std::atan2(along.y(), along.x()));
  cairo_set_font_size(context_.get(), pixels);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), text.c_str(), &extents);
  cairo_move_to(context_.get(), -extents.width / 2, -kAbove);
  cairo_set_source_rgb(context_.get(), colour.red, colour.green, colour.blue);
  cairo_show_text(context_.get(), text.c_str());
  cairo_restore(context_.get());
}

bool Canvas::write_png(const std::string& path) const {
  return cairo_surface_write_to_png(surface_.get(), path.c_str()) == CAIRO_STATUS_SUCCESS;
}

}  // namespace storey
