// What stands beside a plan: its title, a scale bar, the direction of the scan's y axis and a legend.
#pragma once

#include <string>
#include <vector>

#include "export/drawing/drawing.h"
#include "storey/options.h"

namespace storey::drawing {

/// Elements in millimetres of paper, origin at the lower left.
struct Panel {
  std::vector<Element> elements;
  double width = 0, height = 0;

  void add(Layer layer, Shape shape) {
    elements.push_back({layer, {}, std::visit(AsPrimitive{}, std::move(shape))});
  }

 private:
  struct AsPrimitive {
    template <class Kind>
    Primitive operator()(Kind kind) const {
      return kind;
    }
  };
};

/// Up to five divisions of a round length, each at least 10 mm long on paper.
Panel scale_bar(int scale, ModelUnits units);

/// An arrow along the y axis of the plan's frame: a scan knows no north.
Panel plan_north(const SheetFrame& frame);

/// The signs and abbreviations that `storey` needs, in columns of up to `height` mm.
Panel legend(const Storey& storey, ModelUnits units, double height);

/// Scale bar and arrow, the legend beside them in columns of up to `height` mm.
Panel notes(const Storey& storey, const Drawing& drawing, ModelUnits units, double height);

/// Puts `panel` with its lower left corner at `at`, enlarged to the scale of `drawing`.
void place(Drawing& drawing, const Panel& panel, const Point2& at);

/// Title above the plan, notes under it: for drawings that are on no sheet.
void add_surroundings(Drawing& drawing, const Storey& storey, ModelUnits units);

}  // namespace storey::drawing
