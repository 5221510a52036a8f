#include "export/dxf/tables.h"

#include <algorithm>
#include <cmath>

#include "export/drawing/layers.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"
#include "export/dxf/entities.h"
#include "export/dxf/handles.h"

namespace storey::dxf {
namespace {

using namespace drawing;

constexpr int kForeground = 7;

bool metric(ModelUnits units) { return units == ModelUnits::kMetric; }

Extent extent_or_origin(const Drawing& drawing) {
  Extent extent = drawing.extent;
  if (extent.empty()) extent.add(Point2{0, 0});
  return extent;
}

void begin_table(GroupWriter& out, std::string_view name, Handle own, std::size_t count) {
  out.text(0, "TABLE");
  out.text(2, name);
  out.handle(5, own);
  out.handle(330, 0);
  out.subclass("AcDbSymbolTable");
  out.integer(70, static_cast<long long>(count));
}

void end_table(GroupWriter& out) { out.text(0, "ENDTAB"); }

void begin_record(GroupWriter& out, std::string_view type, Handle table, std::string_view subclass,
                  std::string_view name) {
  out.object(type, table, "AcDbSymbolTableRecord");
  out.subclass(subclass);
  out.text(2, name);
}

/// The view with which the file opens: the whole drawing.
void write_vport(GroupWriter& out, const Drawing& drawing) {
  const Extent extent = extent_or_origin(drawing);
  constexpr double kAspect = 1.6;
  begin_table(out, "VPORT", kVportTable, 1);
  begin_record(out, "VPORT", kVportTable, "AcDbViewportTableRecord", "*Active");
  out.integer(70, 0);
  out.real(10, 0), out.real(20, 0), out.real(11, 1), out.real(21, 1);
  out.point_2d(12, middle(extent.low, extent.high));
  out.real(13, 0), out.real(23, 0), out.real(14, 10), out.real(24, 10), out.real(15, 10), out.real(25, 10);
  out.real(16, 0), out.real(26, 0), out.real(36, 1), out.real(17, 0), out.real(27, 0), out.real(37, 0);
  out.length(40, std::max({extent.height(), extent.width() / kAspect, 1000.0}) * 1.05);
  out.real(41, kAspect);
  out.real(42, 50), out.real(43, 0), out.real(44, 0), out.real(50, 0), out.real(51, 0);
  for (const auto& [code, value] :
       {std::pair{71, 0}, {72, 1000}, {73, 1}, {74, 3}, {75, 0}, {76, 0}, {77, 0}, {78, 0}}) {
    out.integer(code, value);
  }
  end_table(out);
}

void write_linetype(GroupWriter& out, std::string_view name, std::string_view description,
                    const std::vector<double>& dashes_mm) {
  begin_record(out, "LTYPE", kLinetypeTable, "AcDbLinetypeTableRecord", name);
  out.integer(70, 0);
  out.text(3, description);
  out.integer(72, 'A');
  out.integer(73, static_cast<long long>(dashes_mm.size()));
  double whole = 0;
  for (const double dash : dashes_mm) whole += std::abs(dash);
  out.length(40, whole);
  for (const double dash : dashes_mm) {
    out.length(49, dash);
    out.integer(74, 0);
  }
}

void write_linetypes(GroupWriter& out, const Drawing& drawing) {
  const double paper = drawing.scale;
  begin_table(out, "LTYPE", kLinetypeTable, 5);
  write_linetype(out, "ByBlock", "", {});
  write_linetype(out, "ByLayer", "", {});
  write_linetype(out, "Continuous", "Solid line", {});
  write_linetype(out, "DASHED", "Dashed __ __ __", {kDashPaper * paper, -kDashGapPaper * paper});
  write_linetype(out, "DOTTED", "Dotted . . . .", {kDotPaper * paper, -kDashGapPaper * paper});
  end_table(out);
}

void write_layer(GroupWriter& out, std::string_view name, int weight, bool plotted, bool on = true) {
  begin_record(out, "LAYER", kLayerTable, "AcDbLayerTableRecord", name);
  out.integer(70, 0);
  out.integer(62, on ? kForeground : -kForeground);
  out.text(6, "Continuous");
  if (!plotted) out.integer(290, 0);
  out.integer(370, weight);
  out.handle(390, kNormalPlotStyle);
}

void write_layers(GroupWriter& out, LayerProfile layers) {
  begin_table(out, "LAYER", kLayerTable, kLayerCount + 2);
  write_layer(out, "0", -3, true);
  for (int i = 0; i < kLayerCount; ++i) {
    const Layer layer = static_cast<Layer>(i);
    write_layer(out, layer_name(layer, layers), layer == Layer::kWall ? 35 : 18,
                layer != Layer::kAreaBoundary);
  }
  write_layer(out, plain_text_layer(layers), 18, true, false);
  end_table(out);
}

void write_styles(GroupWriter& out) {
  begin_table(out, "STYLE", kStyleTable, 2);
  for (const char* name : {"Standard", kStyleName}) {
    const bool own = name == kStyleName;
    out.object_as(own ? kTextStyle : out.new_handle(), "STYLE", kStyleTable, "AcDbSymbolTableRecord");
    out.subclass("AcDbTextStyleTableRecord");
    out.text(2, name);
    out.integer(70, 0);
    out.real(40, 0), out.real(41, 1), out.real(50, 0);
    out.integer(71, 0);
    out.real(42, 1);
    out.text(3, "arial.ttf");
    out.text(4, "");
  }
  end_table(out);
}

void write_ucs(GroupWriter& out, const Drawing& drawing) {
  const Point2 origin = drawing.frame.sheet_from_plan({0, 0});
  const Point2 x = direction(-drawing.frame.angle_deg);
  begin_table(out, "UCS", kUcsTable, 1);
  begin_record(out, "UCS", kUcsTable, "AcDbUCSTableRecord", "SCAN");
  out.integer(70, 0);
  out.point(10, origin);
  out.direction(11, x);
  out.direction(12, turned_left(x));
  out.integer(79, 0);
  out.real(146, 0);
  end_table(out);
}

void write_appids(GroupWriter& out) {
  begin_table(out, "APPID", kAppidTable, 1);
  begin_record(out, "APPID", kAppidTable, "AcDbRegAppTableRecord", "ACAD");
  out.integer(70, 0);
  end_table(out);
}

void write_dimension_style(GroupWriter& out, const char* name, Handle own, double scale, ModelUnits units) {
  out.object_as(own, "DIMSTYLE", kDimstyleTable, "AcDbSymbolTableRecord");
  out.subclass("AcDbDimStyleTableRecord");
  out.text(2, name);
  out.integer(70, 0);
  out.real(40, scale);                  // of the sizes below, which are those on paper
  out.length(41, kTickPaper / 2);       // arrow
  out.length(42, kExtensionGapPaper);   // from feature to extension line
  out.length(44, kExtensionPastPaper);  // extension line past the dimension line
  out.length(140, kLabelHeightPaper);
  out.length(142, kTickPaper / 2);  // oblique strokes for arrow heads
  out.length(147, kLabelGapPaper);
  out.integer(73, 0), out.integer(74, 0);  // label along the line, inside and outside
  out.integer(77, 1);                      // and above it
  out.integer(79, metric(units) ? 0 : 3);  // "0'-0 1/8\"" without its feet where they are none
  out.integer(176, kForeground), out.integer(177, kForeground), out.integer(178, kForeground);
  out.integer(271, metric(units) ? 0 : 3);  // decimals, or eighths
  out.integer(277, metric(units) ? 2 : 4);  // decimal, or architectural
  out.handle(340, kTextStyle);
  out.integer(371, 13), out.integer(372, 13);
}

void write_dimension_styles(GroupWriter& out, const Drawing& drawing, ModelUnits units) {
  begin_table(out, "DIMSTYLE", kDimstyleTable, 2);
  out.subclass("AcDbDimStyleTable");
  out.integer(71, 0);
  write_dimension_style(out, "Standard", out.new_handle(), 1, units);
  write_dimension_style(out, kStyleName, kDimensionStyle, drawing.scale, units);
  end_table(out);
}

void write_block_record(GroupWriter& out, Handle own, std::string_view name, Handle layout) {
  out.object_as(own, "BLOCK_RECORD", kBlockRecordTable, "AcDbSymbolTableRecord");
  out.subclass("AcDbBlockTableRecord");
  out.text(2, name);
  out.handle(340, layout);
}

void write_block_records(GroupWriter& out, const Blocks& blocks) {
  begin_table(out, "BLOCK_RECORD", kBlockRecordTable, blocks.list.size() + 2);
  write_block_record(out, kModelSpace, "*Model_Space", kModelLayout);
  write_block_record(out, kPaperSpace, "*Paper_Space", kPaperLayout);
  for (const Block& block : blocks.list) write_block_record(out, block.record, block.name, 0);
  end_table(out);
}

void begin_dictionary(GroupWriter& out, Handle own, Handle owner) {
  out.object_as(own, "DICTIONARY", owner, "AcDbDictionary");
  out.integer(281, 1);  // a name that comes twice is kept once
}

void dictionary_entry(GroupWriter& out, std::string_view name, Handle object) {
  out.text(3, name);
  out.handle(350, object);
}

void write_layout(GroupWriter& out, Handle own, std::string_view name, int tab, Handle block,
                  const Extent& extent) {
  const bool model = tab == 0;
  out.object_as(own, "LAYOUT", kLayoutDictionary, "AcDbPlotSettings");
  out.text(1, ""), out.text(2, "none_device"), out.text(4, ""), out.text(6, "");
  for (const int margin : {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 140, 141}) out.real(margin, 0);
  out.real(142, 1), out.real(143, 1);
  out.integer(70, model ? 1024 + 688 : 688);
  out.integer(72, 1), out.integer(73, 0), out.integer(74, 5);
  out.text(7, "");
  out.integer(75, 0);
  out.real(147, 1), out.real(148, 0), out.real(149, 0);
  out.subclass("AcDbLayout");
  out.text(1, name);
  out.integer(70, 1);
  out.integer(71, tab);
  out.point_2d(10, extent.low), out.point_2d(11, extent.high);
  out.point(12, {0, 0}), out.point(14, extent.low), out.point(15, extent.high);
  out.real(146, 0);
  out.point(13, {0, 0}), out.direction(16, {1, 0}), out.direction(17, {0, 1});
  out.integer(76, 0);
  out.handle(330, block);
}

}  // namespace

void write_header(GroupWriter& out, const Drawing& drawing, ModelUnits units, Handle next) {
  const Extent extent = extent_or_origin(drawing);
  const auto variable = [&](const char* name) { out.text(9, name); };
  out.begin_section("HEADER");
  variable("$ACADVER"), out.text(1, "AC1015");
  variable("$DWGCODEPAGE"), out.text(3, "ANSI_1252");
  variable("$INSBASE"), out.point(10, {0, 0});
  variable("$EXTMIN"), out.point(10, extent.low);
  variable("$EXTMAX"), out.point(10, extent.high);
  variable("$LIMMIN"), out.point_2d(10, extent.low);
  variable("$LIMMAX"), out.point_2d(10, extent.high);
  variable("$LTSCALE"), out.real(40, 1);
  variable("$TEXTSTYLE"), out.text(7, kStyleName);
  variable("$DIMSTYLE"), out.text(2, kStyleName);
  variable("$LUNITS"), out.integer(70, metric(units) ? 2 : 4);
  variable("$LUPREC"), out.integer(70, metric(units) ? 0 : 3);
  variable("$MEASUREMENT"), out.integer(70, metric(units) ? 1 : 0);
  variable("$INSUNITS"), out.integer(70, metric(units) ? 4 : 1);
  // The style again, for programs that do not read dimension styles (LibreCAD).
  variable("$DIMSCALE"), out.real(40, drawing.scale);
  variable("$DIMTXT"), out.length(40, kLabelHeightPaper);
  variable("$DIMTSZ"), out.length(40, kTickPaper / 2);
  variable("$DIMASZ"), out.length(40, kTickPaper / 2);
  variable("$DIMEXO"), out.length(40, kExtensionGapPaper);
  variable("$DIMEXE"), out.length(40, kExtensionPastPaper);
  variable("$DIMGAP"), out.length(40, kLabelGapPaper);
  variable("$DIMLUNIT"), out.integer(70, metric(units) ? 2 : 4);
  variable("$DIMDEC"), out.integer(70, metric(units) ? 0 : 3);
  variable("$LWDISPLAY"), out.integer(290, 1);
  variable("$PSTYLEMODE"), out.integer(290, 1);
  variable("$HANDSEED"), out.handle(5, next);
  out.end_section();
}

void write_classes(GroupWriter& out) {
  out.begin_section("CLASSES");
  for (const auto& [type, name] : {std::pair{"ACDBDICTIONARYWDFLT", "AcDbDictionaryWithDefault"},
                                   {"ACDBPLACEHOLDER", "AcDbPlaceHolder"}}) {
    out.text(0, "CLASS");
    out.text(1, type), out.text(2, name), out.text(3, "ObjectDBX Classes");
    out.integer(90, 0), out.integer(280, 0), out.integer(281, 0);
  }
  out.end_section();
}

void write_tables(GroupWriter& out, const Drawing& drawing, const Blocks& blocks, LayerProfile layers,
                  ModelUnits units) {
  out.begin_section("TABLES");
  write_vport(out, drawing);
  write_linetypes(out, drawing);
  write_layers(out, layers);
  write_styles(out);
  begin_table(out, "VIEW", kViewTable, 0);
  end_table(out);
  write_ucs(out, drawing);
  write_appids(out);
  write_dimension_styles(out, drawing, units);
  write_block_records(out, blocks);
  out.end_section();
}

void write_objects(GroupWriter& out, const Drawing& drawing) {
  const Extent extent = extent_or_origin(drawing);
  out.begin_section("OBJECTS");
  begin_dictionary(out, kRootDictionary, 0);
  dictionary_entry(out, "ACAD_GROUP", kGroupDictionary);
  dictionary_entry(out, "ACAD_LAYOUT", kLayoutDictionary);
  dictionary_entry(out, "ACAD_PLOTSTYLENAME", kPlotStyleDictionary);
  begin_dictionary(out, kGroupDictionary, kRootDictionary);
  begin_dictionary(out, kLayoutDictionary, kRootDictionary);
  dictionary_entry(out, "Model", kModelLayout);
  dictionary_entry(out, "Layout1", kPaperLayout);
  out.object_as(kPlotStyleDictionary, "ACDBDICTIONARYWDFLT", kRootDictionary, "AcDbDictionary");
  out.integer(281, 1);
  dictionary_entry(out, "Normal", kNormalPlotStyle);
  out.subclass("AcDbDictionaryWithDefault");
  out.handle(340, kNormalPlotStyle);
  out.object_as(kNormalPlotStyle, "ACDBPLACEHOLDER", kPlotStyleDictionary, "");
  write_layout(out, kModelLayout, "Model", 0, kModelSpace, extent);
  write_layout(out, kPaperLayout, "Layout1", 1, kPaperSpace, {{0, 0}, {420, 297}});
  out.end_section();
}

}  // namespace storey::dxf
