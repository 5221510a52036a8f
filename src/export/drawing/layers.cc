#include "export/drawing/layers.h"

#include <array>

namespace storey::drawing {
namespace {

struct LayerName {
  std::string_view aia, iso, description;
};

// ISO 13567-2: two characters of agent, six of element, two of presentation (E- element graphics, H-
// hatching, T- text, D- dimensions, B- border lines). Elements by the SfB system, table 1.
constexpr std::array<LayerName, kLayerCount> kNames{{
    {"A-AREA-BNDY", "A-90----B-", "Outlines of rooms along the faces of their walls"},
    {"A-FLOR-STRS", "A-24----E-", "Stairs"},
    {"A-WALL-PATT", "A-20----H-", "Fill of walls"},
    {"A-WALL", "A-20----E-", "Outlines of walls"},
    {"S-COLS", "S-28----E-", "Columns"},
    {"A-GLAZ", "A-31----E-", "Windows and glass walls"},
    {"A-GLAZ-SILL", "A-31S---E-", "Sills of windows"},
    {"A-DOOR", "A-32----E-", "Doors and openings without a leaf"},
    {"A-AREA-IDEN", "A-90----T-", "Names, numbers and areas of rooms"},
    {"A-DOOR-IDEN", "A-32----T-", "Marks and sizes of doors and openings"},
    {"A-GLAZ-IDEN", "A-31----T-", "Marks and sizes of windows"},
    {"A-ANNO-DIMS", "A-------D-", "Dimensions"},
    {"A-ANNO-TEXT", "A-------T-", "Legend, scale bar and notes"},
    {"A-ANNO-TTLB", "A-------B-", "Title and title block"},
}};

}  // namespace

std::string_view layer_name(Layer layer, LayerProfile profile) {
  const LayerName& name = kNames[static_cast<std::size_t>(layer)];
  return profile == LayerProfile::kAia ? name.aia : name.iso;
}

std::string_view layer_description(Layer layer) {
  return kNames[static_cast<std::size_t>(layer)].description;
}

}  // namespace storey::drawing
