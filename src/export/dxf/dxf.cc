#include "export/dxf/dxf.h"

#include "export/dxf/blocks.h"
#include "export/dxf/entities.h"
#include "export/dxf/handles.h"
#include "export/dxf/tables.h"

namespace storey {
namespace {

using namespace drawing;
using namespace dxf;

constexpr double kMillimetresPerInch = 25.4;

class DxfWriter {
 public:
  DxfWriter(const Drawing& drawing, LayerProfile layers, ModelUnits units)
      : drawing_(drawing),
        layers_(layers),
        units_(units),
        out_(units == ModelUnits::kMetric ? 1 : kMillimetresPerInch) {}

  std::string write() {
    const Blocks blocks = collect_blocks(drawing_, out_);
    write_tables(out_, drawing_, blocks, layers_, units_);
    write_blocks(blocks);
    write_entities(blocks);
    write_objects(out_, drawing_);
    out_.text(0, "EOF");
    // The header comes first, but names the first free handle, which is known last.
    GroupWriter header(out_.unit_mm());
    write_header(header, drawing_, units_, out_.next());
    write_classes(header);
    return header.take() + out_.take();
  }

 private:
  EntityWriter entities_of(Handle record) { return {out_, record, layers_, units_, drawing_.scale}; }

  void begin_block(const std::string& name, Handle record, bool attributes) {
    out_.object("BLOCK", record, "AcDbEntity");
    out_.text(8, "0");
    out_.subclass("AcDbBlockBegin");
    out_.text(2, name);
    out_.integer(70, (name.starts_with("*D") ? 1 : 0) + (attributes ? 2 : 0));
    out_.point(10, {0, 0});
    out_.text(3, name);
    out_.text(1, "");
  }

  void end_block(Handle record) {
    out_.object("ENDBLK", record, "AcDbEntity");
    out_.text(8, "0");
    out_.subclass("AcDbBlockEnd");
  }

  void write_blocks(const Blocks& blocks) {
    out_.begin_section("BLOCKS");
    for (const auto& [name, record] :
         {std::pair{"*Model_Space", kModelSpace}, {"*Paper_Space", kPaperSpace}}) {
      begin_block(name, record, false);
      end_block(record);
    }
    for (const Block& block : blocks.list) {
      begin_block(block.name, block.record, !block.attributes.empty());
      EntityWriter entities = entities_of(block.record);
      for (const Shape& shape : block.shapes) entities.write(shape, block.layer);
      for (const Attribute& attribute : block.attributes) entities.write_definition(attribute, block.layer);
      end_block(block.record);
    }
    out_.end_section();
  }

  void write_entities(const Blocks& blocks) {
    out_.begin_section("ENTITIES");
    EntityWriter entities = entities_of(kModelSpace);
    for (int layer = 0; layer < kLayerCount; ++layer) {
      for (std::size_t i = 0; i < drawing_.elements.size(); ++i) {
        if (drawing_.elements[i].layer != static_cast<Layer>(layer)) continue;
        const std::size_t block = blocks.of_element[i];
        entities.write(drawing_.elements[i], block == Blocks::kNone ? nullptr : &blocks.list[block]);
      }
    }
    out_.end_section();
  }

  const Drawing& drawing_;
  LayerProfile layers_;
  ModelUnits units_;
  GroupWriter out_;
};

}  // namespace

std::string dxf_text(const Drawing& drawing, LayerProfile layers, ModelUnits units) {
  return DxfWriter(drawing, layers, units).write();
}

}  // namespace storey
