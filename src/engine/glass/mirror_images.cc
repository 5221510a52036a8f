#include "engine/glass/mirror_images.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>

#include "engine/faces/face_grid.h"
#include "engine/faces/judge_faces.h"
#include "engine/faces/standing.h"
#include "engine/glass/mirror_plane.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

/// The stretch of it that may mirror.
MirrorPlane plane_of(const GlassWall& wall) { return {wall.line, wall.extent}; }

/// How many voxels are hit, and how many of them not through a glass wall.
struct Looks {
  int all = 0, direct = 0;

  /// A station on the other side of the wall may see past it.
  void add(const Vec2& p, const std::vector<SheetView>& views, const GlassWall& wall) {
    const double behind = wall.line.offset(p);
    for (const SheetView& view : views) {
      const double before = wall.line.offset(view.from);
      const Vec2 crossed = view.from + before / (before - behind) * (p - view.from);
      const bool through = before * behind < 0 && wall.extent.contains(wall.line.along(crossed));
      all += view.voxels;
      direct += through ? 0 : view.voxels;
    }
  }
  bool known() const { return all > 0; }
  /// Do most hits come through the glass? (Others hit people there, and what else may stand where the image
  /// is.) False where nobody is known to see anything.
  bool through() const { return 2 * direct < all; }
};

/// Is `test` true of any face that shows where the glass wall mirrors `p` to, in the direction in which it
/// mirrors `direction`?
template <class Test>
bool any_object(const FacesInPlan& faces, const Vec2& p, const Vec2& direction, const GlassWall& wall,
                const Test& test) {
  const Vec2 object = mirrored(p, wall.line);
  if ((object - p).norm() < kLeastImage || !in_reach(plane_of(wall), p)) return false;
  const Vec2 as_mirrored = mirrored_direction(direction, wall.line);
  return faces.any(faces.grid.at(object), [&](const WallFace& face) {
    return face.structural && std::abs(as_mirrored.dot(face.line.direction)) > kTurned &&
           std::abs(face.line.offset(object)) < kImageTolerance &&
           face.extent.contains(face.line.along(object)) && test(face, object);
  });
}

/// How those who see a face between two places of its line look at it: through the glass wall, or past it.
Looks looks_at(const WallFace& face, const FaceViews& views, double from, double to, const GlassWall& wall) {
  Looks looks;
  for (std::size_t piece = 0; piece < views.pieces.size(); ++piece)
    if (const double s = views.middle_of(piece); s > from && s < to)
      looks.add(face.line.at(s), views.pieces[piece], wall);
  return looks;
}

/// m of the face that lie where the glass wall mirrors other faces to.
double mirrored_length(const FacesInPlan& faces, const WallFace& face, const GlassWall& wall) {
  double image = 0;
  for (double s = face.extent.from + kSheetPiece / 2; s < face.extent.to; s += kSheetPiece)
    if (any_object(faces, face.line.at(s), face.line.direction, wall,
                   [](const WallFace&, const Vec2&) { return true; }))
      image += kSheetPiece;
  return image;
}

/// Height bins hit for each step of a stretch.
double density(const WallFace& face, double from, double to) {
  double hits = 0, steps = 0;
  for (double s = from; s < to; s += face.step, ++steps) hits += face.hits_at(s).count();
  return hits / std::max(1.0, steps);
}

/// Does the face show less than half as densely as what the glass wall mirrors to its place?
bool is_fainter(const FacesInPlan& faces, const WallFace& face, const GlassWall& wall) {
  const double half = kSheetPiece / 2;
  double own = 0, objects = 0;  // sums over the pieces of the face
  for (double s = face.extent.from + half; s < face.extent.to; s += kSheetPiece) {
    double densest = 0;
    any_object(faces, face.line.at(s), face.line.direction, wall,
               [&](const WallFace& object, const Vec2& place) {
                 const double at = object.line.along(place);
                 densest = std::max(densest, density(object, at - half, at + half));
                 return false;  // look at all
               });
    if (densest > 0) own += density(face, s - half, s + half);
    objects += densest;
  }
  return own < kHalf * objects;
}

/// Is the face seen through the glass wall alone, where that mirrors other faces to? Without poses, what is
/// long, along the glass, free on both sides and fainter than these. Short faces match by chance, and so do
/// those of rooms that are alike.
bool is_image(const FacesInPlan& faces, const WallFace& face, const FaceViews& views, const GlassWall& wall) {
  if (mirrored_length(faces, face, wall) < kHalf * face.length()) return false;
  const Looks looks = looks_at(face, views, face.extent.from, face.extent.to, wall);
  if (looks.known()) return looks.through();
  return face.length() > kWidestPassage && face.length() <= wall.extent.length() && stands_free(face) &&
         std::abs(face.line.direction.dot(wall.line.direction)) > kParallelFaces &&
         is_fainter(faces, face, wall);
}

/// The part of a face within [from, to] of its line.
WallFace cut_off(const WallFace& face, double from, double to) {
  WallFace part = face;
  const auto step_of = [&](double s) {
    return std::clamp<std::ptrdiff_t>(std::lround((s - face.extent.from) / face.step), 0,
                                      static_cast<std::ptrdiff_t>(face.profile.size()));
  };
  part.extent = {face.begin_of(static_cast<std::size_t>(step_of(from))),
                 face.begin_of(static_cast<std::size_t>(step_of(to)))};
  part.profile.assign(face.profile.begin() + step_of(from), face.profile.begin() + step_of(to));
  part.stands.clear();
  const double shift = part.extent.from - face.extent.from;
  for (const Interval& stretch : face.stands) {
    const Interval left{std::max(0.0, stretch.from - shift), std::min(part.length(), stretch.to - shift)};
    if (left.length() > 0) part.stands.push_back(left);
  }
  return part;
}

/// Where along a face the glass wall crosses it square, m, be it past a door in the glass; nothing if it does
/// not.
std::optional<double> crossing(const WallFace& face, const GlassWall& wall) {
  if (std::abs(face.line.direction.dot(wall.line.direction)) > kLeastTurn) return std::nullopt;
  const auto hit = intersect(wall.line, face.line, kCrossing);
  if (!hit || wall.line.along(*hit) < wall.extent.from - kWidestDoor ||
      wall.line.along(*hit) > wall.extent.to + kWidestDoor)
    return std::nullopt;
  const double at = face.line.along(*hit);
  if (at - face.extent.from < kLeastGap || face.extent.to - at < kLeastGap) return std::nullopt;
  return at;
}

/// What is real of a face that a glass wall crosses: the part that stations see past the glass as well or,
/// where nobody is known to see either, the one that shows more densely. Nothing if all of it is.
std::optional<WallFace> part_before(const WallFace& face, const FaceViews& views, const GlassWall& wall) {
  const std::optional<double> at = crossing(face, wall);
  if (!at) return std::nullopt;
  const Looks first = looks_at(face, views, face.extent.from, *at, wall),
              second = looks_at(face, views, *at, face.extent.to, wall);
  const double before = density(face, face.extent.from, *at), after = density(face, *at, face.extent.to);
  const bool known = first.known() || second.known();
  if (known ? second.through() && !first.through() : after < kHalf * before)
    return cut_off(face, face.extent.from, *at);
  if (known ? first.through() && !second.through() : before < kHalf * after)
    return cut_off(face, *at, face.extent.to);
  return std::nullopt;
}

}  // namespace

std::vector<GlassWall> dense_panes(const std::vector<WallFace>& faces) {
  std::vector<GlassWall> panes;
  for (const WallFace& face : faces)
    if (face.structural && !face.glass && face.length() > kShortestGlassWall && stands_free(face))
      panes.push_back({0, face.line, face.extent, face.length(), true});
  return panes;
}

std::vector<std::size_t> possible_images(const std::vector<GlassWall>& walls,
                                         const std::vector<WallFace>& faces) {
  const FacesInPlan plan(faces);
  std::vector<bool> is_possible(faces.size(), false);
  for (const GlassWall& wall : walls)
    for (const std::uint32_t f : plan.grid.within(box_about(plane_of(wall))))
      is_possible[f] =
          is_possible[f] ||
          (faces[f].structural && (crossing(faces[f], wall) || mirrored_length(plan, faces[f], wall) > 0));
  std::vector<std::size_t> possible;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (is_possible[f]) possible.push_back(f);
  return possible;
}

bool cut_images(const std::vector<GlassWall>& walls, const std::vector<FaceViews>& views,
                std::vector<WallFace>& faces) {
  const FacesInPlan plan(faces);  // what is left of a face stands where all of it did
  bool changed = false;
  for (const GlassWall& wall : walls) {
    std::vector<std::uint32_t> facing = plan.grid.within(box_about(plane_of(wall)));
    std::erase_if(facing, [&](std::uint32_t f) { return !faces[f].structural; });
    std::vector<std::uint32_t> images;  // all of them are told before what shows again changes
    std::ranges::copy_if(facing, std::back_inserter(images),
                         [&](std::uint32_t f) { return is_image(plan, faces[f], views[f], wall); });
    for (const std::uint32_t f : images) faces[f].judge(Because::kImage);
    for (const std::uint32_t f : facing)
      if (faces[f].structural)
        if (const std::optional<WallFace> part = part_before(faces[f], views[f], wall)) {
          faces[f] = *part;
          changed = true;
        }
    changed = changed || !images.empty();
  }
  return changed;
}

}  // namespace storey
