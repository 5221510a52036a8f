#include "engine/measure/explain.h"

#include <array>
#include <cstdio>
#include <utility>

#include "engine/faces/face_odds.h"
#include "engine/measure/placer.h"
#include "engine/openings/opening_odds.h"
#include "engine/scan/lengths.h"
#include "engine/walls/wall_odds.h"

namespace storey {
namespace {

RuleReport rule_report(const Reason& reason) {
  return {std::string(words_for(reason.because).rule), numbers_of(reason)};
}

FaceReport face_report(const WallFace& face, int number, int storey, const Placer& place) {
  FaceReport report{
      "f" + std::to_string(number), storey, place(face.start()), place(face.end()), face.coverage, {}, {},
      rule_report(face.reason)};
  if (!face.cues) return report;
  report.chance = chance_of(*face.cues);
  report.cues.assign(face.cues->begin(), face.cues->end());
  return report;
}

WallReport wall_report(const WallCues& cues, const Wall& wall) {
  return {wall.id, wall.confidence, {cues.begin(), cues.end()}};
}

/// The rule that decided where an edge lies; none where faces do.
std::string rule_of(const RoomEdge& edge) {
  const bool judged = edge.reason.because != Because::kNotJudged;
  if (!judged && !edge.faces.empty()) return "";
  return std::string(words_for(judged ? edge.reason.because : Because::kNothingShows).rule);
}

RoomReport room_report(const StoreyFindings& findings, const RoomShape& shape, const std::string& id,
                       int storey, const std::vector<std::string>& face_ids) {
  RoomReport report{
      id, storey, rule_report(findings.room_raster.reasons[static_cast<std::size_t>(shape.label)]), {}};
  for (const RoomEdge& edge : shape.outline) {
    EdgeReport& reported = report.edges.emplace_back(EdgeReport{{}, edge.coverage, rule_of(edge)});
    for (const int f : edge.faces) reported.faces.push_back(face_ids[static_cast<std::size_t>(f)]);
  }
  return report;
}

LeftOut left_out(const RefusedPlace& refused, int storey, const Placer& place) {
  const Point2 at = place(refused.at);
  std::array<char, 32> area{};
  std::snprintf(area.data(), area.size(), "of %.1f m² ", refused.area);
  return {"room", area.data() + sentence_of(refused.reason), at.x, at.y, storey};
}

OpeningReport opening_report(const StoreyFindings& findings, const FoundOpening& found, std::string id,
                             int storey, const Placer& place) {
  const WallPiece& wall = findings.walls[static_cast<std::size_t>(found.wall)];
  const Point2 middle = place(centre_at(wall, (found.span.from + found.span.to) / 2));
  OpeningReport report{std::move(id), storey, middle.x, middle.y, found.confidence, {}, {}};
  if (found.left_out.because != Because::kNotJudged) report.why = rule_report(found.left_out);
  if (!found.measures) return report;
  const OpeningCues cues = cues_of(found, findings.walls, findings.rooms);
  for (std::size_t i = 0; i < cues.size(); ++i)
    report.cues.emplace_back(std::string(kOpeningCueNames[i]), cues[i]);
  return report;
}

}  // namespace

Explained explain(const StoreyFindings& findings, const LevelFrame& frame, const Storey& storey,
                  Numbering& numbers) {
  const Placer place{frame.origin.head<2>()};
  Explained explained;
  std::vector<std::string> face_ids;
  for (const std::vector<WallFace>* some : {&findings.faces, &findings.taken_out})
    for (const WallFace& face : *some) {
      FaceReport report = face_report(face, ++numbers.face, storey.index, place);
      face_ids.push_back(report.id);
      if (face.structural || face.length() >= kShortestWall) explained.faces.push_back(std::move(report));
    }
  for (std::size_t i = 0; i < findings.walls.size(); ++i)
    explained.walls.push_back(
        wall_report(cues_of(findings.walls[i], findings.rooms, findings.faces), storey.walls[i]));
  for (std::size_t i = 0; i < findings.open_walls.size(); ++i)
    explained.walls.push_back(wall_report(cues_of(findings.open_walls[i], findings.faces),
                                          storey.walls[findings.walls.size() + i]));
  for (const RoomShape& shape : findings.rooms) {
    if (findings.room_raster.is_void(shape.label)) continue;  // no room of this storey
    const std::string& id = storey.rooms[explained.rooms.size()].id;
    explained.rooms.push_back(room_report(findings, shape, id, storey.index, face_ids));
  }
  for (std::size_t i = 0; i < findings.openings.size(); ++i)
    explained.openings.push_back(
        opening_report(findings, findings.openings[i], storey.openings[i].id, storey.index, place));
  for (const FoundOpening& found : findings.doubtful_openings)
    explained.openings.push_back(opening_report(findings, found, "", storey.index, place));
  for (const RefusedPlace& refused : findings.room_raster.refused)
    explained.left_out.push_back(left_out(refused, storey.index, place));
  return explained;
}

}  // namespace storey
