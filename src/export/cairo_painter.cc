#include "export/cairo_painter.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"
#include "model/utf8.h"

namespace storey {
namespace {

using namespace drawing;

class Painter {
 public:
  Painter(cairo_t* context, const Drawing& drawing, const PaintArea& area)
      : context_(context), drawing_(drawing), area_(area), per_mm_(area.per_paper_mm / drawing.scale) {}

  void paint() {
    for (int layer = 0; layer < kLayerCount; ++layer) {
      for (const Element& element : drawing_.elements) {
        if (element.layer != static_cast<Layer>(layer)) continue;
        for (const Shape& shape : shapes_of(element.primitive, drawing_.scale)) {
          std::visit([&](const auto& kind) { paint(kind); }, shape);
        }
      }
    }
  }

 private:
  double x(const Point2& p) const { return area_.x + (p.x - area_.low.x) * per_mm_; }
  double y(const Point2& p) const { return area_.y + area_.height - (p.y - area_.low.y) * per_mm_; }

  void trace(const std::vector<Point2>& points, bool closed) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      (i == 0 ? cairo_move_to : cairo_line_to)(context_, x(points[i]), y(points[i]));
    }
    if (closed) cairo_close_path(context_);
  }

  void set_grey(double grey) { cairo_set_source_rgb(context_, grey, grey, grey); }

  void stroke(const Pen& pen) {
    const double unit = area_.per_paper_mm;
    set_grey(pen.grey);
    cairo_set_line_width(context_, pen.width_mm * unit);
    const std::array<double, 2> dash{(pen.type == LineType::kDashed ? kDashPaper : kDotPaper) * unit,
                                     kDashGapPaper * unit};
    cairo_set_dash(context_, dash.data(), pen.type == LineType::kContinuous ? 0 : 2, 0);
    cairo_stroke(context_);
  }

  void paint(const Polyline& line) {
    trace(line.points, line.closed);
    stroke(line.pen);
  }

  void paint(const Arc& arc) {
    cairo_new_sub_path(context_);
    cairo_arc(context_, x(arc.centre), y(arc.centre), arc.radius * per_mm_, radians(-arc.end_deg),
              radians(-arc.start_deg));
    stroke(arc.pen);
  }

  void paint(const Fill& fill) {
    cairo_set_fill_rule(context_, CAIRO_FILL_RULE_EVEN_ODD);
    for (const Ring& ring : fill.rings) trace(ring, true);
    if (fill.pattern == Pattern::kSolid) {
      set_grey(fill.grey);
      cairo_fill(context_);
      return;
    }
    cairo_save(context_);
    cairo_clip(context_);
    hatch(fill);
    cairo_restore(context_);
  }

  /// Lines at 45 degrees over the whole of the fill, counted from the drawing's origin; the clip does the
  /// rest.
  void hatch(const Fill& fill) {
    const Extent extent = extent_of(fill);
    const double step = kHatchSpacingPaper * drawing_.scale * std::sqrt(2.0);
    const double first = std::floor((extent.low.x - extent.high.y) / step) * step;
    for (double c = first; c <= extent.high.x - extent.low.y; c += step) {
      trace({{extent.low.y + c, extent.low.y}, {extent.high.y + c, extent.high.y}}, false);
    }
    stroke(Pen{0.4, LineType::kContinuous, fill.grey});
  }

  void paint(const Text& text) {
    const std::string content = valid_utf8(text.text);
    cairo_select_font_face(context_, kTypeface, CAIRO_FONT_SLANT_NORMAL,
                           text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_, text.height / kCapitalHeight * per_mm_);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, content.c_str(), &extents);
    const double before = text.align == Align::kLeft ? 0 : text.align == Align::kCentre ? 0.5 : 1;
    cairo_save(context_);
    cairo_translate(context_, x(text.at), y(text.at));
    cairo_rotate(context_, radians(-text.angle_deg));
    cairo_move_to(context_, -extents.x_advance * before,
                  text.level == Level::kMiddle ? text.height / 2 * per_mm_ : 0);
    set_grey(text.grey);
    cairo_show_text(context_, content.c_str());
    cairo_restore(context_);
  }

  cairo_t* context_;
  const Drawing& drawing_;
  PaintArea area_;
  double per_mm_;
};

}  // namespace

void paint(cairo_t* context, const Drawing& drawing, const PaintArea& area) {
  Painter(context, drawing, area).paint();
}

cairo_status_t append_bytes(void* text, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

std::string png_file(cairo_surface_t* surface) {
  std::string bytes;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface, append_bytes, &bytes);
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
  return bytes;
}

}  // namespace storey
