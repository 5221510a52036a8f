#include "engine/faces/face_odds.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/learned/face_weights.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/rank.h"

namespace storey {
namespace {

/// For each step the bins in which a wall can be hit.
std::vector<HeightMask> upright_bins(const StoreyRaster& raster, const WallFace& face) {
  std::vector<HeightMask> bins;
  for (std::size_t i = 0; i < face.profile.size(); ++i)
    bins.push_back(wall_bins(raster, face, face.place(i)));
  return bins;
}

/// How many of the bins that are due are hit.
struct Hits {
  int hit = 0, due = 0;
  void add(HeightMask hits, HeightMask bins) {
    hit += (hits & bins).count();
    due += bins.count();
  }
  double share() const { return static_cast<double>(hit) / std::max(1, due); }
};

/// `upright`: the bins that are due at each step.
double density_of(const WallFace& face, const std::vector<HeightMask>& upright) {
  Hits hits;
  for (std::size_t i = 0; i < face.profile.size(); ++i) hits.add(face.profile[i], upright[i]);
  return hits.share();
}

/// The density in the part of the height in which the face shows least: cupboards leave some of it free.
double least_band(const StoreyRaster& raster, const WallFace& face, const std::vector<HeightMask>& upright) {
  // m above the floor: before tables, over them, at heads and over these
  constexpr std::array kFrom = {0.3, 0.9, 1.5, 2.1};
  constexpr int kFewest = 2;  // bins for each step: of less, cornices are most
  const double floor = raster.level.floor_z;
  double least = 1;
  for (std::size_t band = 0; band < kFrom.size(); ++band) {
    const double to = band + 1 < kFrom.size() ? floor + kFrom[band + 1] : raster.level.limit_z;
    const HeightMask range = raster.bins.range(floor + kFrom[band], to);
    Hits hits;
    for (std::size_t i = 0; i < face.profile.size(); ++i) hits.add(face.profile[i], range & upright[i]);
    if (hits.due > kFewest * static_cast<int>(face.profile.size())) least = std::min(least, hits.share());
  }
  return least;
}

/// How densely another face shows behind one, or before it; and where the one does not show.
struct ShownThere {
  double all = 0, past = 0;
};

ShownThere shown_at(const WallFace& face, const std::vector<HeightMask>& upright, const WallFace& other) {
  Hits all, past;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const HeightMask hit = other.hits_between_beams(face.place(i));
    all.add(hit, upright[i]);
    past.add(hit & ~face.hits_between_beams(i), upright[i]);
  }
  return {all.share(), past.share()};
}

/// How densely the wall's other face shows; and, where the face does not, a surface behind it that looks the
/// same way, as the wall does behind casework.
struct Behind {
  double partner = 0, surface = 0;
};

Behind behind(const FacesInPlan& faces, const WallFace& face, const std::vector<HeightMask>& upright) {
  Behind found;
  for (const std::uint32_t f : faces.grid.along(face.line, face.extent)) {
    const WallFace& other = faces.all[f];
    const double cosine = face.line.direction.dot(other.line.direction);
    const double depth = -face.line.offset(other.middle());
    if (&other == &face || other.glass || std::abs(cosine) < kNearlyParallel || depth > FaceGrid::kAbout)
      continue;
    if (cosine < 0 && depth > kThinnestWall && other.structural)
      found.partner = std::max(found.partner, shown_at(face, upright, other).all);
    if (cosine > 0 && depth > kOneSurface)
      found.surface = std::max(found.surface, shown_at(face, upright, other).past);
  }
  return found;
}

/// How the faces of a storey are turned: by the quarter turn, as walls stand square to each other.
class Turns {
 public:
  explicit Turns(const std::vector<WallFace>& faces) : lengths_(kBins) {
    for (const WallFace& face : faces)
      if (is_solid(face)) {
        lengths_[bin_of(face)] += face.length();
        all_ += face.length();
      }
  }

  /// Share of the length of all other faces that is parallel or square to this one: the less, the more askew.
  double share_square_to(const WallFace& face) const {
    if (all_ <= face.length()) return 0;
    double sum = -face.length();
    for (int off = -kReach; off <= kReach; ++off) {
      const auto bin = (bin_of(face) + static_cast<std::size_t>(off + kBins)) % kBins;
      sum += lengths_[bin] * (1 - std::abs(off) / (kReach + 1.0));
    }
    return std::max(0.0, sum) / (all_ - face.length());
  }

 private:
  static constexpr int kBins = 900;  // bins of 0.1° in a quarter turn
  static constexpr int kReach = 30;  // bins, 3°: short faces are fitted no better

  static std::size_t bin_of(const WallFace& face) {
    const double angle = std::atan2(face.line.direction.y(), face.line.direction.x()) / (M_PI / 2);
    return static_cast<std::size_t>((angle - std::floor(angle)) * kBins) % kBins;
  }

  std::vector<double> lengths_;  // m, of the faces of each turn
  double all_ = 0;
};

}  // namespace

const std::array<std::string_view, std::tuple_size_v<FaceCues>> kFaceCueNames = {
    "log_length",  "partner", "surface_behind", "scatter",      "least_band",
    "free_behind", "density", "top_contact",    "square_to_it", "log_in_line"};

void give_cues(const StoreyRaster& raster, const LineWidth& width, int threads,
               std::vector<WallFace>& faces) {
  constexpr double kDense = 1.5;  // factor on the usual density: beyond, it says no more
  constexpr double kThin = 0.05;  // share: walls of the thinnest scans show as densely
  std::vector<double> density(faces.size());
  std::vector<std::vector<HeightMask>> upright(faces.size());
  parallel_for(faces.size(), threads, [&](std::size_t i) {
    if (!is_solid(faces[i]) && !is_open(faces[i])) return;
    upright[i] = upright_bins(raster, faces[i]);
    density[i] = density_of(faces[i], upright[i]);
  });
  std::vector<std::pair<double, double>> densities;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (is_solid(faces[i])) densities.emplace_back(density[i], faces[i].length());
  const double usual = std::max(kThin, weighted_median(std::move(densities)));
  const FacesInPlan in_plan(faces);
  const Turns turns(faces);
  parallel_for(faces.size(), threads, [&](std::size_t i) {
    WallFace& face = faces[i];
    if (face.cues || (!is_solid(face) && !is_open(face))) return;
    const Behind at_back = behind(in_plan, face, upright[i]);
    face.cues = FaceCues{std::log(face.length()),
                         at_back.partner,
                         at_back.surface,
                         std::min(1.0, face.rms / width.surface),
                         least_band(raster, face, upright[i]),
                         face.free_right,
                         std::min(kDense, density[i] / usual),
                         face.top_contact,
                         turns.share_square_to(face),
                         std::log1p(length_in_line(in_plan, face))};
  });
}

double length_in_line(const FacesInPlan& faces, const WallFace& face) {
  double length = 0;
  for (const std::uint32_t f : faces.grid.along(face.line)) {
    const WallFace& other = faces.all[f];
    if (&other == &face || !is_solid(other) ||
        std::abs(face.line.direction.dot(other.line.direction)) < kParallelFaces ||
        std::abs(face.line.offset(other.middle())) > kThinnestWall)
      continue;
    if (overlap(face.extent, span_along(face.line, other)) < kThinnestWall) length += other.length();
  }
  return length;
}

double least_shown(const FaceCues& cues) {
  const auto cue = std::ranges::find(kFaceCueNames, "least_band") - kFaceCueNames.begin();
  return cues.at(static_cast<std::size_t>(cue));
}

double chance_of(const FaceCues& cues) { return chance(kFaceWeights, cues); }

}  // namespace storey
