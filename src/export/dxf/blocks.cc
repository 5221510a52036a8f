#include "export/dxf/blocks.h"

#include "export/drawing/labels.h"

namespace storey::dxf {
namespace {

using namespace drawing;

/// A text that is equal for equal shapes, to a tenth of a millimetre.
class ShapeKey {
 public:
  std::string of(const Symbol& symbol) {
    key_ = symbol.block;
    for (const Shape& shape : symbol.shapes) {
      std::visit([&](const auto& kind) { add(kind); }, shape);
    }
    return key_;
  }

 private:
  void add(double value) { key_ += "," + decimal(value, 1); }
  void add(const Point2& p) { add(p.x), add(p.y); }
  void add(const Pen& pen) {
    add(static_cast<double>(pen.type));
    key_ += "/" + decimal(pen.width_mm, 2) + "/" + decimal(pen.grey, 2);
  }
  void add(const Polyline& line) {
    key_ += line.closed ? "|C" : "|L";
    for (const Point2& p : line.points) add(p);
    add(line.pen);
  }
  void add(const Arc& arc) {
    key_ += "|A";
    add(arc.centre), add(arc.radius), add(arc.start_deg), add(arc.end_deg), add(arc.pen);
  }
  void add(const Fill& fill) {
    key_ += "|F";
    for (const Ring& ring : fill.rings) {
      for (const Point2& p : ring) add(p);
    }
    add(fill.grey);
  }
  void add(const Text& text) {
    key_ += "|T" + text.text;
    add(text.at), add(text.height), add(text.angle_deg);
  }

  std::string key_;
};

}  // namespace

Blocks collect_blocks(const Drawing& drawing, GroupWriter& out) {
  Blocks blocks;
  std::map<std::string, std::size_t> known;
  std::map<std::string, int> counts;
  int dimensions = 0;
  for (const Element& element : drawing.elements) {
    std::size_t index = Blocks::kNone;
    if (const auto* symbol = std::get_if<Symbol>(&element.primitive)) {
      const auto [found, added] = known.try_emplace(ShapeKey().of(*symbol), blocks.list.size());
      index = found->second;
      if (added) {
        const std::string name = symbol->shapes.empty()
                                     ? symbol->block
                                     : symbol->block + "-" + std::to_string(++counts[symbol->block]);
        blocks.list.push_back({name, out.new_handle(), element.layer, symbol->shapes, symbol->attributes});
      }
    } else if (std::holds_alternative<Dimension>(element.primitive)) {
      index = blocks.list.size();
      blocks.list.push_back({"*D" + std::to_string(++dimensions),
                             out.new_handle(),
                             element.layer,
                             shapes_of(element.primitive, drawing.scale),
                             {}});
    }
    blocks.of_element.push_back(index);
  }
  return blocks;
}

}  // namespace storey::dxf
