#include "engine/build_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/memory_budget.h"
#include "base/parallel.h"
#include "engine/faces/face_odds.h"
#include "engine/faces/find_faces.h"
#include "engine/faces/regularise.h"
#include "engine/gaps/find_headers.h"
#include "engine/gaps/unseen_corners.h"
#include "engine/glass/mirrors/find_mirrors.h"
#include "engine/glass/mirrors/pane_reflections.h"
#include "engine/glass/resolve_glass.h"
#include "engine/glass/sheet_views.h"
#include "engine/measure/assemble.h"
#include "engine/measure/compare_stations.h"
#include "engine/measure/explain.h"
#include "engine/openings/find_openings.h"
#include "engine/openings/frames.h"
#include "engine/openings/move_openings.h"
#include "engine/openings/opening_odds.h"
#include "engine/rooms/even_steps.h"
#include "engine/rooms/find_rooms.h"
#include "engine/rooms/fit_arcs.h"
#include "engine/rooms/fit_hidden_edges.h"
#include "engine/rooms/trace_rooms.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/level.h"
#include "engine/scan/surface_noise.h"
#include "engine/stairs/find_stairs.h"
#include "engine/storeys/density_map.h"
#include "engine/storeys/find_storeys.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"
#include "engine/storeys/storey_slab.h"
#include "engine/walls/build_walls.h"
#include "engine/walls/find_columns.h"
#include "engine/walls/wall_odds.h"

namespace storey {
namespace {

tl::unexpected<Error> cancelled() { return fail(ErrorCode::kCancelled, "the conversion was cancelled"); }

Measure count_of(std::string name, std::size_t value) {
  return {std::move(name), static_cast<double>(value), "1"};
}

/// What was read, before any storey is looked at.
Built describe_cloud(const Gathered& gathered, const std::vector<StoreyLevel>& levels) {
  Built built;
  built.read = gathered.read;
  built.face_cues.assign(kFaceCueNames.begin(), kFaceCueNames.end());
  built.wall_cues.assign(kWallCueNames.begin(), kWallCueNames.end());
  built.plan.frame = gathered.frame.frame;
  built.stages.push_back({"read",
                          {count_of("voxels", gathered.surfels.size()),
                           {"noise", gathered.noise.sheet * 1000, "mm"},
                           {"tilt", gathered.frame.frame.tilt_deg, "deg"}}});
  built.stages.push_back({"storeys", {count_of("storeys", levels.size())}});
  return built;
}

/// The storey's own rooms: the upper parts of those below are none.
std::size_t rooms_of(const StoreyFindings& findings) {
  return static_cast<std::size_t>(std::ranges::count_if(
      findings.rooms, [&](const RoomShape& room) { return !findings.room_raster.is_void(room.label); }));
}

/// Of a storey in which nothing is enclosed.
std::string why_no_room(const StoreyLevel& level) {
  return level.ceiling_seen ? "the walls that were found enclose none" : "no ceiling was seen";
}

LeftOut roomless_storey(const StoreyLevel& level, double floor_z) {
  return {"room",
          "over the floor at " + std::to_string(floor_z) + " m none is enclosed: " + why_no_room(level),
          {},
          {},
          -1};
}

StageReport describe_walls(const StoreyFindings& findings, std::size_t storey) {
  const auto structural =
      static_cast<std::size_t>(std::ranges::count_if(findings.faces, &WallFace::structural));
  const auto two_sided =
      static_cast<std::size_t>(std::ranges::count_if(findings.walls, &WallPiece::back_seen));
  return {"walls of storey " + std::to_string(storey),
          {count_of("faces", findings.faces.size()), count_of("structural_faces", structural),
           count_of("walls", findings.walls.size()), count_of("walls_seen_from_both_sides", two_sided)}};
}

StageReport describe_rooms(const StoreyFindings& findings, std::size_t storey) {
  ShownLength outlines;
  for (const RoomShape& room : findings.rooms) outlines.add(room.outline);
  return {"rooms of storey " + std::to_string(storey),
          {count_of("rooms", rooms_of(findings)),
           count_of("openings", findings.openings.size()),
           {"outline_covered_by_faces", outlines.share(), "1"}}};
}

/// For people: where heights hang on a floor or ceiling that was not seen.
void warn_about_heights(const std::vector<StoreyLevel>& levels, RunContext& context) {
  for (const StoreyLevel& level : levels) {
    if (!level.ceiling_seen)
      context.warn("no ceiling was seen; it is taken to be " +
                   std::to_string(std::lround((level.ceiling_z - level.floor_z) * 100)) +
                   " cm above the floor, where walls end");
    if (!level.floor_seen)
      context.warn("no floor was seen; it is taken to be " +
                   std::to_string(std::lround((level.ceiling_z - level.floor_z) * 100)) +
                   " cm below the ceiling, " +
                   (level.foot_seen ? "where walls begin" : "as in most dwellings"));
  }
}

/// For people: which stations stand off the others.
void warn_about_stations(const std::vector<StationOffset>& offsets, RunContext& context) {
  for (const StationOffset& station : offsets)
    if (station.offset_mm > kBadOffset)
      context.warn("\"" + station.station + "\" lies " + std::to_string(std::lround(station.offset_mm)) +
                   " mm off the other stations; check the registration of the scans");
}

Error no_plan(std::span<const CloudSource* const> clouds) {
  const std::string more = clouds.size() > 1 ? " and " + std::to_string(clouds.size() - 1) + " more" : "";
  return {ErrorCode::kNoPlan,
          "no wall was found: nowhere do a floor or ceiling and upright faces show together",
          clouds.front()->info().file + more,
          {},
          "scan inside of the building, from where floor, walls and ceiling are in sight"};
}

/// The storeys' shares of the building, and how many of them are worked on at once.
struct StoreySlabs {
  std::vector<SurfelStore> stores;  ///< one per storey
  std::size_t side_by_side = 1;
};

/// bytes that work on a storey takes for each of its surfels: itself, rasters, elevations.
constexpr std::uint64_t kPerSurfel = 40;

Error too_large(std::uint64_t needed, std::uint64_t available, std::span<const CloudSource* const> clouds) {
  return {ErrorCode::kLimit,
          "the largest storey takes about " + size_text(needed) + " of memory, and " + size_text(available) +
              " are left",
          clouds.front()->info().file,
          {},
          "give the conversion " + size_text(needed + needed / 4) + ", or thin the scan out"};
}

/// Leaves nothing of the building's surfels where they were. As many storeys as there are threads and memory
/// for. Error: kLimit, if there is not enough for the largest one: the system would kill the conversion
/// later, without a word.
Result<StoreySlabs> cut_slabs(std::span<const CloudSource* const> clouds, Gathered& gathered,
                              const std::vector<StoreyLevel>& levels, const Options& options,
                              const RunContext& context) {
  std::vector<HeightRange> heights;
  for (const StoreyLevel& level : levels) heights.push_back(slab_of(level));
  Result<std::vector<SurfelStore>> stores =
      split_by_height(std::move(gathered.surfels), heights, context.threads());
  if (!stores) return tl::unexpected(stores.error());
  std::uint64_t largest = 1;
  for (const SurfelStore& store : *stores) largest = std::max<std::uint64_t>(largest, store.size());
  const std::uint64_t available = available_memory();
  if (largest * kPerSurfel > available) return fail(too_large(largest * kPerSurfel, available, clouds));
  const std::uint64_t fitting = memory_budget(options) / (largest * kPerSurfel);
  return StoreySlabs{std::move(*stores),
                     std::clamp<std::size_t>(fitting, 1, static_cast<std::size_t>(context.threads()))};
}

/// What is kept of a storey that was explored.
struct ExploredStorey {
  StoreyLevel level;
  std::size_t number = 0;  ///< among the levels
  StoreyFindings findings;
  DensityMap density;
};

ExploredStorey explore_slab(const Gathered& gathered, SurfelStore& store,
                            const std::vector<StoreyLevel>& levels, std::size_t number,
                            const Options& options, RunContext& context) {
  const double share_done = static_cast<double>(number + 1) / static_cast<double>(levels.size());
  ExploredStorey storey{levels[number], number, {}, {}};
  LevelCloud slab{gathered.frame, store.take_all()};
  storey.findings =
      explore(slab, gathered.patches, storey.level, gathered.noise, options.geometry, share_done, context);
  if (context.cancelled()) return storey;
  context.report(Stage::kOpenings, share_done);
  StageClock clock(context);
  clock.begin("measures");
  storey.findings.floor_sigma = floor_sigma(gathered.patches, storey.level);
  storey.density = density_map(slab, storey.findings.raster);
  if (rooms_of(storey.findings) == 0) storey.findings.raster.columns = {};  // nothing asks it any more
  return storey;
}

void add_to_plan(const ExploredStorey& storey, const Gathered& gathered, const Options& options,
                 Numbering& numbers, Built& built, std::vector<UprightFace>& faces) {
  built.stages.push_back(describe_walls(storey.findings, storey.number));
  built.stages.push_back(describe_rooms(storey.findings, storey.number));
  std::ranges::copy(upright_faces(storey.findings.faces, storey.level), std::back_inserter(faces));
  const auto index = static_cast<int>(built.plan.storeys.size());
  built.density.push_back(storey.density);
  built.density.back().storey = index;
  built.plan.storeys.push_back(
      assemble(storey.findings, gathered.frame, gathered.noise, options.geometry, index, numbers));
  Explained why = explain(storey.findings, gathered.frame, built.plan.storeys.back(), numbers);
  std::ranges::move(why.faces, std::back_inserter(built.faces));
  std::ranges::move(why.walls, std::back_inserter(built.walls));
  std::ranges::move(why.rooms, std::back_inserter(built.rooms));
  std::ranges::move(why.openings, std::back_inserter(built.openings));
  std::ranges::move(why.left_out, std::back_inserter(built.left_out));
}

/// A scan in which no storey has a room still shows walls.
void add_roomless(const std::vector<ExploredStorey>& storeys, const Gathered& gathered,
                  const Options& options, Built& built, std::vector<UprightFace>& faces,
                  RunContext& context) {
  Numbering numbers;
  const bool alone = built.plan.storeys.empty();
  for (const ExploredStorey& storey : storeys) {
    const double floor_z = storey.level.floor_z + gathered.frame.origin.z();
    built.left_out.push_back(roomless_storey(storey.level, floor_z));
    if (!alone || storey.findings.open_walls.empty()) continue;
    add_to_plan(storey, gathered, options, numbers, built, faces);
    context.warn("no room could be closed (" + why_no_room(storey.level) +
                 "): the walls that were found are drawn with open ends, and are doubtful");
  }
}

/// Raster and faces of what the patches and the slab show, and what may be panes of glass.
SheetSearch look(const LevelCloud& slab, const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                 const SurfaceNoise& noise, StoreyFindings& findings, RunContext& context) {
  findings = {};  // before the next raster takes its memory
  StageClock clock(context);
  clock.begin("raster");
  findings.raster = rasterise(slab, patches, level, context.threads());
  clock.begin("faces");
  findings.columns = find_standing_columns(findings.raster, width_of(noise).sheet, context.threads());
  findings.faces = find_faces(slab, findings.raster, noise, context.threads(), findings.columns);
  clock.begin("sheets");
  return find_sheets(findings.raster, findings.faces, noise.surface, context.threads());
}

/// Whether images that were seen in mirrors left the slab.
bool clear_of_mirrors(LevelCloud& slab, const SheetSearch& search, const StoreyFindings& findings,
                      RunContext& context) {
  StageClock clock(context);
  clock.begin("mirrors");
  const std::vector<GlassSheet> none;  // in blurred scans most are images themselves
  const std::vector<Mirror> mirrors =
      find_mirrors(slab, findings.raster, findings.faces, search.blurred ? none : search.sheets, context);
  return !context.cancelled() && take_out_images(slab, mirrors, context.threads());
}

/// Puts glass walls among the faces; what may be panes.
std::vector<GlassWall> put_glass(const LevelCloud& slab, const StoreyLevel& level, SheetSearch search,
                                 StoreyFindings& findings, RunContext& context) {
  StageClock clock(context);
  clock.begin("glass");
  find_views(slab, level, context.threads(), search.sheets);
  drop_hidden(findings.raster, findings.faces, search.sheets);
  ResolvedGlass glass = resolve_glass(slab, level, context.threads(), search, findings.faces);
  findings.taken_out = std::move(glass.taken_out);
  return std::move(glass.panes);
}

constexpr double kFewImages = 0.001;  // share of a storey's surfels: fewer change no face

/// Takes what panes were seen to mirror out of the slab. Whether so much of it that it is worth another look:
/// behind images there may be panes that did not show, or that mirror more.
bool clear_of_reflections(LevelCloud& slab, const std::vector<GlassWall>& panes,
                          const StoreyFindings& findings, RunContext& context) {
  StageClock clock(context);
  clock.begin("reflections");
  const std::size_t shown = slab.surfels.size();
  const std::size_t images = take_out_reflections(slab, findings.raster, panes, context.threads());
  return !context.cancelled() && static_cast<double>(images) > kFewImages * static_cast<double>(shown);
}

/// Openings were looked for along the faces as they were measured; what is drawn goes through small steps.
void draw_without_steps(StoreyFindings& findings) {
  if (!even_steps(findings.rooms)) return;
  const std::vector<WallPiece> stepped =
      std::exchange(findings.walls, build_walls(findings.rooms, findings.faces));
  move_openings(stepped, findings.walls, findings.openings);
  move_openings(stepped, findings.walls, findings.doubtful_openings);
}

/// Walls, rooms and openings from faces. Leaves what it has found so far, if cancelled.
void shape_storey(const LevelCloud& slab, const SurfaceNoise& noise, Geometry geometry, double share_done,
                  StoreyFindings& findings, RunContext& context) {
  StageClock clock(context);
  clock.begin("headers");
  find_headers(slab, findings.raster, noise, context.threads(), findings.faces);
  regularise(findings.faces, geometry, std::clamp(kFarNoises * noise.surface, kPlaster, kThinnestWall));
  find_unseen_corners(findings.raster, findings.faces);
  if (context.cancelled()) return;
  context.report(Stage::kWalls, share_done);
  clock.begin("rooms");
  findings.room_raster = find_rooms(findings.raster, findings.faces, context.threads());
  clock.begin("outlines");
  findings.rooms = trace_rooms(findings.room_raster, findings.faces, context.threads());
  fit_hidden_edges(findings.raster, findings.faces, noise.surface, findings.rooms);
  fit_arcs(findings.rooms);
  findings.attached_columns = shape_columns(findings.faces, findings.columns, findings.rooms);
  findings.raster.columns.drop_bodies();  // faces and edges alone ask for them; elevations take much
  clock.begin("walls");
  findings.walls = build_walls(findings.rooms, findings.faces);
  if (findings.rooms.empty()) findings.open_walls = find_open_walls(findings.faces);
  if (context.cancelled()) return;
  context.report(Stage::kRooms, share_done);
  clock.begin("openings");
  findings.openings = find_openings(slab, findings.raster, findings.walls, noise.sheet, context.threads());
  findings.doubtful_openings = take_out_doubtful(findings.rooms, findings.walls, findings.openings);
  join_over_frames(findings.rooms, findings.walls, findings.faces, findings.openings);
  std::ranges::move(take_out_unparted(findings.rooms, findings.walls, findings.faces, findings.openings),
                    std::back_inserter(findings.doubtful_openings));
  give_back_freed_memory();  // of the walls' elevations
  if (geometry == Geometry::kTrue) draw_without_steps(findings);
}

}  // namespace

StoreyFindings explore(LevelCloud& slab, const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                       const SurfaceNoise& noise, Geometry geometry, double share_done, RunContext& context) {
  StoreyFindings findings;
  std::vector<FlatPatch> cleared;  // of the slab without images
  const std::vector<FlatPatch>* shown = &patches;
  const auto look_again = [&] { return look(slab, *shown, level, noise, findings, context); };
  SheetSearch search = look_again();
  while (clear_of_mirrors(slab, search, findings, context)) {
    cleared = patches_without(patches, slab_of(level), slab.surfels, noise.surface, context.threads());
    shown = &cleared;
    search = look_again();
  }
  if (context.cancelled()) return findings;
  std::vector<GlassWall> panes = put_glass(slab, level, std::move(search), findings, context);
  // What is level stays, and the patches with it.
  while (clear_of_reflections(slab, panes, findings, context))
    panes = put_glass(slab, level, look_again(), findings, context);
  if (context.cancelled()) return findings;
  parallel_for(2, context.threads(), [&](std::size_t part) {  // stairs ask neither faces nor rooms
    if (part == 0) {
      shape_storey(slab, noise, geometry, share_done, findings, context);
      return;
    }
    StageClock stairs(context);
    stairs.begin("stairs");
    findings.stairs = find_stairs(slab, findings.raster);
  });
  return findings;
}

Result<Built> build_plan(std::span<const CloudSource* const> clouds, const Options& options,
                         RunContext& context) {
  Result<Gathered> gathered = gather(clouds, options, context);
  if (!gathered) return tl::unexpected(gathered.error());
  give_back_freed_memory();  // what follows takes more
  context.report(Stage::kRead, 1);

  StageClock clock(context);
  clock.begin("storeys");
  const std::vector<StoreyLevel> levels = find_storeys(gathered->surfels, gathered->patches);
  warn_about_heights(levels, context);
  Built built = describe_cloud(*gathered, levels);
  Result<StoreySlabs> slabs = cut_slabs(clouds, *gathered, levels, options, context);
  if (!slabs) return tl::unexpected(slabs.error());
  clock.stop();
  context.report(Stage::kStoreys, 1);

  Numbering numbers;
  std::vector<UprightFace> faces;
  std::vector<ExploredStorey> roomless;
  for (std::size_t first = 0; first < levels.size(); first += slabs->side_by_side) {
    const std::size_t count = std::min(slabs->side_by_side, levels.size() - first);
    std::vector<ExploredStorey> explored(count);
    parallel_for(count, context.threads(), [&](std::size_t i) {
      explored[i] = explore_slab(*gathered, slabs->stores[first + i], levels, first + i, options, context);
    });
    if (context.cancelled()) return cancelled();
    for (ExploredStorey& storey : explored)
      if (rooms_of(storey.findings) > 0)
        add_to_plan(storey, *gathered, options, numbers, built, faces);
      else
        roomless.push_back(std::move(storey));
  }
  add_roomless(roomless, *gathered, options, built, faces, context);
  if (built.plan.storeys.empty()) return fail(no_plan(clouds));
  clock.begin("stations");
  Result<std::vector<StationOffset>> offsets = compare_stations(clouds, gathered->frame, faces);
  if (!offsets) return tl::unexpected(offsets.error());
  built.station_offsets = std::move(*offsets);
  warn_about_stations(built.station_offsets, context);
  context.report(Stage::kMeasure, 1);
  return built;
}

}  // namespace storey
