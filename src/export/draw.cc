#include "export/draw.h"

#include <algorithm>
#include <functional>

#include "export/drawing/layout.h"
#include "export/drawing/notes.h"
#include "export/drawing/sheet.h"
#include "export/dxf/dxf.h"
#include "export/geojson.h"
#include "export/ifc/ifc.h"
#include "export/pdf.h"
#include "export/picture.h"
#include "export/png.h"
#include "export/report_html.h"
#include "export/schedules.h"
#include "export/svg.h"
#include "model/plan_json.h"
#include "model/report_json.h"

namespace storey {
namespace {

using drawing::Drawing;

/// Every storey that is to be drawn, laid out for one sheet.
struct Layout {
  drawing::SheetChoice choice;
  std::vector<Drawing> drawings;
};

/// What the writers share.
struct Sources {
  const Plan& plan;
  const Report& report;
  const Options& options;
  Layout layout;
};

using Files = std::vector<OutputFile>;

bool wanted(const Options& options, const std::string& format) {
  return std::find(options.formats.begin(), options.formats.end(), format) != options.formats.end();
}

bool drawn(const Storey& storey, const Options& options) {
  return options.storeys.empty() ||
         std::find(options.storeys.begin(), options.storeys.end(), storey.index) != options.storeys.end();
}

/// All storeys at `scale`, plans only.
std::vector<Drawing> lay_out_storeys(const Plan& plan, const Options& options, int scale) {
  const drawing::SheetFrame frame = drawing::sheet_frame(plan, options.orientation);
  const drawing::Marks marks = drawing::marks_of(plan);
  std::vector<Drawing> drawings;
  for (const Storey& storey : plan.storeys) {
    if (drawn(storey, options)) drawings.push_back(lay_out(storey, frame, marks, scale, options.model_units));
  }
  return drawings;
}

/// One sheet and one scale for all storeys: the first choice that every storey fits.
Layout choose_layout(const Plan& plan, const Options& options, RunContext& context) {
  Layout layout;
  for (const drawing::SheetChoice& choice :
       drawing::sheet_choices(options.model_units, options.sheet_scale)) {
    if (layout.drawings.empty() || layout.choice.scale != choice.scale) {
      layout.drawings = lay_out_storeys(plan, options, choice.scale);
    }
    layout.choice = choice;
    const auto fit = [&](const Drawing& drawing) { return fits(choice.sheet, drawing); };
    if (std::all_of(layout.drawings.begin(), layout.drawings.end(), fit)) break;
  }
  if (options.sheet_scale > 0 && layout.choice.scale != options.sheet_scale) {
    context.warn("at 1:" + std::to_string(options.sheet_scale) +
                 " the building fits no sheet up to A1; drawn at 1:" + std::to_string(layout.choice.scale));
  }
  return layout;
}

const Storey& storey_of(const Plan& plan, const Drawing& drawing) {
  return *std::find_if(plan.storeys.begin(), plan.storeys.end(),
                       [&](const Storey& storey) { return storey.index == drawing.storey; });
}

Files draw_json(const Sources& sources) {
  return {{"plan.json", "json", -1, plan_to_json(sources.plan)},
          {"report.json", "json", -1, report_to_json(sources.report)}};
}

/// One file a storey, with title and notes around the plan.
template <class Write>
Files draw_each(const Sources& sources, const std::string& format, const Write& write) {
  Files files;
  for (const Drawing& plain : sources.layout.drawings) {
    Drawing full = plain;
    drawing::add_surroundings(full, storey_of(sources.plan, plain), sources.options.model_units);
    files.push_back(
        {"storey-" + std::to_string(plain.storey) + "." + format, format, plain.storey, write(full)});
  }
  return files;
}

Files draw_svg(const Sources& sources) {
  return draw_each(sources, "svg",
                   [&](const Drawing& drawing) { return svg_text(drawing, sources.options.layers); });
}

Files draw_dxf(const Sources& sources) {
  return draw_each(sources, "dxf", [&](const Drawing& drawing) {
    return dxf_text(drawing, sources.options.layers, sources.options.model_units);
  });
}

Files draw_pdf(const Sources& sources) {
  std::vector<SheetPage> pages;
  for (const Drawing& plain : sources.layout.drawings)
    pages.push_back({plain, storey_of(sources.plan, plain)});
  return {{"plan.pdf", "pdf", -1, pdf_bytes(pages, sources.layout.choice.sheet, sources.options)}};
}

Files draw_geojson(const Sources& sources) {
  return {{"plan.geojson", "geojson", -1, plan_to_geojson(sources.plan, sources.options.storeys)}};
}

Files draw_ifc(const Sources& sources) {
  return {{"plan.ifc", "ifc", -1, plan_to_ifc(sources.plan, sources.options)}};
}

Files draw_csv(const Sources& sources) {
  const ModelUnits units = sources.options.model_units;
  const AreaStatement areas = area_statement(sources.plan, sources.options.area_standard);
  return {{"rooms.csv", "csv", -1, rooms_csv(sources.plan, units)},
          {"doors.csv", "csv", -1, doors_csv(sources.plan, units)},
          {"windows.csv", "csv", -1, windows_csv(sources.plan, units)},
          {"areas.csv", "csv", -1, areas_csv(areas, units)}};
}

Files draw_report(const Sources& sources) {
  const Files svg = draw_svg(sources);
  std::vector<StoreyPicture> pictures;
  for (std::size_t i = 0; i < svg.size(); ++i)
    pictures.push_back({&sources.layout.drawings[i], svg[i].bytes});
  const AreaStatement areas = area_statement(sources.plan, sources.options.area_standard);
  return {{"report.html", "html", -1,
           report_to_html(sources.plan, sources.report, areas, pictures, sources.options)}};
}

Files draw_png(const Sources& sources) { return draw_each(sources, "png", png_bytes); }

Files draw_density(const Sources& sources) {
  Files files;
  for (const DensityMap& density : sources.report.density) {
    const std::vector<int>& storeys = sources.options.storeys;
    if (!storeys.empty() && std::find(storeys.begin(), storeys.end(), density.storey) == storeys.end())
      continue;
    const std::string name = "storey-" + std::to_string(density.storey) + ".density";
    files.push_back({name + ".png", "density", density.storey, density_layer_png(density)});
    files.push_back({name + ".pgw", "density", density.storey, density_world_file(density)});
  }
  return files;
}

struct Format {
  std::string_view name;
  Files (*draw)(const Sources&);
};

constexpr Format kFormats[] = {{"json", draw_json},      {"svg", draw_svg}, {"png", draw_png},
                               {"dxf", draw_dxf},        {"pdf", draw_pdf}, {"geojson", draw_geojson},
                               {"ifc", draw_ifc},        {"csv", draw_csv}, {"html", draw_report},
                               {"density", draw_density}};

}  // namespace

const std::vector<std::string_view>& known_formats() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const Format& format : kFormats) list.push_back(format.name);
    return list;
  }();
  return names;
}

Result<void> check_formats(const std::vector<std::string>& formats) {
  const auto& known = known_formats();
  for (const std::string& format : formats) {
    if (std::find(known.begin(), known.end(), format) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
    return fail(ErrorCode::kInvalidArgument, "unknown format \"" + format + "\"", "the formats are " + list);
  }
  return {};
}

Result<std::vector<OutputFile>> draw(const Plan& plan, const Report& report, const Options& options,
                                     RunContext& context) {
  if (Result<void> checked = check_formats(options.formats); !checked) return fail(checked.error());
  const Sources sources{plan, report, options, choose_layout(plan, options, context)};
  Files files;
  double done = 0;
  for (const Format& format : kFormats) {
    if (context.cancelled()) return fail(ErrorCode::kCancelled, "the conversion was cancelled");
    if (format.name == "json" || wanted(options, std::string(format.name))) {
      for (OutputFile& file : format.draw(sources)) files.push_back(std::move(file));
    }
    context.report(Stage::kExport, ++done / std::size(kFormats));
  }
  return files;
}

}  // namespace storey
