#include "export/schedules.h"

#include <algorithm>
#include <cmath>

#include "export/drawing/labels.h"
#include "export/drawing/marks.h"
#include "export/drawing/regions.h"
#include "export/drawing/vec.h"
#include "model/basis_name.h"
#include "model/utf8.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kBesideWall = 0.1;  // m from a wall's face to a point in the room

/// Lines of fields; fields are quoted where RFC 4180 wants it.
class Csv {
 public:
  explicit Csv(ModelUnits units) : metric_(units == ModelUnits::kMetric) {}

  Csv& field(std::string_view value) {
    if (!first_) text_ += ',';
    first_ = false;
    const std::string valid = valid_utf8(value);
    if (valid.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += valid;
      return *this;
    }
    text_ += '"';
    for (const char c : valid) text_ += c == '"' ? "\"\"" : std::string(1, c);
    text_ += '"';
    return *this;
  }
  Csv& number(double value, int decimals) { return field(decimal(value, decimals)); }
  Csv& integer(int value) { return field(std::to_string(value)); }
  Csv& length(double mm) { return number(metric_ ? mm : mm / 25.4, metric_ ? 1 : 3); }
  /// A 95 % half-width; empty where it is not known.
  Csv& half_width(double mm) { return mm > 0 ? length(mm) : field(""); }
  Csv& area(double m2) { return number(metric_ ? m2 : m2 / (0.3048 * 0.3048), metric_ ? 3 : 2); }

  /// Names of columns; "_L" at an end stands for the unit of lengths, "_A" for that of areas.
  void header(std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) {
      std::string column(name);
      if (column.ends_with("_L")) column.replace(column.size() - 1, 1, metric_ ? "mm" : "in");
      if (column.ends_with("_A")) column.replace(column.size() - 1, 1, metric_ ? "m2" : "sqft");
      field(column);
    }
    end();
  }

  void end() {
    text_ += "\r\n";
    first_ = true;
  }

  std::string take() { return std::move(text_); }

 private:
  bool metric_;
  bool first_ = true;
  std::string text_;
};

/// The number of the room at `p`, empty outside of all.
std::string room_at(const Storey& storey, const Marks& marks, const Point2& p) {
  for (const Room& room : storey.rooms) {
    Region outline{room.polygon};
    outline.insert(outline.end(), room.holes.begin(), room.holes.end());
    if (contains(outline, p)) return marks.at(room.id);
  }
  return {};
}

/// The rooms on the left and the right of an opening.
std::pair<std::string, std::string> rooms_beside(const Storey& storey, const Marks& marks,
                                                 const Opening& opening) {
  const auto wall = std::find_if(storey.walls.begin(), storey.walls.end(),
                                 [&](const Wall& candidate) { return candidate.id == opening.wall_id; });
  const double thickness = wall == storey.walls.end() ? 0.2 : wall->thickness;
  const Point2 across = turned_left(unit(opening.end - opening.start)) * (thickness / 2 + kBesideWall);
  const Point2 centre = middle(opening.start, opening.end);
  return {room_at(storey, marks, centre + across), room_at(storey, marks, centre - across)};
}

void size_fields(Csv& csv, const Opening& opening) {
  csv.length(distance(opening.start, opening.end) * 1000).half_width(opening.uncertainty.width_mm);
  csv.length((opening.head - opening.sill) * 1000);
  csv.length(opening.sill * 1000).half_width(opening.uncertainty.sill_mm);
  csv.length(opening.head * 1000).half_width(opening.uncertainty.head_mm);
}

std::string openings_csv(const Plan& plan, ModelUnits units, bool windows) {
  Csv csv(units);
  csv.header({"mark", "id", "storey", "type", "wall", "from", "to", "width_L", "width_pm_L", "height_L",
              "sill_L", "sill_pm_L", "head_L", "head_pm_L", "swing", "confidence", "basis"});
  const Marks marks = marks_of(plan);
  for (const Storey& storey : plan.storeys) {
    for (const Opening& opening : storey.openings) {
      if ((opening.type == OpeningType::kWindow) != windows) continue;
      const auto [left, right] = rooms_beside(storey, marks, opening);
      csv.field(marks.at(opening.id)).field(opening.id).integer(storey.index);
      csv.field(windows ? "window" : opening.type == OpeningType::kDoor ? "door" : "opening");
      csv.field(opening.wall_id).field(left).field(right);
      size_fields(csv, opening);
      csv.field(opening.swing ? "seen" : "")
          .number(opening.confidence, 2)
          .field(basis_name(opening.basis))
          .end();
    }
  }
  return csv.take();
}

}  // namespace

std::string rooms_csv(const Plan& plan, ModelUnits units) {
  Csv csv(units);
  csv.header({"number", "id", "storey", "name", "area_A", "area_pm_A", "length_L", "length_pm_L", "width_L",
              "width_pm_L", "ceiling_height_L", "confidence", "basis"});
  const Marks marks = marks_of(plan);
  for (const Storey& storey : plan.storeys) {
    for (const Room& room : storey.rooms) {
      csv.field(marks.at(room.id)).field(room.id).integer(storey.index).field(room.name);
      csv.area(room.area);
      if (room.area_uncertainty_m2 > 0) {
        csv.area(room.area_uncertainty_m2);
      } else {
        csv.field("");
      }
      for (std::size_t i = 0; i < 2; ++i) {
        if (i < room.clear_dimensions.size()) {
          csv.length(room.clear_dimensions[i].length * 1000)
              .half_width(room.clear_dimensions[i].uncertainty_mm);
        } else {
          csv.field("").field("");
        }
      }
      if (room.ceiling_height > 0) {
        csv.length(room.ceiling_height * 1000);
      } else {
        csv.field("");
      }
      csv.number(room.confidence, 2).field(basis_name(room.basis)).end();
    }
  }
  return csv.take();
}

std::string doors_csv(const Plan& plan, ModelUnits units) { return openings_csv(plan, units, false); }
std::string windows_csv(const Plan& plan, ModelUnits units) { return openings_csv(plan, units, true); }

std::string areas_csv(const AreaStatement& statement, ModelUnits units) {
  Csv csv(units);
  csv.header({"storey", "standard", "part", "area_A", "counted_A", "rule"});
  for (const StoreyArea& area : statement.storeys) {
    const auto row = [&](const char* part, double m2, const char* rule) {
      csv.integer(area.storey).field("").field(part).area(m2).area(m2).field(rule).end();
    };
    row("net", area.net_m2, "rooms, between the faces of their walls");
    row("gross", area.gross_m2, "to the outer faces of the outer walls");
  }
  for (const AreaPart& part : statement.parts) {
    csv.integer(part.storey).field(statement.standard).field(part.part);
    csv.area(part.area_m2).area(part.counted_m2).field(part.rule).end();
  }
  if (!statement.standard.empty()) {
    csv.field("").field(statement.standard).field(statement.quantity);
    csv.area(statement.total_m2).area(statement.total_m2).field("sum of the parts").end();
  }
  return csv.take();
}

}  // namespace storey
