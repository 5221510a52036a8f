// Draws what the engine sees on its way from points to the plan: the pictures of docs/method.md.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include "canvas.h"
#include "engine/build_plan.h"
#include "engine/openings/voids/elevation.h"
#include "engine/rooms/cut_lines.h"
#include "engine/scan/gather.h"
#include "engine/storeys/storey_slab.h"
#include "engine/walls/wall_runs.h"
#include "io/open_cloud.h"
#include "model/reasons.h"

namespace storey {
namespace {

constexpr double kPlanScale = 70;        // pixels per m
constexpr double kReasonScale = 150;     // pixels per m: rules are written along faces
constexpr double kElevationScale = 110;  // pixels per m
constexpr Colour kBlack{0.1, 0.1, 0.1}, kBlue{0.1, 0.3, 0.8}, kOrange{0.95, 0.55, 0.1}, kRed{0.85, 0.1, 0.1},
    kGreen{0.05, 0.55, 0.2}, kGrey{0.75, 0.75, 0.75}, kSand{0.93, 0.8, 0.5}, kSteel{0.55, 0.6, 0.7};

Canvas plan_canvas(const StoreyFindings& findings, double pixels_per_m = kPlanScale) {
  constexpr double kMargin = 0.5;  // m about the outermost room
  Vec2 min = Vec2::Constant(1e9), max = Vec2::Constant(-1e9);
  for (const RoomShape& room : findings.rooms)
    for (const RoomEdge& edge : room.outline) {
      min = min.cwiseMin(edge.from);
      max = max.cwiseMax(edge.from);
    }
  return {min - Vec2::Constant(kMargin), max + Vec2::Constant(kMargin), pixels_per_m};
}

/// The storey from above, darker where more heights are hit, with the faces of walls and of all else.
Canvas draw_faces(const StoreyFindings& findings) {
  Canvas canvas = plan_canvas(findings);
  const GridFrame& frame = findings.raster.columns.frame;
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c) {
      const int hits = findings.raster.columns.hit_at(c, r).count();
      if (hits <= 2) continue;  // floor and ceiling
      const double shade = 0.85 - 0.4 * std::min(1.0, hits / 50.0);
      const Vec2 half = Vec2::Constant(frame.cell / 2), centre = frame.centre(c, r);
      canvas.fill_box(centre - half, centre + half, {shade, shade, shade});
    }
  for (const bool structural : {false, true})
    for (const WallFace& face : findings.faces)
      if (face.structural == structural)
        canvas.stroke(face.start(), face.end(), structural ? kBlue : kOrange, structural ? 3 : 2);
  return canvas;
}

/// The cells of the plan, the rooms that they make up, and what shows of the rooms' outlines.
Canvas draw_cells(const StoreyFindings& findings) {
  constexpr Colour kRooms[] = {{0.80, 0.89, 0.97}, {0.83, 0.94, 0.80}, {0.98, 0.88, 0.80},
                               {0.90, 0.85, 0.95}, {0.98, 0.95, 0.78}, {0.86, 0.95, 0.94}};
  Canvas canvas = plan_canvas(findings);
  for (std::size_t i = 0; i < findings.rooms.size(); ++i)
    canvas.fill(corners(findings.rooms[i].outline), kRooms[i % std::size(kRooms)]);
  const GridFrame& frame = findings.room_raster.labels.frame;
  const CutLines lines = cut_lines(findings.room_raster, findings.faces);
  const PlanCells cells(frame.origin, frame.origin + frame.cell * Vec2(frame.columns, frame.rows),
                        lines.cuts);
  for (const CellBorder& border : cells.borders()) {
    const Line2& line = cells.cuts()[static_cast<std::size_t>(border.cut)].line;
    canvas.stroke(line.at(border.span.from), line.at(border.span.to), kGrey, 1);
  }
  for (const RoomShape& room : findings.rooms)
    for (const RoomEdge& edge : room.outline) {
      canvas.stroke(edge.from, edge.to, kRed, 3);
      for (const int f : edge.faces) {
        const WallFace& face = findings.faces[static_cast<std::size_t>(f)];
        const double from =
            std::max(face.extent.from, std::min(face.line.along(edge.from), face.line.along(edge.to)));
        const double to =
            std::min(face.extent.to, std::max(face.line.along(edge.from), face.line.along(edge.to)));
        if (to > from) canvas.stroke(face.line.at(from), face.line.at(to), kBlack, 3);
      }
    }
  return canvas;
}

/// A rule's name and its numbers.
std::string label_of(const Reason& reason) {
  std::string label(words_for(reason.because).rule);
  for (const double number : numbers_of(reason)) {
    std::array<char, 32> figure{};
    std::snprintf(figure.data(), figure.size(), " %.2f", number);
    label += figure.data();
  }
  return label;
}

/// Why faces are walls or none.
Canvas draw_reasons(const StoreyFindings& findings) {
  constexpr double kText = 11;         // pixels
  constexpr double kWorthText = 0.35;  // m: shorter ones would write over each other
  Canvas canvas = plan_canvas(findings, kReasonScale);
  for (const RoomShape& room : findings.rooms) canvas.fill(corners(room.outline), {0.95, 0.95, 0.92});
  const auto draw_face = [&](const WallFace& face, const Colour& colour, double pixels) {
    canvas.stroke(face.start(), face.end(), colour, pixels);
    if (face.length() >= kWorthText)
      canvas.write_along(face.start(), face.end(), label_of(face.reason), colour, kText);
  };
  for (const WallFace& face : findings.faces)
    draw_face(face, face.structural ? kBlue : kOrange, face.structural ? 3 : 2);
  for (const WallFace& face : findings.taken_out) draw_face(face, kSteel, 2);
  return canvas;
}

/// The part of the run that the opening lies in; nullptr if it lies in another run.
const RunPart* part_with(const WallRun& run, const FoundOpening& opening) {
  const auto part = std::ranges::find(run.parts, opening.wall, &RunPart::piece);
  return part == run.parts.end() ? nullptr : &*part;
}

/// What is seen of the run of wall with most openings, and where they are.
Canvas draw_elevation(const StoreyFindings& findings, const LevelCloud& cloud, double noise) {
  const std::vector<WallRun> runs = join_runs(findings.walls);
  const auto openings_in = [&](const WallRun& run) {
    return std::ranges::count_if(
        findings.openings, [&](const FoundOpening& opening) { return part_with(run, opening) != nullptr; });
  };
  const WallRun& run = *std::max_element(runs.begin(), runs.end(), [&](const WallRun& a, const WallRun& b) {
    return openings_in(a) < openings_in(b);
  });
  const Elevation elevation = draw_elevations(cloud, findings.raster, {run}, noise).front();
  const double to = elevation.from + elevation.columns * elevation.step;
  Canvas canvas({elevation.from, 0}, {to, elevation.rows * elevation.rise}, kElevationScale);
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = 0; c < elevation.columns; ++c) {
      const int cell = elevation.at(c, r);
      const Vec2 low(elevation.from + c * elevation.step, r * elevation.rise);
      const Vec2 high = low + Vec2(elevation.step, elevation.rise);
      if (cell & kInside)
        canvas.fill_box(low, high, kOrange);
      else if (cell & (kOnFront | kOnBack))
        canvas.fill_box(low, high, kSteel);
      else if (cell & (kBeforeFront | kBeforeBack))
        canvas.fill_box(low, high, kSand);
    }
  for (const FoundOpening& opening : findings.openings) {
    const RunPart* part = part_with(run, opening);
    if (!part) continue;
    const Line2& front = findings.walls[static_cast<std::size_t>(opening.wall)].front;
    const auto along_run = [&](double s) { return part->along_run(part->wall.front.along(front.at(s))); };
    const double left = along_run(opening.span.from), right = along_run(opening.span.to);
    canvas.stroke_box({left, opening.sill}, {right, opening.head}, kGreen, 4);
  }
  return canvas;
}

int fail_with(const std::string& what) {
  std::fprintf(stderr, "storey-method-pictures: %s\n", what.c_str());
  return 1;
}

int draw(const std::string& scan, const std::string& folder) {
  const auto source = open_cloud(scan);
  if (!source) return fail_with(source.error().describe());
  RunContext context;
  const CloudSource* const clouds[] = {source->get()};
  Result<Gathered> gathered = gather(clouds, {}, context);
  if (!gathered) return fail_with(gathered.error().describe());
  const SurfaceNoise& noise = gathered->noise;
  const std::vector<StoreyLevel> levels = find_storeys(gathered->surfels, gathered->patches);
  if (levels.empty()) return fail_with(scan + " shows no storey");
  Result<std::vector<SurfelStore>> slabs =
      split_by_height(std::move(gathered->surfels), {slab_of(levels[0])}, context.threads());
  if (!slabs) return fail_with(slabs.error().describe());
  LevelCloud slab{gathered->frame, slabs->front().take_all()};
  const StoreyFindings findings =
      explore(slab, gathered->patches, levels[0], noise, Geometry::kTrue, 1, context);
  if (findings.walls.empty()) return fail_with("the lowest storey of " + scan + " shows no room");
  const bool written = draw_faces(findings).write_png(folder + "/faces.png") &&
                       draw_cells(findings).write_png(folder + "/cells.png") &&
                       draw_reasons(findings).write_png(folder + "/reasons.png") &&
                       draw_elevation(findings, slab, noise.sheet).write_png(folder + "/elevation.png");
  return written ? 0 : fail_with(folder + " cannot be written to");
}

}  // namespace
}  // namespace storey

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: storey-method-pictures SCAN FOLDER\n", stderr);
    return 2;
  }
  return storey::draw(argv[1], argv[2]);
}
