#include "export/report_html.h"

#include <algorithm>

#include "export/drawing/labels.h"
#include "export/drawing/marks.h"
#include "export/drawing/vec.h"
#include "export/picture.h"
#include "export/svg.h"
#include "model/basis_name.h"

namespace storey {
namespace {

using namespace drawing;

constexpr const char* kStyle =
    "body{font:15px/1.45 'Liberation Sans',Arial,Helvetica,sans-serif;color:#222;max-width:60rem;margin:2rem "
    "auto;padding:0 "
    "1rem}h1{font-size:1.7rem;margin-bottom:.2rem}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:"
    "1px solid #bbb}h3{font-size:1.05rem;margin-bottom:.3rem}table{border-collapse:collapse;margin:.6rem "
    "0}th,td{"
    "padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top;border-bottom:1px solid "
    "#e4e4e4}td.n,th.n{"
    "text-align:right;font-variant-numeric:tabular-nums}img{max-width:100%;border:1px solid "
    "#ddd}.note{color:#666}"
    "@media print{details{display:block}h2{break-after:avoid}}";

/// The median and the largest of some half-widths, mm.
struct Spread {
  double median = 0, largest = 0;
  std::size_t count = 0;
};

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.back(), values.size()};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class HtmlWriter {
 public:
  HtmlWriter(const Plan& plan, const Report& report, const AreaStatement& areas,
             const std::vector<StoreyPicture>& pictures, const Options& options)
      : plan_(plan),
        report_(report),
        areas_(areas),
        pictures_(pictures),
        options_(options),
        marks_(marks_of(plan)) {}

  std::string write() {
    write_head();
    write_summary();
    for (std::size_t i = 0; i < pictures_.size(); ++i) write_storey(pictures_[i]);
    write_areas();
    write_stations();
    write_left_out();
    write_inputs();
    write_stages();
    out_ += "</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  // ---- pieces of HTML

  void tag(const std::string& name, std::string_view text, const std::string& attributes = "") {
    out_ += "<" + name + attributes + ">" + xml_escaped(text) + "</" + name + ">\n";
  }

  /// Columns whose title starts with '#' hold numbers.
  void begin_table(const std::vector<std::string>& columns) {
    out_ += "<table>\n<thead><tr>";
    numeric_.clear();
    for (const std::string& column : columns) {
      numeric_.push_back(column.starts_with("#"));
      out_ += std::string("<th scope=\"col\"") + (numeric_.back() ? " class=\"n\">" : ">") +
              xml_escaped(numeric_.back() ? column.substr(1) : column) + "</th>";
    }
    out_ += "</tr></thead>\n<tbody>\n";
  }
  void row(const std::vector<std::string>& cells) {
    out_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out_ += std::string(numeric_[i] ? "<td class=\"n\">" : "<td>") + xml_escaped(cells[i]) + "</td>";
    }
    out_ += "</tr>\n";
  }
  void end_table() { out_ += "</tbody>\n</table>\n"; }

  void begin_details(const std::string& summary) {
    out_ += "<details><summary>" + xml_escaped(summary) + "</summary>\n";
  }
  void end_details() { out_ += "</details>\n"; }

  void picture(const std::string& type, std::string_view bytes, const std::string& description) {
    out_ += "<p><img alt=\"" + xml_escaped(description) + "\" src=\"data:" + type + ";base64," +
            base64(bytes) + "\"></p>\n";
  }

  // ---- values

  std::string length(double metres) const { return length_text(metres * 1000, options_.model_units); }
  std::string area(double m2, double half_width = 0) const {
    return area_text(m2, half_width, options_.model_units);
  }
  std::string half_width(double mm) const { return mm > 0 ? "±" + decimal(mm, 1) + " mm" : "–"; }
  static std::string percent(double share) { return decimal(share * 100, 0) + " %"; }
  std::string mark(const std::string& id) const { return marks_.at(id); }

  const Storey& storey_of(const StoreyPicture& picture) const {
    return *std::find_if(plan_.storeys.begin(), plan_.storeys.end(),
                         [&](const Storey& storey) { return storey.index == picture.drawing->storey; });
  }

  // ---- sections

  void write_head() {
    const std::string title = options_.title.project.empty() ? "Floor plan" : options_.title.project;
    out_ += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    out_ += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    tag("title", title + ": report of measurement");
    out_ += "<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
    tag("h1", title);
    std::vector<std::string> below{"Report of measurement"};
    for (const std::string& part : {options_.title.address, options_.title.date}) {
      if (!part.empty()) below.push_back(part);
    }
    tag("p", joined(below), " class=\"note\"");
  }

  void write_summary() {
    std::size_t rooms = 0, walls = 0, one_sided = 0, inferred = 0;
    double net = 0, gross = 0;
    std::vector<double> positions;
    for (const Storey& storey : plan_.storeys) {
      rooms += storey.rooms.size();
      walls += storey.walls.size();
      for (const Wall& wall : storey.walls) {
        inferred += wall.basis == Basis::kInferred;
        one_sided += wall.basis == Basis::kMeasured && wall.thickness_basis == Basis::kInferred;
        if (wall.basis == Basis::kMeasured && wall.uncertainty.position_mm > 0) {
          positions.push_back(wall.uncertainty.position_mm);
        }
      }
    }
    for (const StoreyArea& storey : areas_.storeys) net += storey.net_m2, gross += storey.gross_m2;
    tag("h2", "Summary");
    tag("p", counted(plan_.storeys.size(), "storey") + ", " + counted(rooms, "room") + ", net area " +
                 area(net) + ", gross area " + area(gross) + ".");
    const Spread spread = spread_of(std::move(positions));
    std::string trust = counted(walls, "wall") + ": ";
    if (spread.count > 0) {
      trust += "half of the measured ones lie within " + half_width(spread.median) + ", all within " +
               half_width(spread.largest) + " (95 % intervals); ";
    }
    trust += std::to_string(one_sided) + " seen from one side only, their thickness is estimated; " +
             std::to_string(inferred) + " not seen but inferred from their surroundings.";
    tag("p", trust);
    if (plan_.frame.tilt_deg > 0) {
      tag("p", "The scan was tilted by " + decimal(plan_.frame.tilt_deg, 2) + "°; the plan is level.");
    }
    if (report_.warnings.empty()) return;
    tag("h3", "Warnings");
    out_ += "<ul>\n";
    for (const std::string& warning : report_.warnings) tag("li", warning);
    out_ += "</ul>\n";
  }

  void write_storey(const StoreyPicture& shown) {
    const Storey& storey = storey_of(shown);
    tag("h2", storey.name);
    picture("image/svg+xml", shown.svg, "Floor plan of " + storey.name);
    for (const DensityMap& density : report_.density) {
      if (density.storey != storey.index) continue;
      picture("image/png", density_png(*shown.drawing, density), "The plan over the points of the scan");
      tag("p", "The plan over the points it was measured from: the darker, the more.", " class=\"note\"");
    }
    write_rooms(storey);
    write_openings(storey);
    write_walls(storey);
  }

  void write_rooms(const Storey& storey) {
    if (storey.rooms.empty()) return;
    tag("h3", "Rooms");
    begin_table({"No.", "Name", "#Area", "Clear size", "#Ceiling", "#Confidence", "Basis"});
    for (const Room& room : storey.rooms) {
      std::vector<std::string> sizes;
      for (const ClearDimension& clear : room.clear_dimensions) {
        sizes.push_back(length(clear.length) + " " +
                        (clear.uncertainty_mm > 0 ? half_width(clear.uncertainty_mm) : ""));
      }
      row({mark(room.id), room.name, area(room.area, room.area_uncertainty_m2), joined(sizes),
           room.ceiling_height > 0 ? length(room.ceiling_height) : "not seen", percent(room.confidence),
           basis_name(room.basis)});
    }
    end_table();
  }

  void write_openings(const Storey& storey) {
    if (storey.openings.empty()) return;
    begin_details("Doors, windows and openings (" + std::to_string(storey.openings.size()) + ")");
    begin_table({"No.", "Type", "#Width", "#±", "#Sill", "#±", "#Head", "#±", "#Confidence", "Basis"});
    for (const Opening& opening : storey.openings) {
      static constexpr const char* kTypes[] = {"door", "window", "opening"};
      row({mark(opening.id), kTypes[static_cast<int>(opening.type)],
           length(distance(opening.start, opening.end)), half_width(opening.uncertainty.width_mm),
           length(opening.sill), half_width(opening.uncertainty.sill_mm), length(opening.head),
           half_width(opening.uncertainty.head_mm), percent(opening.confidence), basis_name(opening.basis)});
    }
    end_table();
    end_details();
  }

  void write_walls(const Storey& storey) {
    if (storey.walls.empty()) return;
    begin_details("Walls (" + std::to_string(storey.walls.size()) + ")");
    begin_table({"Id", "#Length", "#Position", "#Thickness", "#±", "Thickness from", "Faces seen",
                 "#Confidence", "Basis"});
    for (const Wall& wall : storey.walls) {
      std::vector<std::string> faces;
      for (const Face& face : wall.faces) {
        faces.push_back(face.side + " " + percent(face.coverage) + ", rms " + decimal(face.rms_mm, 1) +
                        " mm");
      }
      const std::string source =
          wall.thickness_source.empty() ? basis_name(wall.thickness_basis) : wall.thickness_source;
      row({wall.id, length(distance(wall.start, wall.end)), half_width(wall.uncertainty.position_mm),
           length(wall.thickness), half_width(wall.uncertainty.thickness_mm.value_or(0)), source,
           faces.empty() ? "–" : joined(faces), percent(wall.confidence), basis_name(wall.basis)});
    }
    end_table();
    end_details();
  }

  void write_areas() {
    tag("h2", "Areas");
    begin_table({"Storey", "#Net", "#Gross"});
    for (const StoreyArea& storey : areas_.storeys) {
      row({std::to_string(storey.storey), area(storey.net_m2), area(storey.gross_m2)});
    }
    end_table();
    tag("p", "Net: rooms between the faces of their walls. Gross: to the outer faces of the outer walls.",
        " class=\"note\"");
    if (areas_.standard.empty()) return;
    tag("h3", areas_.standard + ": " + areas_.quantity + " " + area(areas_.total_m2));
    begin_table({"Storey", "Part", "#Area", "#Counted", "Rule"});
    for (const AreaPart& part : areas_.parts) {
      row({std::to_string(part.storey), part.part, area(part.area_m2), area(part.counted_m2), part.rule});
    }
    end_table();
    out_ += "<p class=\"note\">Taken for granted: " + xml_escaped(joined(areas_.assumptions)) + ".</p>\n";
  }

  void write_stations() {
    if (report_.station_offsets.empty()) return;
    tag("h2", "Agreement of the stations");
    tag("p", "How far the faces that a station saw lie off those that others saw, on average.",
        " class=\"note\"");
    begin_table({"Station", "#Offset", "#Shared faces"});
    for (const StationOffset& station : report_.station_offsets) {
      row({station.station, decimal(station.offset_mm, 1) + " mm", std::to_string(station.shared_faces)});
    }
    end_table();
  }

  void write_left_out() {
    if (report_.left_out.empty()) return;
    tag("h2", "Left out");
    begin_table({"What", "Why", "Storey", "Where"});
    for (const LeftOut& item : report_.left_out) {
      const std::string where =
          item.x && item.y ? "x " + decimal(*item.x, 2) + " m, y " + decimal(*item.y, 2) + " m" : "";
      row({item.what, item.reason, item.storey < 0 ? "" : std::to_string(item.storey), where});
    }
    end_table();
  }

  void write_inputs() {
    if (report_.inputs.empty()) return;
    tag("h2", "Scans");
    begin_table({"File", "Format", "#Bytes", "#Points", "#Invalid", "#Broken lines", "#Scans", "#Poses"});
    for (const InputReport& input : report_.inputs) {
      row({input.file, input.format, std::to_string(input.bytes), std::to_string(input.points),
           std::to_string(input.invalid), std::to_string(input.broken_lines), std::to_string(input.scans),
           std::to_string(input.poses)});
    }
    end_table();
  }

  void write_stages() {
    if (report_.stages.empty()) return;
    begin_details("Measures of every stage");
    begin_table({"Stage", "Measure", "#Value", "Unit"});
    for (const StageReport& stage : report_.stages) {
      for (const Measure& measure : stage.measures) {
        row({stage.stage, measure.name, decimal(measure.value, 3), measure.unit == "1" ? "" : measure.unit});
      }
    }
    end_table();
    end_details();
  }

  const Plan& plan_;
  const Report& report_;
  const AreaStatement& areas_;
  const std::vector<StoreyPicture>& pictures_;
  const Options& options_;
  Marks marks_;
  std::vector<bool> numeric_;
  std::string out_;
};

}  // namespace

std::string report_to_html(const Plan& plan, const Report& report, const AreaStatement& areas,
                           const std::vector<StoreyPicture>& pictures, const Options& options) {
  return HtmlWriter(plan, report, areas, pictures, options).write();
}

}  // namespace storey
