#include "engine/glass/real_sheets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/faces/face_grid.h"
#include "engine/faces/standing.h"
#include "engine/glass/mirror_plane.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

// m from the foot of what is mirrored: scanners stand aside of what they see in a mirror
constexpr std::array<double, 8> kAsides = {0.3, -0.3, 0.8, -0.8, 1.5, -1.5, 3.0, -3.0};
constexpr double kAboutPiece = 1.0;  // m each way: a pane is hit in few of its pieces

/// Nothing is known of the sheet there.
void hide(SheetPiece& piece) {
  piece.low = piece.high = 0;
  piece.hidden = true;
}

/// The stretch of it that may mirror.
MirrorPlane plane_of(const GlassSheet& sheet) { return {sheet.line, sheet.extent()}; }

/// What the sheet shows at `s`; nothing where it ends or something solid hides it.
const SheetPiece* piece_at(const GlassSheet& sheet, double s) {
  const std::optional<std::size_t> piece = sheet.piece_at(s);
  return piece && !sheet.pieces[*piece].hidden ? &sheet.pieces[*piece] : nullptr;
}

/// What the pieces of a sheet about `s` show, in nats, up to the places that part it.
double nats_about(const GlassSheet& sheet, double s, const std::vector<double>& parting) {
  const auto parted_from = [&](double at) {
    return std::ranges::any_of(parting, [&](double end) { return (end - s) * (end - at) < 0; });
  };
  double nats = 0;
  for (double off = -kAboutPiece; off < kAboutPiece + kSheetPiece / 2; off += kSheetPiece)
    if (const SheetPiece* piece = piece_at(sheet, s + off); piece != nullptr && !parted_from(s + off))
      nats += piece->low + piece->high;
  return nats;
}

/// m along the sheet, about which its pieces show something.
Interval span_about(const GlassSheet& sheet) { return {sheet.from - kAboutPiece, sheet.to() + kAboutPiece}; }

FaceGrid grid_over_spans(const std::vector<GlassSheet>& sheets) {
  std::vector<LinePart> spans;
  for (const GlassSheet& sheet : sheets) spans.push_back({sheet.line, span_about(sheet)});
  return {spans, FaceGrid::kAbout};
}

/// The sheets of a storey, and where they and what they speak for stand: comparing all with all takes too
/// long.
struct SheetsInPlan {
  explicit SheetsInPlan(std::vector<GlassSheet> of) : all(std::move(of)), grid(grid_over_spans(all)) {}

  /// All that stand where something may show in the sheet, or be shown, and some others.
  std::vector<std::uint32_t> shown_in(std::size_t sheet) const {
    return grid.within(box_about(plane_of(all[sheet])));
  }
  std::vector<GlassSheet> all;
  FaceGrid grid;
};

/// Does a sheet show more about a place on it than by chance?
bool shows_glass_at(const GlassSheet& sheet, const Vec2& place) {
  return nats_about(sheet, sheet.line.along(place), {}) > hardly_by_chance();
}

/// Where clearer sheets cross one: what shows past them speaks for no glass on this side of them.
std::vector<double> parting_of(const SheetsInPlan& sheets, std::size_t own) {
  const GlassSheet& sheet = sheets.all[own];
  std::vector<double> parting;
  for (const std::uint32_t i : sheets.grid.along(sheet.line, span_about(sheet))) {
    if (i == own) continue;
    const GlassSheet& other = sheets.all[i];
    const auto hit = intersect(sheet.line, other.line, kCrossing);
    if (hit && shows_glass_at(other, *hit) && evidence_of(other) >= evidence_of(sheet))
      parting.push_back(sheet.line.along(*hit));
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
  return piece_at(mirror.sheet, s) != nullptr &&
         nats_about(mirror.sheet, s, mirror.parting) > hardly_by_chance();
}

/// Is there something structural between two places?
bool hidden_from(const Vec2& place, const Vec2& object, const FacesInPlan& faces) {
  return faces.crossed_between(place, object, kOwnWall,
                               [](const WallFace& face, double) { return face.structural; });
}

/// Is `object` on the face `solid` in sight from most of the mirror that lies before this face?
bool in_sight(const Vec2& object, const WallFace& solid, const ReflectingSheet& mirror,
              const FacesInPlan& faces) {
  const double foot = mirror.sheet.line.along(object);
  int places = 0, seen = 0;
  for (const double aside : kAsides) {
    const Vec2 place = mirror.sheet.line.at(foot + aside);
    // From its own plane nothing of the face is seen.
    if (solid.line.offset(place) < kStandsOut || piece_at(mirror.sheet, foot + aside) == nullptr) continue;
    ++places;
    seen += reflects_at(mirror, foot + aside) && !hidden_from(place, object, faces);
  }
  return 2 * seen >= places && seen > 0;
}

/// Is what `sheet` shows at `p` the image of a solid face in `mirror`?
bool is_image(const GlassSheet& sheet, const Vec2& p, const ReflectingSheet& mirror,
              const FacesInPlan& faces) {
  static_assert(kImageTolerance < FaceGrid::kAbout);
  const double foot = mirror.sheet.line.along(p), aside = std::abs(kAsides.back());
  if (foot < mirror.sheet.from - aside || foot > mirror.sheet.to() + aside) return false;
  if (!in_reach(plane_of(mirror.sheet), p)) return false;
  const Vec2 object = mirrored(p, mirror.sheet.line);
  if ((object - p).norm() < kLeastImage) return false;
  const Vec2 direction = mirrored_direction(sheet.line.direction, mirror.sheet.line);
  return faces.any(faces.grid.at(object), [&](const WallFace& face) {
    return std::abs(direction.dot(face.line.direction)) > kTurned &&
           std::abs(face.line.offset(object)) < kImageTolerance &&
           face.extent.contains(face.line.along(object)) && in_sight(object, face, mirror, faces);
  });
}

struct Piece {
  std::size_t sheet, piece;
};

/// The pieces of other sheets that are images in sheet `mirror`.
std::vector<Piece> images_in(const SheetsInPlan& sheets, std::size_t mirror, const FacesInPlan& faces) {
  std::vector<Piece> images;
  const ReflectingSheet reflecting{sheets.all[mirror], parting_of(sheets, mirror)};
  for (const std::uint32_t i : sheets.shown_in(mirror)) {
    const GlassSheet& sheet = sheets.all[i];
    for (std::size_t p = 0; i != mirror && p < sheet.pieces.size(); ++p)
      if (weight_of(sheet.pieces[p]) > 0 &&
          is_image(sheet, sheet.line.at(sheet.middle_of(p)), reflecting, faces))
        images.push_back({i, p});
  }
  return images;
}

/// Which sheets are real, and which are their images in each other.
class Explanations {
 public:
  Explanations(std::vector<GlassSheet> sheets, const FacesInPlan& faces)
      : faces_(faces),
        sheets_(std::move(sheets)),
        real_(sheets_.all.size(), false),
        images_(sheets_.all.size()),
        mirrors_(sheets_.all.size()),
        evidence_(sheets_.all.size()),
        explained_(sheets_.all.size()),
        changed_(sheets_.all.size(), true) {
    for (std::size_t i = 0; i < sheets_.all.size(); ++i) look_into(i);
    for (const GlassSheet& sheet : sheets_.all) all_.push_back(evidence_of(sheet));
  }

  /// The sheet that, with its images, explains most of what is left. What may be the image of another waits
  /// for that.
  std::optional<std::size_t> next() {
    sum_up_changed();
    std::vector<std::size_t> possible;
    for (std::size_t i = 0; i < real_.size(); ++i)
      if (is_possible(i)) possible.push_back(i);
    std::ranges::stable_sort(possible, std::ranges::greater{}, [&](std::size_t i) { return explained_[i]; });
    const auto source = std::ranges::find_if(possible, [&](std::size_t i) { return !has_to_wait(i); });
    if (source != possible.end()) return *source;
    return possible.empty() ? std::nullopt : std::optional(possible.front());
  }

  void take(std::size_t taken) {
    real_[taken] = true;
    note_change(taken);
    for (const Piece& image : images_[taken])
      if (!real_[image.sheet]) {
        hide(sheets_.all[image.sheet].pieces[image.piece]);
        note_change(image.sheet);
      }
  }

  /// The real ones from the sheet `first` on.
  std::vector<GlassSheet> real_from(std::size_t first) const {
    std::vector<GlassSheet> left;
    for (std::size_t i = first; i < real_.size(); ++i)
      if (real_[i]) left.push_back(sheets_.all[i]);
    return left;
  }

 private:
  void look_into(std::size_t mirror) {
    images_[mirror] = images_in(sheets_, mirror, faces_);
    for (const Piece& image : images_[mirror])
      if (std::vector<std::size_t>& mirrors = mirrors_[image.sheet]; std::ranges::count(mirrors, mirror) == 0)
        mirrors.push_back(mirror);
  }

  /// The sheet shows less, or is real now.
  void note_change(std::size_t sheet) {
    changed_[sheet] = true;
    for (const std::size_t mirror : mirrors_[sheet]) changed_[mirror] = true;
  }

  void sum_up_changed() {
    for (std::size_t i = 0; i < real_.size(); ++i) {
      if (!changed_[i]) continue;
      evidence_[i] = explained_[i] = evidence_of(sheets_.all[i]);
      for (const Piece& image : images_[i])
        if (!real_[image.sheet])
          // An image counts for less than what is hit: all that is seen could be one.
          explained_[i] += kNearlyAll * weight_of(sheets_.all[image.sheet].pieces[image.piece]);
      changed_[i] = false;
    }
  }

  /// Is enough left to be explained by the sheet?
  bool is_possible(std::size_t sheet) const {
    return !real_[sheet] && explained_[sheet] > 0 && explained_[sheet] >= kNearlyHalf * all_[sheet];
  }

  bool has_to_wait(std::size_t sheet) const {
    return std::ranges::any_of(mirrors_[sheet], [&](std::size_t mirror) {
      return is_possible(mirror) && is_image_in(sheet, mirror);
    });
  }

  /// Would too little be left of the sheet without what is an image in `mirror`?
  bool is_undone_by(std::size_t sheet, std::size_t mirror) const {
    double left = evidence_[sheet];
    for (const Piece& image : images_[mirror])
      if (image.sheet == sheet) left -= weight_of(sheets_.all[sheet].pieces[image.piece]);
    return left < kNearlyHalf * all_[sheet];
  }

  /// Is the sheet an image in `mirror`, which is about as clear, and not the other way round?
  bool is_image_in(std::size_t sheet, std::size_t mirror) const {
    return evidence_[mirror] >= kNearlyHalf * evidence_[sheet] && is_undone_by(sheet, mirror) &&
           !is_undone_by(mirror, sheet);
  }

  const FacesInPlan& faces_;
  SheetsInPlan sheets_;
  std::vector<bool> real_;
  std::vector<std::vector<Piece>> images_;         ///< of other sheets, in each
  std::vector<std::vector<std::size_t>> mirrors_;  ///< of each, in which some of its pieces are images
  std::vector<double> all_;                        ///< nats that each showed at first
  std::vector<double> evidence_;                   ///< nats that each shows now
  std::vector<double> explained_;                  ///< nats, by each with its images
  std::vector<bool> changed_;                      ///< neither of both holds any more
};

/// The pane as a sheet that shows clearly all along.
GlassSheet sheet_of(const GlassWall& pane) {
  SheetPiece piece;
  piece.low = piece.high = hardly_by_chance();
  const auto pieces = static_cast<std::size_t>(std::lround(pane.extent.length() / kSheetPiece));
  return {pane.line, pane.extent.from, std::vector<SheetPiece>(pieces, piece)};
}

}  // namespace

std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets, const std::vector<WallFace>& all_faces,
                                       const std::vector<GlassWall>& panes) {
  std::vector<GlassSheet> all;
  std::ranges::transform(panes, std::back_inserter(all), sheet_of);
  std::ranges::move(sheets, std::back_inserter(all));
  const FacesInPlan faces(all_faces);
  Explanations found(std::move(all), faces);
  for (std::size_t i = 0; i < panes.size(); ++i) found.take(i);
  while (const std::optional<std::size_t> next = found.next()) found.take(*next);
  return found.real_from(panes.size());
}

}  // namespace storey
