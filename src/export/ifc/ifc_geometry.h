// Placements and solids of an IFC model.
#pragma once

#include <vector>

#include "export/ifc/step_writer.h"
#include "storey/plan.h"

namespace storey::ifc {

/// Representation contexts and directions that all elements share.
class GeometryWriter {
 public:
  explicit GeometryWriter(StepWriter& out);

  Ref context() const { return context_; }

  /// A placement `z` metres above `parent` (0: the world), moved by `at`.
  Ref placement(Ref parent, const Point2& at, double z);

  /// `outline` with `holes`, from `bottom` upwards for `height` metres.
  Ref prism(const Ring& outline, const std::vector<Ring>& holes, double bottom, double height);

  Ref polyline(const std::vector<Point2>& points, bool closed);

  /// A product definition of solids ("Body"), and of a line ("Axis") or an outline ("FootPrint") where one is
  /// given.
  Ref shape(const std::vector<Ref>& solids, Ref axis = 0, Ref foot_print = 0);

 private:
  Ref point(const Point2& p);

  StepWriter& out_;
  Ref origin_, up_, context_, body_, axis_, foot_print_;
};

}  // namespace storey::ifc
