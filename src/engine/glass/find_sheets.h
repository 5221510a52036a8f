// Stage 4: sheets of glass, by the few points that they return.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

inline constexpr double kSheetPiece = 0.10;  ///< m along a sheet that are judged as one

inline constexpr double kMostOfAPiece =
    3.0;  ///< weight, nats per half: what stands in one place is no sheet yet

inline constexpr double kByChance = 0.01;  ///< share of storeys of clutter alone that show a sheet by chance
/// nats: evidence that chance alone gives in a share kByChance of all cases, one in a hundred.
inline double hardly_by_chance() { return -std::log(kByChance); }

/// Where a station stands that hits a piece of a sheet.
struct SheetView {
  Vec2 from;       ///< m, as the sheet
  int voxels = 0;  ///< that it hits
};

/// What a piece of a sheet shows, in nats by which a sheet is likelier than the clutter beside it.
struct SheetPiece {
  double low = 0;                  ///< up to 70 % of the height, where furniture and people are
  double high = 0;                 ///< above
  bool open = false;               ///< floor or ceiling to both sides, and no wall just behind
  bool hidden = false;             ///< something solid or an image is in its place; no hits there count
  std::uint16_t rows = 0;          ///< bit i: hit in the i-th of ten rows from skirting to ceiling
  std::vector<SheetView> views{};  ///< of those who hit it, one a station with a pose; see find_views
};

/// What is known of a stretch of a line, in pieces of kSheetPiece.
template <class Piece>
struct InPieces {
  Line2 line;
  double from = 0;  ///< m along the line, where the pieces begin
  std::vector<Piece> pieces;

  double to() const { return from + kSheetPiece * static_cast<double>(pieces.size()); }
  Interval extent() const { return {from, to()}; }
  double middle_of(std::size_t piece) const {
    return from + (static_cast<double>(piece) + 0.5) * kSheetPiece;
  }
  /// The piece at `s` along the line; nothing beyond the stretch.
  std::optional<std::size_t> piece_at(double s) const {
    const double piece = std::floor((s - from) / kSheetPiece);
    const bool there = piece >= 0 && piece < static_cast<double>(pieces.size());
    return there ? std::optional(static_cast<std::size_t>(piece)) : std::nullopt;
  }
};

/// An upright plane that is hit rarely, but more often than the space to both sides of it.
using GlassSheet = InPieces<SheetPiece>;

/// Nats that speak for a sheet in a piece; what speaks against it is not counted.
double weight_of(const SheetPiece& piece);
double evidence_of(const GlassSheet& sheet);

struct SheetSearch {
  /// The clearest first. Mirror images of walls are among them, and clutter, of which little evidence is
  /// left.
  std::vector<GlassSheet> sheets;
  double least_evidence = 0;  ///< nats that a sheet needs, by the number of places that were looked at
  /// The hits of one surface scatter over the whole band in which those of a pane lie: what stands beside
  /// walls looks the same, and images of walls are as sharp as panes.
  bool blurred = false;
};

/// Looks for sheets that are parallel or square to a structural face. `noise`: scatter of the hits of one
/// surface, m.
SheetSearch find_sheets(const StoreyRaster& raster, const std::vector<WallFace>& faces, double noise,
                        int threads = 1);

}  // namespace storey
