#include <algorithm>
#include <optional>

#include "export/drawing/labels.h"
#include "export/drawing/layout.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kMarginPaper = 1;     // around labels
constexpr double kWallClearPaper = 5;  // from a wall to a dimension line along it
constexpr double kSearchStepPaper = 1.5;
constexpr int kMostSteps = 60;  // of a search along one axis
constexpr double kOnEdge = 15;  // mm: ends of clear dimensions lie on the room's outline within this

/// What was placed in one room so far: only there can it be in the way.
struct RoomSpace {
  const Region outline;
  LabelSpace labels, lines;
};

struct StampLine {
  std::string tag, text;
  double height_paper;
  bool bold = false;
};
using StampForm = std::vector<StampLine>;

Region outline_of(const Room& room) {
  Region outline{room.polygon};
  outline.insert(outline.end(), room.holes.begin(), room.holes.end());
  return outline;
}

bool inside(const Page& page, const RoomSpace& room, const Box& box) {
  return contains(room.outline, box.centre) && page.space.free(box) && room.labels.free(box) &&
         room.lines.free(box);
}

// ---- clear dimensions

/// How far the end `at` of a dimension may move along `way`: {least, most}, within the edge it lies on, if
/// that edge is square to the dimension; {0, 0} otherwise.
std::pair<double, double> slide(const Region& outline, const Point2& at, const Point2& way) {
  for (const Ring& ring : outline) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point2 a = ring[i], b = ring[(i + 1) % ring.size()];
      const Point2 u = unit(b - a);
      if (std::abs(cross(u, way)) > 0.02 || std::abs(cross(u, at - a)) > kOnEdge) continue;
      const double from = dot(a - at, way), to = dot(b - at, way);
      if (std::min(from, to) <= 0 && std::max(from, to) >= 0) return {std::min(from, to), std::max(from, to)};
    }
  }
  return {0, 0};
}

/// `clear` moved sideways by `shift`, its label at `share` of its length; nothing where something is in the
/// way.
std::optional<Dimension> dimension_at(const Page& page, const RoomSpace& room, const ClearDimension& clear,
                                      double shift, double share) {
  const Point2 along = unit(clear.to - clear.from), across = turned_left(along);
  const Point2 from = clear.from + across * shift, to = clear.to + across * shift;
  const Point2 inset = along * page.paper(kMarginPaper);
  if (!page.space.free(from + inset, to - inset) || !room.labels.free(from + inset, to - inset))
    return std::nullopt;
  Dimension dimension;
  dimension.from = dimension.line_from = from;
  dimension.to = to;
  dimension.angle_deg = angle_deg(along);
  dimension.extension_lines = false;
  dimension.text_height = page.paper(kLabelHeightPaper);
  dimension.label = length_label(clear.length, page.units);
  if (const std::string tolerance = tolerance_label(clear.uncertainty_mm, page.units); !tolerance.empty()) {
    dimension.label += " " + tolerance;
  }
  const double text_angle = readable_angle(dimension.angle_deg);
  dimension.text_at =
      from + (to - from) * share + turned_left(direction(text_angle)) * page.paper(kLabelGapPaper);
  const Text text{dimension.text_at, dimension.label, dimension.text_height, text_angle};
  if (text_width(text.text, text.height) > distance(from, to) ||
      !inside(page, room, box_of(text, page.paper(0.3)))) {
    return std::nullopt;
  }
  return dimension;
}

/// Near a wall where it leaves the middle of the room to its stamp, else wherever it fits.
std::optional<Dimension> place_dimension(const Page& page, const RoomSpace& room,
                                         const ClearDimension& clear) {
  const Point2 across = turned_left(unit(clear.to - clear.from));
  const auto [low_a, high_a] = slide(room.outline, clear.from, across);
  const auto [low_b, high_b] = slide(room.outline, clear.to, across);
  const double low = std::max(low_a, low_b), high = std::min(high_a, high_b);
  const double step = std::max(page.paper(kSearchStepPaper), (high - low) / kMostSteps);
  std::vector<double> shifts;
  for (double off = page.paper(kWallClearPaper); off < (high - low) / 2; off += step) {
    shifts.push_back(low + off);
    shifts.push_back(high - off);
  }
  shifts.push_back((low + high) / 2);
  shifts.push_back(0);
  for (const double share : {0.5, 0.35, 0.65, 0.25, 0.75}) {
    for (const double shift : shifts) {
      if (auto dimension = dimension_at(page, room, clear, shift, share)) return dimension;
    }
  }
  return std::nullopt;
}

std::vector<Dimension> place_dimensions(const Page& page, RoomSpace& space, const Room& room) {
  std::vector<Dimension> placed;
  for (const ClearDimension& clear : room.clear_dimensions) {
    const auto dimension = place_dimension(page, space, clear);
    if (!dimension) return {};
    const double angle = readable_angle(dimension->angle_deg);
    space.labels.block(box_of(Text{dimension->text_at, dimension->label, dimension->text_height, angle}, 0));
    space.lines.block(dimension->from, dimension->to);
    placed.push_back(*dimension);
  }
  return placed;
}

// ---- stamps

std::vector<StampForm> stamp_forms(const Page& page, const Room& room, bool with_size) {
  const StampLine name{"NAME", room.name, kNameHeightPaper, true};
  const StampLine small_name{"NAME", room.name, kLabelHeightPaper, true};
  const StampLine area{"AREA", area_text(room.area, room.area_uncertainty_m2, page.units), kLabelHeightPaper};
  const StampLine bare_area{"AREA", area_text(room.area, 0, page.units), kLabelHeightPaper};
  const StampLine number{"NUMBER", page.marks.at(room.id), kLabelHeightPaper, true};
  StampForm full{name, area};
  if (with_size && room.clear_dimensions.size() >= 2) {
    full.push_back({"SIZE",
                    length_label(room.clear_dimensions[0].length, page.units) + " × " +
                        length_label(room.clear_dimensions[1].length, page.units),
                    kLabelHeightPaper});
  }
  StampForm with_height = full;
  if (room.ceiling_height > 0) {
    with_height.push_back(
        {"HEIGHT", "CH " + length_label(room.ceiling_height, page.units), kLabelHeightPaper});
  }
  return {with_height, full, {name, area}, {small_name, bare_area}, {number, bare_area}, {number}};
}

double width_of(const StampForm& form) {
  double width = 0;
  for (const StampLine& line : form)
    width = std::max(width, text_width(line.text, line.height_paper, line.bold));
  return width;
}

double height_of(const StampForm& form) {
  double height = form.front().height_paper;
  for (std::size_t i = 1; i < form.size(); ++i) height += form[i].height_paper * kLineSpacing;
  return height;
}

Point2 centroid(const Ring& ring) {
  Point2 sum{0, 0};
  double doubled = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point2 a = ring[i] - ring[0], b = ring[(i + 1) % ring.size()] - ring[0];
    doubled += cross(a, b);
    sum = sum + (a + b) * cross(a, b);
  }
  return doubled == 0 ? ring[0] : ring[0] + sum * (1 / (3 * doubled));
}

/// The place nearest to the middle of the room where `form` fits; nothing where it fits nowhere.
std::optional<Box> place_stamp(const Page& page, const RoomSpace& space, const Room& room,
                               const StampForm& form, double angle) {
  Extent extent;
  for (const Point2& p : room.polygon) extent.add(p);
  const Point2 centre = centroid(room.polygon);
  const double step_x = std::max(page.paper(kSearchStepPaper), extent.width() / kMostSteps);
  const double step_y = std::max(page.paper(kSearchStepPaper), extent.height() / kMostSteps);
  const int reach_x = static_cast<int>(extent.width() / step_x) + 1;
  const int reach_y = static_cast<int>(extent.height() / step_y) + 1;
  std::optional<Box> best;
  double nearest = 1e300;
  for (int i = -reach_x; i <= reach_x; ++i) {
    for (int j = -reach_y; j <= reach_y; ++j) {
      const Point2 at = centre + Point2{i * step_x, j * step_y};
      if (distance(at, centre) >= nearest) continue;
      const Box box{at, page.paper(width_of(form) / 2 + kMarginPaper),
                    page.paper(height_of(form) / 2 + kMarginPaper), angle};
      if (!inside(page, space, box)) continue;
      best = box;
      nearest = distance(at, centre);
    }
  }
  return best;
}

/// The block of a room: all values as attributes, those of `form` shown.
Symbol stamp_at(const Page& page, const Room& room, const StampForm& form, const Box& box) {
  Symbol stamp{"ROOM", box.centre, box.angle_deg, {}, {}};
  double top = page.paper(height_of(form) / 2);
  const auto shown = [&](const std::string& tag) -> std::vector<Text> {
    double y = top;
    for (std::size_t i = 0; i < form.size(); ++i) {
      const double height = page.paper(form[i].height_paper);
      y -= i == 0 ? height : height * kLineSpacing;
      if (form[i].tag == tag) {
        return {Text{{0, y}, form[i].text, height, 0, Align::kCentre, Level::kBaseline, form[i].bold}};
      }
    }
    return {};
  };
  const std::string height = room.ceiling_height > 0 ? length_text(room.ceiling_height, page.units) : "";
  for (const auto& [tag, value] : {std::pair<const char*, std::string>{"NUMBER", page.marks.at(room.id)},
                                   {"NAME", room.name},
                                   {"AREA", area_text(room.area, room.area_uncertainty_m2, page.units)},
                                   {"SIZE", ""},
                                   {"HEIGHT", height},
                                   {"ID", room.id}}) {
    std::vector<Text> text = shown(tag);
    stamp.attributes.push_back({tag, text.empty() ? value : text.front().text, std::move(text)});
  }
  return stamp;
}

void commit(Page& page, const Room& room, const StampForm& form, const Box& box,
            const std::vector<Dimension>& clear) {
  page.put(Layer::kAreaIdent, room.id, stamp_at(page, room, form, box));
  for (const Dimension& dimension : clear) page.put(Layer::kDimensions, room.id, dimension);
}

/// Full stamps before reduced ones, with dimension lines before without, level before upright.
void lay_out_labels(Page& page, const Room& room) {
  const double cell = page.paper(5);
  RoomSpace with_lines{outline_of(room), LabelSpace(cell), LabelSpace(cell)};
  const RoomSpace empty{outline_of(room), LabelSpace(cell), LabelSpace(cell)};
  const std::vector<Dimension> clear = place_dimensions(page, with_lines, room);
  const std::vector<StampForm> beside_lines = stamp_forms(page, room, false),
                               alone = stamp_forms(page, room, true);
  const auto attempt = [&](bool lines, std::size_t first, std::size_t last, double angle) {
    if (lines && clear.empty()) return false;
    for (std::size_t i = first; i < last; ++i) {
      const StampForm& form = (lines ? beside_lines : alone)[i];
      const auto box = place_stamp(page, lines ? with_lines : empty, room, form, angle);
      if (!box) continue;
      commit(page, room, form, *box, lines ? clear : std::vector<Dimension>{});
      return true;
    }
    return false;
  };
  constexpr std::size_t kGood = 2;  // forms that say all there is to say
  for (const double angle : {0.0, 90.0}) {
    for (const bool lines : {true, false}) {
      if (attempt(lines, 0, kGood, angle)) return;
    }
  }
  for (const double angle : {0.0, 90.0}) {
    if (attempt(false, kGood, alone.size(), angle)) return;
  }
}

}  // namespace

void lay_out_rooms(Page& page) {
  for (const Room& room : page.storey.rooms) {
    page.drawing.add(Layer::kAreaBoundary, room.id, Boundary{outline_of(room), true});
    page.space.block(outline_of(room));
  }
  for (const Room& room : page.storey.rooms) lay_out_labels(page, room);
}

}  // namespace storey::drawing
