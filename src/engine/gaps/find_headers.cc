#include "engine/gaps/find_headers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/faces/face_sides.h"
#include "engine/faces/face_strength.h"
#include "engine/faces/find_faces.h"
#include "engine/faces/judge_faces.h"
#include "engine/faces/standing.h"
#include "engine/gaps/wall_ends.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "geometry/intervals.h"

namespace storey {
namespace {

constexpr double kMinPlate = 0.25;  // m of height over which a header's face goes on without a gap

/// The longest run of set bits.
int longest_run(HeightMask bits) {
  int run = 0;
  for (; bits != 0; bits &= bits.lowered()) ++run;
  return run;
}

/// Does the face's step show a header: something that goes up from its soffit without a gap? The edges of a
/// steel beam's flanges show at its bottom and top alone.
bool is_upright(const StoreyRaster& raster, const WallFace& face, std::size_t step) {
  const HeightMask hit = hanging(raster, face, step);
  const int least = static_cast<int>(std::ceil(kMinPlate / raster.bins.height - 0.5));
  const int run = longest_run(hit), height = hit.past_highest() - hit.lowest();
  return run >= least && 2 * run > height;
}

/// Part of a header's face: it hangs, and is upright along most of its length.
bool is_plate(const StoreyRaster& raster, const WallFace& face) {
  if (face.glass || face.body >= kMinBody) return false;
  return face.share_of_entries([&](std::size_t i) { return is_upright(raster, face, i); }) > kHalf;
}

/// A ray in plan, and the wall that it meets first.
struct Ray {
  Line2 way;
  double length = std::numeric_limits<double>::infinity();
  std::size_t wall = 0;
};

/// The bins in which walls show beside openings.
HeightMask below_heads(const StoreyRaster& raster) { return raster.above_floor(kOffLevels, kLowestHead); }

/// Does something stand at `s` of the face that a header could rest on? Walls go on past their openings, but
/// for what was `seen`.
bool stands_at(const StoreyRaster& raster, const WallFace& face, double s, bool seen) {
  if (face.structural && !seen)
    return std::ranges::any_of(face.stands, [&](const Interval& stretch) {
      return s - face.extent.from > stretch.from - kAtCorner && s - face.extent.from < stretch.to + kAtCorner;
    });
  const HeightMask body = below_heads(raster);
  return (face.hits_at(s) & body).count() > kLargely * body.count();
}

Ray cast(const StoreyRaster& raster, const std::vector<WallFace>& faces, const Line2& way,
         bool seen = false) {
  Ray ray{way};
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const WallFace& face = faces[i];
    const std::optional<double> away = meets_at(way, face.line, kCrossing);
    if (face.body < kMinBody || !away || *away <= 0 || *away >= ray.length) continue;
    if (!stands_at(raster, face, face.line.along(way.at(*away)), seen)) continue;
    ray.length = *away;
    ray.wall = i;
  }
  return ray;
}

/// How much of a wall stands along the ray within a metre past where it ends, m: a face of it on either side.
double wall_beyond(const StoreyRaster& raster, const std::vector<WallFace>& faces, const Ray& ray) {
  const Vec2 end = ray.way.at(ray.length);
  const HeightMask body = below_heads(raster);
  double most = 0;
  for (const WallFace& face : faces) {
    if (std::abs(face.line.direction.dot(ray.way.direction)) < kParallelFaces ||
        std::abs(face.line.offset(end)) > kThickestPartition)
      continue;
    double beyond = 0;
    for (std::size_t i = 0; i < face.profile.size(); ++i) {
      const double past = (face.place(i) - end).dot(ray.way.direction);
      if (past > 0 && past < kLongWall && (face.hits_between_beams(i) & body).count() > kHalf * body.count())
        beyond += face.step;
    }
    most = std::max(most, beyond);
  }
  return most;
}

/// Did the ray meet a wall, or the end of one, which goes on past it? Behind a column the floor does.
bool meets_wall(const StoreyRaster& raster, const std::vector<WallFace>& faces, const Ray& ray) {
  if (!std::isfinite(ray.length)) return false;
  if (faces[ray.wall].length() >= kLongWall || wall_beyond(raster, faces, ray) >= kNearlyHalf * kLongWall)
    return true;
  double on_floor = 0;
  const double step = raster.columns.frame.cell;
  for (double s = step; s < kLongWall; s += step)
    if (raster.hit_about(ray.way.at(ray.length + s)) & raster.floor_bins()) on_floor += step;
  return on_floor < kSome * kLongWall;
}

/// A header as its faces show it.
struct Header {
  Line2 line;                        // of its clearest face
  Interval span;                     // along it, from wall to wall
  std::array<std::size_t, 2> rests;  // the faces of these walls
  std::vector<std::size_t> members;  // all plates of it

  Vec2 middle() const { return line.at(span.middle()); }
};

/// Is the room, right beside the header, wider than below it?
bool turns_away(const StoreyRaster& raster, const std::vector<WallFace>& faces, const Header& header) {
  const Vec2 middle = header.middle();
  for (const double side : {1.0, -1.0}) {
    const Vec2 out = side * header.line.normal();
    const double clear = cast(raster, faces, {middle, out}, true).length;  // through the header's own faces
    for (double d = kLeastGap; d <= kThickestWall && d < clear; d += 0.1)
      for (const double way : {1.0, -1.0}) {
        const Ray ray = cast(raster, faces, {middle + d * out, way * header.line.direction});
        if (ray.length > header.span.length() / 2 + kNarrowestRoom) return true;
      }
  }
  return false;
}

/// Share of the header's span that the plates cover.
double shown_by(const Header& header, const std::vector<WallFace>& faces,
                const std::vector<std::size_t>& plates) {
  std::vector<Interval> parts;
  for (const std::size_t p : plates) parts.push_back(span_along(header.line, faces[p]));
  return covered_length(header.span, std::move(parts)) / header.span.length();
}

double offset_of(const Header& header, const WallFace& face) { return header.line.offset(face.middle()); }

/// How far to the left of the header the line of a face runs past it, m.
double offset_beside(const Header& header, const WallFace& face) {
  return -face.line.offset(header.middle()) * (face.line.direction.dot(header.line.direction) > 0 ? 1 : -1);
}

/// The header that the plate `face` shows at `s` along its line, if it rests on walls there and parts rooms.
std::optional<Header> header_at(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                                const std::vector<std::size_t>& plates, const WallFace& face, double s) {
  const Ray ahead = cast(raster, faces, {face.line.at(s), face.line.direction});
  const Ray back = cast(raster, faces, {face.line.at(s), -face.line.direction});
  if (!meets_wall(raster, faces, ahead) || !meets_wall(raster, faces, back)) return std::nullopt;
  Header header{face.line, {s - back.length, s + ahead.length}, {back.wall, ahead.wall}, {}};
  if (header.span.length() < kNarrowestOpening || header.span.length() > kRoomDepth) return std::nullopt;
  for (const std::size_t i : plates) {
    const Interval along = span_along(header.line, faces[i]);
    if (std::abs(faces[i].line.direction.dot(header.line.direction)) > kParallelFaces &&
        std::abs(offset_of(header, faces[i])) < kThickestWall &&
        overlap(along, header.span) > kHalf * std::min(along.length(), header.span.length()))
      header.members.push_back(i);
  }
  if (shown_by(header, faces, header.members) < kHalf || !turns_away(raster, faces, header))
    return std::nullopt;
  return header;
}

/// The outermost face on one side (1: left) of the header: of the plates that make it up, the longest.
std::optional<std::size_t> outermost(const std::vector<WallFace>& faces, const Header& header, double side) {
  std::vector<std::size_t> order = header.members;
  const auto out = [&](std::size_t plate) { return side * offset_of(header, faces[plate]); };
  std::ranges::stable_sort(order, std::ranges::greater{}, out);
  for (auto first = order.begin(); first != order.end(); ++first) {
    const auto last = std::ranges::find_if(
        first, order.end(), [&](std::size_t plate) { return out(plate) < out(*first) - kThinnestWall; });
    if (shown_by(header, faces, {first, last}) >= kSome)
      return *std::ranges::max_element(first, last, {}, [&](std::size_t p) { return faces[p].length(); });
  }
  return std::nullopt;
}

/// Does the face go on over the header as a wall's does: hanging along it, and standing beside it?
bool goes_over(const StoreyRaster& raster, const Header& header, const WallFace& face) {
  double above = 0, beside = 0, standing = 0;  // m
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    if (header.span.contains(header.line.along(face.place(i)))) {
      above += is_upright(raster, face, i) ? face.step : 0;
    } else {
      beside += face.step;
      standing += stands_at(raster, face, face.along(i), true) ? face.step : 0;
    }
  }
  return above > kHalf * header.span.length() && standing > kSome * beside;
}

/// The wall's face that the header is the lintel of, on its other side, if there is one.
std::optional<std::size_t> lintel_of(const StoreyRaster& raster, const Header& header,
                                     const std::vector<WallFace>& faces) {
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const WallFace& face = faces[i];
    if (face.glass || face.body < kMinBody ||
        std::abs(face.line.direction.dot(header.line.direction)) < kParallelFaces)
      continue;
    const double offset = std::abs(offset_beside(header, face));
    if (offset >= kThinnestWall && offset <= kThickestWall && goes_over(raster, header, face)) return i;
  }
  return std::nullopt;
}

/// The plate as a wall's face that stands from wall to wall and looks to the side `out`.
WallFace stood(const Header& header, WallFace face, const Vec2& out) {
  if (face.line.normal().dot(out) < 0) face = flipped(std::move(face));
  const Interval span =
      span_along(face.line, header.line.at(header.span.from), header.line.at(header.span.to));
  const double steps = std::max(1.0, std::round(span.length() / face.step));
  std::vector<HeightMask> profile;
  for (double i = 0.5; i < steps; ++i) profile.push_back(face.hits_at(span.from + i / steps * span.length()));
  face.coverage *= overlap(face.extent, span) / span.length();
  face.profile = std::move(profile);
  face.extent = span;
  face.step = span.length() / steps;
  face.stands = {{0, span.length()}};
  face.header = true;
  face.cues.reset();  // they were of a face that does not stand
  face.judge({Because::kHeader, {span.length(), face.coverage}});
  return face;
}

/// The other face of a header of which one was seen.
WallFace assumed_back(WallFace face) {
  face.line.point -= kUsualPartition * face.line.normal();
  face = flipped(std::move(face));
  std::ranges::fill(face.profile, 0);
  face.coverage = 0;
  face.judge({Because::kAssumedBack, {kUsualPartition}});
  return face;
}

void raise(const StoreyRaster& raster, const Header& header, std::vector<WallFace>& faces) {
  const auto left = outermost(faces, header, 1), right = outermost(faces, header, -1);
  if (!left || !right) return;
  const double thickness = offset_of(header, faces[*left]) - offset_of(header, faces[*right]);
  const Vec2 out = header.line.normal();
  std::vector<WallFace> sides;
  if (thickness >= kThinnestWall) {
    sides = {stood(header, faces[*left], out), stood(header, faces[*right], -out)};
  } else if (const auto wall = lintel_of(raster, header, faces); wall) {
    sides = {stood(header, faces[*left], offset_beside(header, faces[*wall]) > 0 ? Vec2(-out) : out)};
    if (!faces[*wall].structural) faces[*wall].judge(Because::kGoesOverHeader);
  } else {
    sides = {stood(header, faces[*left], faces[*left].line.normal())};
    sides.push_back(assumed_back(sides.front()));
  }
  for (const std::size_t plate : header.members) faces[plate].judge(Because::kPartOfHeader);
  for (const std::size_t wall : header.rests)
    if (!faces[wall].structural) faces[wall].judge(Because::kHoldsHeader);
  faces.insert(faces.end(), sides.begin(), sides.end());
}

/// Raises all headers that the plate `seed` shows: a wall may go on over several openings. Takes their
/// plates.
void raise_along(const StoreyRaster& raster, const std::vector<std::size_t>& plates, std::size_t seed,
                 std::vector<bool>& taken, std::vector<WallFace>& faces) {
  const WallFace plate = faces[seed];  // `faces` grows
  const double step = std::min(kLeastGap, plate.length());
  for (double s = plate.extent.from + step / 2; s < plate.extent.to; s += step) {
    const auto header = header_at(raster, faces, plates, plate, s);
    if (!header) continue;
    for (const std::size_t member : header->members) taken[member] = true;
    raise(raster, *header, faces);
    s = std::max(s, header->span.to);
  }
}

/// Raises all headers.
void raise_all(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  std::vector<std::size_t> plates;
  for (const std::size_t i : longest_first(faces))
    if (is_plate(raster, faces[i]) && at_passage_height(raster, faces[i])) plates.push_back(i);
  std::vector<bool> taken(faces.size(), false);
  for (const std::size_t seed : plates)
    if (!taken[seed] && !faces[seed].structural && faces[seed].length() >= kNarrowestOpening)
      raise_along(raster, plates, seed, taken, faces);
}

/// Turns the faces at `places` to the side that is free.
void turn_walls(const LevelCloud& cloud, const StoreyRaster& raster, double tolerance, int threads,
                const std::vector<std::size_t>& places, std::vector<WallFace>& faces) {
  std::vector<WallFace> walls;
  for (const std::size_t place : places) walls.push_back(faces[place]);
  turn_to_free_side(cloud, raster, tolerance, threads, walls);
  for (std::size_t i = 0; i < places.size(); ++i) faces[places[i]] = std::move(walls[i]);
}

}  // namespace

void find_headers(const LevelCloud& cloud, const StoreyRaster& raster, const SurfaceNoise& noise, int threads,
                  std::vector<WallFace>& faces) {
  std::vector<bool> known;  // as walls
  for (const WallFace& face : faces) known.push_back(face.structural);
  raise_all(raster, faces);
  std::vector<std::size_t> late;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (!known[i] && faces[i].structural) late.push_back(i);
  if (!late.empty()) turn_walls(cloud, raster, width_of(noise).surface, threads, late, faces);
  if (faces.size() == known.size()) return;
  weigh_faces(raster, faces);
  for (std::size_t i = known.size(); i < faces.size(); ++i)
    if (faces[i].coverage <= 0) faces[i].strength = faces[i - 1].strength;  // the assumed back of that one
}

}  // namespace storey
