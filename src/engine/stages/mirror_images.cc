#include "engine/stages/mirror_images.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/stages/face_grid.h"

namespace storey {
namespace {

constexpr double kParallel = 0.985;       // cosine of 10°: leaves of doors stand askew to walls
constexpr double kImageTolerance = 0.08;  // m: reflection doubles the errors
constexpr double kMinShift = 0.5;         // m between a thing and its image
constexpr double kLeastExplained = 0.4;   // share of its evidence that a real sheet and its images hold
constexpr double kImageWorth = 0.75;      // share of a hit on the sheet: all that is seen could be an image
constexpr double kCrossing = 0.3;         // sine of the angle from which on walls cross
constexpr double kSlack = 0.3;            // m by which faces stop short of corners
constexpr double kWeakImage = 0.5;        // share of the density of a wall: its image is weaker
constexpr double kNear = 1.0;             // m each way: a pane is hit in few of its pieces
// m from the foot of what is mirrored: scanners stand aside of what they see in a mirror
constexpr std::array<double, 6> kAsides = {0.3, -0.3, 0.8, -0.8, 1.5, -1.5};
constexpr double kNoGlass = 4.6;  // weight, nats: by chance once in a hundred

/// Nothing is known of the sheet there.
void hide(SheetPiece& piece) {
  piece.low = piece.high = 0;
  piece.hidden = true;
}

/// What the sheet shows at `s`; nothing where it ends or something solid hides it.
template <class Sheet>
auto piece_at(Sheet& sheet, double s) -> decltype(sheet.pieces.data()) {
  const double index = std::floor((s - sheet.from) / kSheetPiece);
  if (index < 0 || index >= static_cast<double>(sheet.pieces.size())) return nullptr;
  auto& piece = sheet.pieces[static_cast<std::size_t>(index)];
  return piece.hidden ? nullptr : &piece;
}

/// What the pieces of a sheet about `s` show, in nats, up to the places that part it.
double nats_about(const GlassSheet& sheet, double s, const std::vector<double>& parting) {
  const auto parted_from = [&](double at) {
    return std::any_of(parting.begin(), parting.end(),
                       [&](double end) { return (end - s) * (end - at) < 0; });
  };
  double nats = 0;
  for (double off = -kNear; off < kNear + kSheetPiece / 2; off += kSheetPiece)
    if (const SheetPiece* piece = piece_at(sheet, s + off); piece != nullptr && !parted_from(s + off))
      nats += piece->low + piece->high;
  return nats;
}

/// Does a sheet show more about a place on it than by chance?
bool shows_glass_at(const GlassSheet& sheet, const Vec2& place) {
  return nats_about(sheet, sheet.line.along(place), {}) > kNoGlass;
}

/// Where clearer sheets cross one: what shows past them speaks for no glass on this side of them.
std::vector<double> parting_of(const std::vector<GlassSheet>& sheets, std::size_t own) {
  std::vector<double> parting;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (i == own || evidence_of(sheets[i]) < evidence_of(sheets[own])) continue;
    const auto hit = intersect(sheets[own].line, sheets[i].line, kCrossing);
    if (hit && shows_glass_at(sheets[i], *hit)) parting.push_back(sheets[own].line.along(*hit));
  }
  return parting;
}

/// A sheet that things are mirrored in, and where along it others part it.
struct ReflectingSheet {
  const GlassSheet& sheet;
  std::vector<double> parting;
};

/// Is there glass at `s`: nothing solid, and about it more hits on the sheet than by chance? A few hits in a
/// doorway mirror nothing.
bool reflects_at(const ReflectingSheet& mirror, double s) {
  return piece_at(mirror.sheet, s) != nullptr && nats_about(mirror.sheet, s, mirror.parting) > kNoGlass;
}

/// The faces of a storey, and where they stand.
struct Faces {
  explicit Faces(const std::vector<WallFace>& of) : all(of), grid(of) {}

  const std::vector<WallFace>& all;
  FaceGrid grid;
};

/// Is there something structural between two places?
bool hidden_from(const Vec2& place, const Vec2& object, const Faces& faces) {
  constexpr double kAtEnds = 0.15;  // m: the mirror, and the wall itself that is mirrored
  const Line2 sight{place, (object - place).normalized()};
  const double length = (object - place).norm();
  return std::ranges::any_of(faces.grid.along(sight, {0, length}), [&](std::uint32_t f) {
    const WallFace& face = faces.all[f];
    if (!face.structural) return false;
    const auto hit = intersect(sight, face.line);
    if (!hit || !face.extent.contains(face.line.along(*hit))) return false;
    const double at = sight.along(*hit);
    return at > kAtEnds && at < length - kAtEnds;
  });
}

/// Is `object` on the face `solid` in sight from most of the mirror that lies before this face?
bool in_sight(const Vec2& object, const WallFace& solid, const ReflectingSheet& mirror, const Faces& faces) {
  constexpr double kBefore = 0.05;  // m before the face: from its own plane nothing of it is seen
  const double foot = mirror.sheet.line.along(object);
  int places = 0, seen = 0;
  for (const double aside : kAsides) {
    const Vec2 place = mirror.sheet.line.at(foot + aside);
    if (solid.line.offset(place) < kBefore || piece_at(mirror.sheet, foot + aside) == nullptr) continue;
    ++places;
    seen += reflects_at(mirror, foot + aside) && !hidden_from(place, object, faces);
  }
  return 2 * seen >= places && seen > 0;
}

/// Is what `sheet` shows at `p` the image of a solid face in `mirror`?
bool is_image(const GlassSheet& sheet, const Vec2& p, const ReflectingSheet& mirror, const Faces& faces) {
  static_assert(kImageTolerance < FaceGrid::kAbout);
  const double foot = mirror.sheet.line.along(p), aside = std::abs(kAsides.back());
  if (foot < mirror.sheet.from - aside || foot > mirror.sheet.to() + aside) return false;
  const Vec2 object = mirrored(p, mirror.sheet.line);
  if ((object - p).norm() < kMinShift) return false;
  const Vec2 direction =
      mirrored(mirror.sheet.line.point + sheet.line.direction, mirror.sheet.line) - mirror.sheet.line.point;
  return std::ranges::any_of(faces.grid.at(object), [&](std::uint32_t f) {
    const WallFace& face = faces.all[f];
    return std::abs(direction.dot(face.line.direction)) > kParallel &&
           std::abs(face.line.offset(object)) < kImageTolerance &&
           face.extent.contains(face.line.along(object)) && in_sight(object, face, mirror, faces);
  });
}

struct Piece {
  std::size_t sheet, piece;
};

/// The pieces of other sheets that are images in sheet `mirror`.
std::vector<Piece> images_in(const std::vector<GlassSheet>& sheets, std::size_t mirror, const Faces& faces) {
  std::vector<Piece> images;
  const ReflectingSheet reflecting{sheets[mirror], parting_of(sheets, mirror)};
  for (std::size_t i = 0; i < sheets.size(); ++i)
    for (std::size_t p = 0; i != mirror && p < sheets[i].pieces.size(); ++p)
      if (weight_of(sheets[i].pieces[p]) > 0 &&
          is_image(sheets[i], sheets[i].line.at(sheets[i].middle_of(p)), reflecting, faces))
        images.push_back({i, p});
  return images;
}

/// Frames are mirrored as well: a sheet seems to go on behind a mirror that it meets at right angles, but
/// shows less there. True if something of it was hidden.
bool hide_own_image(GlassSheet& sheet, const GlassSheet& mirror) {
  constexpr double kSquare = 0.05;  // cosine of 87°: else the image lies in another line
  constexpr double kLess = 0.5;     // share of the evidence before the mirror: images show less
  const auto hit = intersect(sheet.line, mirror.line, kCrossing);
  if (!hit || std::abs(sheet.line.direction.dot(mirror.line.direction)) > kSquare) return false;
  if (!shows_glass_at(mirror, *hit)) return false;
  const double at = sheet.line.along(*hit);
  double before = 0, behind = 0;  // nats, of pieces that lie opposite each other
  std::vector<SheetPiece*> pieces_before, pieces_behind;
  for (std::size_t p = 0; p < sheet.pieces.size() && sheet.middle_of(p) < at; ++p) {
    SheetPiece *piece = piece_at(sheet, sheet.middle_of(p)),
               *opposite = piece_at(sheet, 2 * at - sheet.middle_of(p));
    if (piece == nullptr || opposite == nullptr) continue;
    before += piece->low + piece->high;
    behind += opposite->low + opposite->high;
    pieces_before.push_back(piece);
    pieces_behind.push_back(opposite);
  }
  const double more = std::max(before, behind);
  if (more <= 0 || std::min(before, behind) > kLess * more) return false;
  for (SheetPiece* piece : before < behind ? pieces_before : pieces_behind) hide(*piece);
  return true;
}

/// Height bins hit for each step of a stretch.
double density(const WallFace& face, double from, double to) {
  double hits = 0, steps = 0;
  for (double s = from; s < to; s += face.step, ++steps) hits += face.hits_at(s).count();
  return hits / std::max(1.0, steps);
}

/// The part of a face within [from, to] of its line.
WallFace cut_off(const WallFace& face, double from, double to) {
  WallFace part = face;
  const auto step_of = [&](double s) {
    return std::clamp<std::ptrdiff_t>(std::lround((s - face.extent.from) / face.step), 0,
                                      static_cast<std::ptrdiff_t>(face.profile.size()));
  };
  part.extent = {face.extent.from + static_cast<double>(step_of(from)) * face.step,
                 face.extent.from + static_cast<double>(step_of(to)) * face.step};
  part.profile.assign(face.profile.begin() + step_of(from), face.profile.begin() + step_of(to));
  part.stands.clear();
  const double shift = part.extent.from - face.extent.from;
  for (const Interval& stretch : face.stands) {
    const Interval left{std::max(0.0, stretch.from - shift), std::min(part.length(), stretch.to - shift)};
    if (left.length() > 0) part.stands.push_back(left);
  }
  return part;
}

}  // namespace

std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets,
                                       const std::vector<WallFace>& all_faces) {
  const Faces faces(all_faces);
  const std::size_t count = sheets.size();
  std::vector<std::vector<Piece>> images;
  std::vector<double> all;
  for (std::size_t m = 0; m < count; ++m) {
    images.push_back(images_in(sheets, m, faces));
    all.push_back(evidence_of(sheets[m]));
  }
  std::vector<bool> real(count, false);
  const auto explained = [&](std::size_t m) {
    double sum = evidence_of(sheets[m]);
    for (const Piece& image : images[m])
      if (!real[image.sheet]) sum += kImageWorth * weight_of(sheets[image.sheet].pieces[image.piece]);
    return sum;
  };
  for (;;) {
    double most = 0;
    std::size_t best = count;
    for (std::size_t m = 0; m < count; ++m) {
      if (real[m]) continue;
      const double sum = explained(m);
      if (sum <= most || sum < kLeastExplained * all[m]) continue;
      most = sum;
      best = m;
    }
    if (best == count) break;
    real[best] = true;
    for (const Piece& image : images[best])
      if (!real[image.sheet]) hide(sheets[image.sheet].pieces[image.piece]);
    for (std::size_t i = 0; i < count; ++i)
      if (!real[i] && hide_own_image(sheets[i], sheets[best])) images[i] = images_in(sheets, i, faces);
  }
  std::vector<GlassSheet> left;
  for (std::size_t i = 0; i < count; ++i)
    if (real[i]) left.push_back(std::move(sheets[i]));
  return left;
}

void cut_images(const Line2& line, const Interval& extent, std::vector<WallFace>& faces) {
  for (WallFace& face : faces) {
    if (!face.structural) continue;
    const auto hit = intersect(line, face.line, kCrossing);
    if (!hit || line.along(*hit) < extent.from - kSlack || line.along(*hit) > extent.to + kSlack) continue;
    const double at = face.line.along(*hit);
    if (at - face.extent.from < kSlack || face.extent.to - at < kSlack) continue;
    const double before = density(face, face.extent.from, at), after = density(face, at, face.extent.to);
    if (std::min(before, after) > kWeakImage * std::max(before, after)) continue;
    face = before > after ? cut_off(face, face.extent.from, at) : cut_off(face, at, face.extent.to);
  }
}

}  // namespace storey
