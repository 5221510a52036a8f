#include "export/ifc/ifc_geometry.h"

namespace storey::ifc {
namespace {

constexpr const char* kPrecision = "1.E-5";  // m: points closer than this are one

Ref subcontext(StepWriter& out, Ref context, const char* identifier, const char* view) {
  return out.add("IFCGEOMETRICREPRESENTATIONSUBCONTEXT",
                 {Argument::string(identifier), Argument::string("Model"), Argument::derived(),
                  Argument::derived(), Argument::derived(), Argument::derived(), context, Argument::none(),
                  Argument::enumeration(view), Argument::none()});
}

}  // namespace

GeometryWriter::GeometryWriter(StepWriter& out) : out_(out) {
  origin_ = out.add("IFCCARTESIANPOINT", {Argument::numbers({0, 0, 0})});
  up_ = out.add("IFCDIRECTION", {Argument::numbers({0, 0, 1})});
  const Ref world = out.add("IFCAXIS2PLACEMENT3D", {origin_, Argument::none(), Argument::none()});
  context_ = out.add("IFCGEOMETRICREPRESENTATIONCONTEXT",
                     {Argument::none(), Argument::string("Model"), Argument::integer(3),
                      Argument::verbatim(kPrecision), world, Argument::none()});
  body_ = subcontext(out, context_, "Body", "MODEL_VIEW");
  axis_ = subcontext(out, context_, "Axis", "GRAPH_VIEW");
  foot_print_ = subcontext(out, context_, "FootPrint", "PLAN_VIEW");
}

Ref GeometryWriter::placement(Ref parent, const Point2& at, double z) {
  const Ref location = out_.add("IFCCARTESIANPOINT", {Argument::numbers({at.x, at.y, z})});
  const Ref axes = out_.add("IFCAXIS2PLACEMENT3D", {location, Argument::none(), Argument::none()});
  return out_.add("IFCLOCALPLACEMENT", {parent, axes});
}

Ref GeometryWriter::point(const Point2& p) {
  return out_.add("IFCCARTESIANPOINT", {Argument::numbers({p.x, p.y})});
}

Ref GeometryWriter::polyline(const std::vector<Point2>& points, bool closed) {
  std::vector<Ref> refs;
  for (const Point2& p : points) refs.push_back(point(p));
  if (closed && !refs.empty()) refs.push_back(refs.front());
  return out_.add("IFCPOLYLINE", {refs});
}

Ref GeometryWriter::prism(const Ring& outline, const std::vector<Ring>& holes, double bottom, double height) {
  const Ref outer = polyline(outline, true);
  std::vector<Ref> inner;
  for (const Ring& hole : holes) inner.push_back(polyline(hole, true));
  const Ref profile =
      inner.empty()
          ? out_.add("IFCARBITRARYCLOSEDPROFILEDEF", {Argument::enumeration("AREA"), Argument::none(), outer})
          : out_.add("IFCARBITRARYPROFILEDEFWITHVOIDS",
                     {Argument::enumeration("AREA"), Argument::none(), outer, inner});
  const Ref base = out_.add("IFCCARTESIANPOINT", {Argument::numbers({0, 0, bottom})});
  const Ref axes = out_.add("IFCAXIS2PLACEMENT3D", {base, Argument::none(), Argument::none()});
  return out_.add("IFCEXTRUDEDAREASOLID", {profile, axes, up_, height});
}

Ref GeometryWriter::shape(const std::vector<Ref>& solids, Ref axis, Ref foot_print) {
  std::vector<Ref> representations;
  const auto add = [&](Ref context, const char* identifier, const char* type, const std::vector<Ref>& items) {
    representations.push_back(out_.add(
        "IFCSHAPEREPRESENTATION", {context, Argument::string(identifier), Argument::string(type), items}));
  };
  if (axis != 0) add(axis_, "Axis", "Curve2D", {axis});
  if (foot_print != 0) add(foot_print_, "FootPrint", "Curve2D", {foot_print});
  if (!solids.empty()) add(body_, "Body", "SweptSolid", solids);
  return out_.add("IFCPRODUCTDEFINITIONSHAPE", {Argument::none(), Argument::none(), representations});
}

}  // namespace storey::ifc
