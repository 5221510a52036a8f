// The blocks of a drawing: one per kind of symbol, one per dimension.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "export/drawing/drawing.h"
#include "export/dxf/group_writer.h"

namespace storey::dxf {

struct Block {
  std::string name;
  Handle record = 0;
  drawing::Layer layer = drawing::Layer::kText;
  std::vector<drawing::Shape> shapes;
  std::vector<drawing::Attribute> attributes;  ///< what its attribute definitions are made of
};

/// Every block that the elements of a drawing refer to, in the order of the elements.
struct Blocks {
  std::vector<Block> list;
  std::vector<std::size_t> of_element;  ///< for each element its block in `list`, or kNone
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

/// Symbols with the same shapes share a block ("DOOR-1", "DOOR-2" …; a kind without shapes is one block,
/// "ROOM"); every dimension has one of its own ("*D1" …). Takes a handle for each record.
Blocks collect_blocks(const drawing::Drawing& drawing, GroupWriter& out);

}  // namespace storey::dxf
