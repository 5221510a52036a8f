// A picture to draw on in metres.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "geometry/line.h"

namespace storey {

struct Colour {
  double red = 0, green = 0, blue = 0;
};

/// White at first; x to the right, y up.
class Canvas {
 public:
  /// Over [min, max] (m), with so many pixels per metre.
  Canvas(const Vec2& min, const Vec2& max, double pixels_per_m);

  void fill(const std::vector<Vec2>& polygon, const Colour& colour);
  /// A rectangle from one corner to the opposite one.
  void fill_box(const Vec2& a, const Vec2& b, const Colour& colour);
  void stroke_box(const Vec2& a, const Vec2& b, const Colour& colour, double pixels);
  void stroke(const Vec2& a, const Vec2& b, const Colour& colour, double pixels);

  /// Written along from `a` to `b`, or the other way round where that would be upside down, over its middle.
  void write_along(const Vec2& a, const Vec2& b, const std::string& text, const Colour& colour,
                   double pixels);

  /// False if the file cannot be written.
  bool write_png(const std::string& path) const;

 private:
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };

  double x(const Vec2& p) const { return (p.x() - min_.x()) * pixels_per_m_; }
  double y(const Vec2& p) const { return (max_.y() - p.y()) * pixels_per_m_; }
  void trace(const std::vector<Vec2>& points, const Colour& colour);

  Vec2 min_, max_;
  double pixels_per_m_;
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
};

}  // namespace storey
