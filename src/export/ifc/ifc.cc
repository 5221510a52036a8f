#include "export/ifc/ifc.h"

#include <algorithm>
#include <cmath>

#include "export/drawing/layout.h"
#include "export/drawing/marks.h"
#include "export/drawing/opening_geometry.h"
#include "export/drawing/regions.h"
#include "export/drawing/vec.h"
#include "export/ifc/ifc_geometry.h"
#include "export/ifc/step_writer.h"
#include "model/basis_name.h"
#include "model/plan_json.h"

namespace storey {
namespace {

using namespace drawing;
using namespace ifc;

constexpr double kCutPastFaces = 0.05;    // m: an opening is cut a little deeper than its wall is thick
constexpr double kPanelThickness = 0.04;  // m: of leaves and panes, which a scan does not measure
constexpr double kSlabThickness = 0.2;    // m: where there is no storey below to measure it by
constexpr double kLeastHeight = 0.01;     // m: solids need some

struct Property {
  std::string name;
  Argument value;
};

Argument label(std::string_view text) { return Argument::typed("IFCLABEL", Argument::string(text)); }
Argument length_measure(double metres) { return Argument::typed("IFCLENGTHMEASURE", metres); }

class IfcWriter {
 public:
  IfcWriter(const Plan& plan, const Options& options)
      : plan_(plan),
        options_(options),
        marks_(marks_of(plan)),
        seed_(fnv1a(plan_to_json(plan))),
        geometry_(out_) {
    const Extent extent = building_extent();
    if (!extent.empty()) origin_ = {std::floor(extent.low.x), std::floor(extent.low.y)};
  }

  std::string write() {
    const Ref project = write_project();
    const Ref site_placement = geometry_.placement(0, origin_, 0);
    const Ref site = spatial("IFCSITE", "Site", site_placement,
                             {Argument::enumeration("ELEMENT"), Argument::none(), Argument::none(),
                              Argument::none(), Argument::none(), address()});
    const Ref building_placement = geometry_.placement(site_placement, {0, 0}, 0);
    const Ref building =
        spatial("IFCBUILDING", "Building", building_placement,
                {Argument::enumeration("ELEMENT"), Argument::none(), Argument::none(), address()});
    aggregate("project", project, {site});
    aggregate("site", site, {building});
    std::vector<Ref> storeys;
    for (const Storey& storey : plan_.storeys) storeys.push_back(write_storey(storey, building_placement));
    if (!storeys.empty()) aggregate("building", building, storeys);
    return header() + out_.take() + "ENDSEC;\nEND-ISO-10303-21;\n";
  }

 private:
  std::string header() const {
    const std::string date = options_.title.date.empty() ? "1970-01-01" : options_.title.date;
    return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition "
           "[DesignTransferView]'),'2;1');\nFILE_NAME('" +
           std::string("plan.ifc','") + step_string(date) + "T00:00:00',('" +
           step_string(options_.title.author) +
           "'),(''),'Storey','Storey','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n";
  }

  Extent building_extent() const {
    Extent extent;
    for (const Storey& storey : plan_.storeys) {
      for (const Wall& wall : storey.walls) extent.add(wall.start), extent.add(wall.end);
      for (const Room& room : storey.rooms) {
        for (const Point2& p : room.polygon) extent.add(p);
      }
    }
    return extent;
  }

  Argument guid(const std::string& name) const { return Argument::string(ifc_guid(seed_, name)); }

  Point2 local(const Point2& p) const { return p - origin_; }
  Ring local(Ring ring) const {
    for (Point2& p : ring) p = local(p);
    return ring;
  }
  std::vector<Ring> local(std::vector<Ring> rings) const {
    for (Ring& ring : rings) ring = local(std::move(ring));
    return rings;
  }

  Ref write_project() {
    std::vector<Ref> units;
    for (const auto& [type, name] : {std::pair{"LENGTHUNIT", "METRE"},
                                     {"AREAUNIT", "SQUARE_METRE"},
                                     {"VOLUMEUNIT", "CUBIC_METRE"},
                                     {"PLANEANGLEUNIT", "RADIAN"}}) {
      units.push_back(out_.add("IFCSIUNIT", {Argument::derived(), Argument::enumeration(type),
                                             Argument::none(), Argument::enumeration(name)}));
    }
    const Ref assignment = out_.add("IFCUNITASSIGNMENT", {units});
    const std::string name = options_.title.project.empty() ? "Floor plan" : options_.title.project;
    return out_.add("IFCPROJECT", {guid("project"), Argument::none(), Argument::string(name),
                                   Argument::none(), Argument::none(), Argument::none(), Argument::none(),
                                   std::vector<Ref>{geometry_.context()}, assignment});
  }

  Ref address() {
    if (options_.title.address.empty()) return 0;
    return out_.add(
        "IFCPOSTALADDRESS",
        {Argument::none(), Argument::none(), Argument::none(), Argument::none(),
         Argument::verbatim("(" + Argument::string(options_.title.address).text + ")"), Argument::none(),
         Argument::none(), Argument::none(), Argument::none(), Argument::none()});
  }

  Ref spatial(const char* type, const char* name, Ref placement, std::initializer_list<Argument> own) {
    std::vector<Argument> arguments{guid(name),       Argument::none(), Argument::string(name),
                                    Argument::none(), Argument::none(), placement,
                                    Argument::none(), Argument::none()};
    arguments.insert(arguments.end(), own.begin(), own.end());
    return out_.add(type, arguments);
  }

  void aggregate(const std::string& of, Ref whole, const std::vector<Ref>& parts) {
    out_.add("IFCRELAGGREGATES",
             {guid("parts of " + of), Argument::none(), Argument::none(), Argument::none(), whole, parts});
  }

  /// The arguments that every product begins with, up to its representation.
  std::vector<Argument> product(const std::string& id, const std::string& name, Ref placement,
                                Ref shape) const {
    return {guid(id), Argument::none(), Argument::string(name), Argument::none(), Argument::none(), placement,
            shape};
  }

  Ref add_product(const char* type, std::vector<Argument> arguments, std::initializer_list<Argument> own) {
    arguments.insert(arguments.end(), own.begin(), own.end());
    return out_.add(type, arguments);
  }

  void define(const std::string& set, const std::string& id, Ref element,
              const std::vector<Property>& properties) {
    std::vector<Ref> refs;
    for (const Property& property : properties) {
      refs.push_back(out_.add("IFCPROPERTYSINGLEVALUE", {Argument::string(property.name), Argument::none(),
                                                         property.value, Argument::none()}));
    }
    const Ref properties_of = out_.add("IFCPROPERTYSET", {guid(set + " " + id), Argument::none(),
                                                          Argument::string(set), Argument::none(), refs});
    relate(set, id, element, properties_of);
  }

  struct Quantity {
    const char* type;
    const char* name;
    double value;
  };

  void quantify(const std::string& set, const std::string& id, Ref element,
                const std::vector<Quantity>& quantities) {
    std::vector<Ref> refs;
    for (const Quantity& quantity : quantities) {
      refs.push_back(out_.add(quantity.type, {Argument::string(quantity.name), Argument::none(),
                                              Argument::none(), quantity.value, Argument::none()}));
    }
    const Ref quantities_of =
        out_.add("IFCELEMENTQUANTITY", {guid(set + " " + id), Argument::none(), Argument::string(set),
                                        Argument::none(), Argument::string("Storey, from a 3D scan"), refs});
    relate(set, id, element, quantities_of);
  }

  void relate(const std::string& set, const std::string& id, Ref element, Ref definition) {
    out_.add("IFCRELDEFINESBYPROPERTIES", {guid("has " + set + " " + id), Argument::none(), Argument::none(),
                                           Argument::none(), std::vector<Ref>{element}, definition});
  }

  template <class Element>
  void state_trust(const Element& element, Ref ref, std::vector<Property> properties = {}) {
    properties.push_back({"Confidence", Argument::typed("IFCREAL", element.confidence)});
    properties.push_back({"Basis", label(basis_name(element.basis))});
    properties.push_back({"Id", label(element.id)});
    define("Storey_Measurement", element.id, ref, properties);
  }

  Ref write_storey(const Storey& storey, Ref building_placement) {
    const std::string id = "storey " + std::to_string(storey.index);
    placement_ = geometry_.placement(building_placement, {0, 0}, storey.floor_z);
    height_ = std::max(kLeastHeight, storey.ceiling_z - storey.floor_z);
    const Ref own = add_product("IFCBUILDINGSTOREY", product(id, storey.name, placement_, 0),
                                {Argument::none(), Argument::enumeration("ELEMENT"), storey.floor_z});
    std::vector<Ref> elements, spaces;
    for (const Wall& wall : storey.walls) elements.push_back(write_wall(storey, wall, elements));
    for (const Column& column : storey.columns) elements.push_back(write_column(column));
    for (const Stair& stair : storey.stairs) elements.push_back(write_stair(storey, stair));
    write_slabs(storey, elements);
    for (const Room& room : storey.rooms) spaces.push_back(write_space(room));
    if (!spaces.empty()) aggregate(id, own, spaces);
    if (!elements.empty()) {
      out_.add("IFCRELCONTAINEDINSPATIALSTRUCTURE", {guid("elements of " + id), Argument::none(),
                                                     Argument::none(), Argument::none(), elements, own});
    }
    return own;
  }

  /// The wall; the doors and windows in it are added to `elements`.
  Ref write_wall(const Storey& storey, const Wall& wall, std::vector<Ref>& elements) {
    const Ref solid = geometry_.prism(local(wall.polygon), {}, 0, height_);
    const Ref axis = geometry_.polyline({local(wall.start), local(wall.end)}, false);
    const Ref own =
        add_product("IFCWALL", product(wall.id, wall.id, placement_, geometry_.shape({solid}, axis)),
                    {Argument::none(), Argument::enumeration("STANDARD")});
    define("Pset_WallCommon", wall.id, own,
           {{"IsExternal", Argument::typed("IFCBOOLEAN", Argument::boolean(wall.exterior))}});
    quantify("Qto_WallBaseQuantities", wall.id, own,
             {{"IFCQUANTITYLENGTH", "Length", distance(wall.start, wall.end)},
              {"IFCQUANTITYLENGTH", "Width", wall.thickness},
              {"IFCQUANTITYLENGTH", "Height", height_}});
    std::vector<Property> trust{
        {"PositionHalfWidth95", length_measure(wall.uncertainty.position_mm / 1000)},
        {"ThicknessBasis", label(wall.thickness_basis == Basis::kMeasured ? "measured" : "inferred")},
        {"Material", label(wall.material)}};
    if (wall.uncertainty.thickness_mm) {
      trust.push_back({"ThicknessHalfWidth95", length_measure(*wall.uncertainty.thickness_mm / 1000)});
    }
    state_trust(wall, own, std::move(trust));
    for (const Opening& opening : storey.openings) {
      if (opening.wall_id == wall.id) write_opening(wall, own, opening, elements);
    }
    return own;
  }

  /// The box of an opening, `depth` to both sides of the middle of its wall.
  Ref box(const Opening& opening, double depth) {
    const Point2 across = turned_left(unit(opening.end - opening.start)) * depth;
    const Ring ring{opening.start - across, opening.end - across, opening.end + across,
                    opening.start + across};
    return geometry_.prism(local(ring), {}, opening.sill,
                           std::max(kLeastHeight, opening.head - opening.sill));
  }

  void write_opening(const Wall& wall, Ref wall_ref, const Opening& opening, std::vector<Ref>& elements) {
    const Ref hole_shape = geometry_.shape({box(opening, wall.thickness / 2 + kCutPastFaces)});
    const Ref hole = add_product("IFCOPENINGELEMENT",
                                 product("hole " + opening.id, marks_.at(opening.id), placement_, hole_shape),
                                 {Argument::none(), Argument::enumeration("OPENING")});
    out_.add("IFCRELVOIDSELEMENT", {guid("void " + opening.id), Argument::none(), Argument::none(),
                                    Argument::none(), wall_ref, hole});
    std::vector<Property> trust{{"WidthHalfWidth95", length_measure(opening.uncertainty.width_mm / 1000)},
                                {"SillHalfWidth95", length_measure(opening.uncertainty.sill_mm / 1000)},
                                {"HeadHalfWidth95", length_measure(opening.uncertainty.head_mm / 1000)}};
    if (opening.type == OpeningType::kOpening) return state_trust(opening, hole, std::move(trust));

    const bool door = opening.type == OpeningType::kDoor;
    const Ref shape = geometry_.shape({box(opening, std::min(kPanelThickness, wall.thickness) / 2)});
    const Ref filling = add_product(
        door ? "IFCDOOR" : "IFCWINDOW", product(opening.id, marks_.at(opening.id), placement_, shape),
        {Argument::none(), opening.head - opening.sill, distance(opening.start, opening.end),
         Argument::enumeration(door ? "DOOR" : "WINDOW"), Argument::enumeration("NOTDEFINED"),
         Argument::none()});
    out_.add("IFCRELFILLSELEMENT", {guid("fill " + opening.id), Argument::none(), Argument::none(),
                                    Argument::none(), hole, filling});
    state_trust(opening, filling, std::move(trust));
    elements.push_back(filling);
  }

  Ref write_column(const Column& column) {
    const Ref shape = geometry_.shape({geometry_.prism(local(column.polygon), {}, 0, height_)});
    const Ref own =
        add_product("IFCCOLUMN", product(column.id, column.id, placement_, shape),
                    {Argument::none(), Argument::enumeration(column.attached ? "PILASTER" : "COLUMN")});
    state_trust(column, own);
    return own;
  }

  /// Steps of a straight flight whose risers were counted; else only the outline on the floor.
  Ref write_stair(const Storey& storey, const Stair& stair) {
    const Ref outline = geometry_.polyline(local(stair.polygon), true);
    const Ref shape = geometry_.shape(steps(storey, stair), 0, outline);
    const Ref own = add_product("IFCSTAIR", product(stair.id, stair.id, placement_, shape),
                                {Argument::none(), Argument::enumeration("NOTDEFINED")});
    std::vector<Property> count;
    if (stair.risers > 0) {
      count.push_back({"NumberOfRiser", Argument::typed("IFCCOUNTMEASURE", Argument::integer(stair.risers))});
    }
    state_trust(stair, own, std::move(count));
    return own;
  }

  std::vector<Ref> steps(const Storey& storey, const Stair& stair) {
    std::vector<Ref> solids;
    if (!stair.is_straight() || stair.risers < 2 || !stair.up_from || !stair.up_to) return solids;
    const Point2 up = unit(*stair.up_to - *stair.up_from), side = turned_left(up);
    double low = 1e300, high = -1e300;
    for (const Point2& p : stair.polygon) {
      low = std::min(low, dot(p, up));
      high = std::max(high, dot(p, up));
    }
    const double rise = (floor_above(storey) - storey.floor_z) / stair.risers;
    const int treads = stair.risers - 1;
    const double going = (high - low) / treads;
    const double half = dot(stair.polygon.front(), side);
    constexpr double kWide = 100;  // m: wider than any stair
    for (int i = 0; i < treads; ++i) {
      const Point2 a = up * (low + going * i) + side * (half - kWide), b = a + up * going;
      const Point2 across = side * (2 * kWide);
      const Region tread = intersect_metres({stair.polygon}, {{a, b, b + across, a + across}});
      for (const Ring& ring : tread) solids.push_back(geometry_.prism(local(ring), {}, 0, rise * (i + 1)));
    }
    return solids;
  }

  /// `regions` work in millimetres near the origin.
  Region intersect_metres(const Region& a, const Region& b) const {
    const auto convert = [&](Region region, bool back) {
      for (Ring& ring : region) {
        for (Point2& p : ring) p = back ? p * 0.001 + origin_ : (p - origin_) * 1000;
      }
      return region;
    };
    return convert(intersect(unite(convert(a, false)), unite(convert(b, false))), true);
  }

  double floor_above(const Storey& storey) const {
    double above = 1e300;
    for (const Storey& other : plan_.storeys) {
      if (other.floor_z > storey.floor_z + 0.5) above = std::min(above, other.floor_z);
    }
    return above < 1e300 ? above : storey.ceiling_z + kSlabThickness;
  }

  /// The floor under a storey: as thick as the space to the ceiling below, where there is one.
  double slab_thickness(const Storey& storey, bool& measured) const {
    double ceiling = -1e300;
    for (const Storey& other : plan_.storeys) {
      if (other.floor_z < storey.floor_z - 0.5) ceiling = std::max(ceiling, other.ceiling_z);
    }
    measured = ceiling > -1e300 && storey.floor_z - ceiling > kLeastHeight;
    return measured ? storey.floor_z - ceiling : kSlabThickness;
  }

  void write_slabs(const Storey& storey, std::vector<Ref>& elements) {
    const SheetFrame frame{origin_, 0};
    const Region outline = wall_regions(on_sheet(storey, frame)).building;
    bool measured = false;
    const double thickness = slab_thickness(storey, measured);
    int count = 0;
    for (const Ring& outer : outline) {
      if (signed_area(outer) <= 0) continue;
      const auto in_metres = [](Ring ring) {
        for (Point2& p : ring) p = p * 0.001;
        return ring;
      };
      std::vector<Ring> holes;
      for (const Ring& hole : outline) {
        if (signed_area(hole) < 0 && contains({outer}, hole.front())) holes.push_back(in_metres(hole));
      }
      const Ref shape = geometry_.shape({geometry_.prism(in_metres(outer), holes, -thickness, thickness)});
      const std::string id = "slab " + std::to_string(storey.index) + "." + std::to_string(++count);
      const Ref slab = add_product("IFCSLAB", product(id, id, placement_, shape),
                                   {Argument::none(), Argument::enumeration("FLOOR")});
      define("Storey_Measurement", id, slab, {{"ThicknessBasis", label(measured ? "measured" : "inferred")}});
      elements.push_back(slab);
    }
  }

  Ref write_space(const Room& room) {
    const double height = room.ceiling_height > 0 ? room.ceiling_height : height_;
    const Ref shape = geometry_.shape({geometry_.prism(local(room.polygon), local(room.holes), 0, height)});
    const Ref own = add_product("IFCSPACE", product(room.id, marks_.at(room.id), placement_, shape),
                                {Argument::string(room.name), Argument::enumeration("ELEMENT"),
                                 Argument::enumeration("SPACE"), Argument::none()});
    double perimeter = 0;
    for (std::size_t i = 0; i < room.polygon.size(); ++i) {
      perimeter += distance(room.polygon[i], room.polygon[(i + 1) % room.polygon.size()]);
    }
    std::vector<Quantity> quantities{{"IFCQUANTITYLENGTH", "GrossPerimeter", perimeter},
                                     {"IFCQUANTITYAREA", "NetFloorArea", room.area}};
    if (room.ceiling_height > 0) {
      quantities.insert(quantities.begin(), {"IFCQUANTITYLENGTH", "Height", room.ceiling_height});
      quantities.push_back({"IFCQUANTITYVOLUME", "NetVolume", room.area * room.ceiling_height});
    }
    quantify("Qto_SpaceBaseQuantities", room.id, own, quantities);
    state_trust(room, own,
                {{"NetFloorAreaHalfWidth95", Argument::typed("IFCAREAMEASURE", room.area_uncertainty_m2)}});
    return own;
  }

  const Plan& plan_;
  const Options& options_;
  Marks marks_;
  std::uint64_t seed_;
  StepWriter out_;
  GeometryWriter geometry_;
  Point2 origin_{0, 0};
  Ref placement_ = 0;  // of the storey that is being written
  double height_ = 0;  // of its walls
};

}  // namespace

std::string plan_to_ifc(const Plan& plan, const Options& options) { return IfcWriter(plan, options).write(); }

}  // namespace storey
