#include "engine/glass/mirrors/find_mirrors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "engine/glass/find_sheets.h"
#include "engine/glass/mirrors/erase_marked.h"
#include "engine/glass/mirrors/mirror_planes.h"
#include "engine/glass/mirrors/reflection.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kSurely = 0.86;     // share of it without poses: rooms of like shape match by chance
constexpr int kMinSightings = 80;    // voxels of the sample, 0.13 m² of image: patches match by chance
constexpr std::size_t kSample = 4;   // voxels of which one is looked at: they are dense
constexpr std::size_t kGlance = 32;  // voxels of which one shows at first which planes are worth a look
constexpr int kMinGlance = 4;        // voxels of those, less than half of what a mirror shows

/// What is seen through one strip of a plane: images count for a mirror, others against one.
struct Strip {
  int images = 0, others = 0;
  int all = 0;  ///< with what is its own image

  Strip& operator+=(const Strip& more) {
    images += more.images;
    others += more.others;
    all += more.all;
    return *this;
  }
  double score() const { return (1 - kNearlyAll) * images - kNearlyAll * others; }
};

/// Strips from `from` up to before `to`.
struct Stretch {
  std::size_t from = 0, to = 0;
  Strip sum;

  bool contains(std::size_t strip) const { return from <= strip && strip < to; }
};

std::size_t strip_of(double at, double first) { return static_cast<std::size_t>((at - first) / kSheetPiece); }

std::size_t strips_in(double length) { return static_cast<std::size_t>(std::lround(length / kSheetPiece)); }

/// The stretch with the largest score within [from, to) (Bentley 1984).
Stretch best_stretch(const std::vector<Strip>& strips, std::size_t from, std::size_t to) {
  Stretch best, run;
  for (std::size_t i = from; i < to; ++i) {
    if (run.sum.score() <= 0) run = {i, i, {}};
    run.sum += strips[i];
    run.to = i + 1;
    if (run.sum.score() > best.sum.score()) best = run;
  }
  return best;
}

/// Goes on to both sides as long as something shows and images prevail; side walls, floor and ceiling do not
/// speak against them.
void widen(const std::vector<Strip>& strips, Stretch& stretch) {
  const auto takes = [&](std::size_t strip) {
    Strip sum = stretch.sum;
    sum += strips[strip];
    if (strips[strip].all == 0 || sum.score() < 0) return false;
    stretch.sum = sum;
    return true;
  };
  for (bool grows = true; grows;) {
    grows = false;
    if (stretch.from > 0 && takes(stretch.from - 1)) --stretch.from, grows = true;
    if (stretch.to < strips.size() && takes(stretch.to)) ++stretch.to, grows = true;
  }
}

/// Does nothing right beside the stretch, on one side at least, speak against a mirror? Openings show their
/// reveals on both; on one side of a mirrored wardrobe shows the wall behind it.
bool closed_beside(const std::vector<Strip>& strips, const Stretch& stretch) {
  Strip left = stretch.sum, right = stretch.sum;
  const std::size_t reach = strips_in(kLeastGap);
  for (std::size_t i = 1; i <= reach; ++i) {
    if (stretch.from >= i) left += strips[stretch.from - i];
    if (stretch.to + i <= strips.size()) right += strips[stretch.to + i - 1];
  }
  return std::max(left.score(), right.score()) >= 0;
}

/// The mirrors in one plane.
class PlaneOfMirrors {
 public:
  /// `plane` as widened. With `seen_through`, it is known what was seen through it.
  PlaneOfMirrors(const MirrorPlane& plane, const Reflection& reflection, bool seen_through)
      : seen_through_(seen_through),
        line_(plane.line),
        extent_(plane.extent),
        sightings_(reflection.sightings_behind({line_, extent_})) {}

  /// Of all stretches, how many images that with the highest score shows.
  int most_images() const {
    const std::vector<Strip> strips = strips_along();
    return best_stretch(strips, 0, strips.size()).sum.images;
  }

  std::vector<Mirror> mirrors() const {
    std::vector<Strip> strips = strips_along();
    const std::size_t beyond = strips_in(kHiddenWall);
    std::vector<Mirror> found;
    for (;;) {
      Stretch stretch = best_stretch(strips, beyond, strips.size() - beyond);
      if (stretch.sum.images < kMinSightings) return found;
      if (closed_beside(strips, stretch) && width_of_images(stretch) > kLeastImage && is_sure(stretch.sum)) {
        widen(strips, stretch);
        if (is_sure(stretch.sum)) found.push_back(mirror_on(stretch));  // with all that it would take out
      }
      std::fill(strips.begin() + static_cast<std::ptrdiff_t>(stretch.from),
                strips.begin() + static_cast<std::ptrdiff_t>(stretch.to), Strip{});
    }
  }

 private:
  std::vector<Strip> strips_along() const {
    std::vector<Strip> strips(strip_of(extent_.to, extent_.from) + 1);
    for (const Sighting& sighting : sightings_)
      if (seen_through_ || sighting.kind != Sighting::Kind::kEither)
        count(sighting, strip_along(sighting), strips);
    return strips;
  }

  std::size_t strip_along(const Sighting& sighting) const { return strip_of(sighting.at.s, extent_.from); }

  static void count(const Sighting& sighting, std::size_t strip, std::vector<Strip>& strips) {
    ++strips[strip].all;
    strips[strip].images += sighting.kind == Sighting::Kind::kImage;
    strips[strip].others += sighting.kind == Sighting::Kind::kOther;
  }

  bool is_sure(const Strip& sum) const {
    return seen_through_ || sum.images > kSurely * (sum.images + sum.others);
  }

  double width_of_images(const Stretch& stretch) const {
    double from = std::numeric_limits<double>::max(), to = std::numeric_limits<double>::lowest();
    for (const Sighting& sighting : sightings_) {
      if (sighting.kind != Sighting::Kind::kImage || !stretch.contains(strip_along(sighting))) continue;
      from = std::min(from, sighting.foot);
      to = std::max(to, sighting.foot);
    }
    return to - from;
  }

  /// Its height: where images show, and on over the strips in which only floor, ceiling or side walls do.
  Mirror mirror_on(const Stretch& stretch) const {
    double bottom = std::numeric_limits<double>::max(), top = std::numeric_limits<double>::lowest();
    for (const Sighting& sighting : sightings_) {
      bottom = std::min(bottom, sighting.at.z);
      top = std::max(top, sighting.at.z);
    }
    std::vector<Strip> rows(strip_of(top, bottom) + 1);
    for (const Sighting& sighting : sightings_)
      if (stretch.contains(strip_along(sighting))) count(sighting, strip_of(sighting.at.z, bottom), rows);
    Stretch height = best_stretch(rows, 0, rows.size());
    widen(rows, height);
    const double beside = seen_through_ ? 0 : kAtCorner;
    return {line_,
            {extent_.from + kSheetPiece * static_cast<double>(stretch.from) - beside,
             extent_.from + kSheetPiece * static_cast<double>(stretch.to) + beside},
            bottom + kSheetPiece * static_cast<double>(height.from),
            bottom + kSheetPiece * static_cast<double>(height.to)};
  }

  bool seen_through_;
  Line2 line_;
  Interval extent_;
  std::vector<Sighting> sightings_;
};

/// Is little behind the mirror, for what stands before it? An image is seen from afar and through the mirror
/// alone; a room like this one is there as this one is.
bool thin_behind(const Mirror& mirror, const LevelCloud& cloud, const StoreyLevel& level) {
  std::size_t before = 0, behind = 0;
  for (const Surfel& surfel : cloud.surfels) {
    if (surfel.mean.z() < level.floor_z - kSameFloor || surfel.mean.z() > level.limit_z) continue;
    const Vec2 plan = surfel.mean.head<2>().cast<double>();
    if (!mirror.extent.contains(mirror.line.along(plan))) continue;
    const double offset = mirror.line.offset(plan);
    before += offset > kStandsOut && offset < kRoomDepth;
    behind += offset < -kStandsOut && offset > -kRoomDepth;
  }
  return static_cast<double>(behind) < kSome * static_cast<double>(before);
}

/// Does a mirror in the plane of this one show what is seen through the plane there?
bool mirrored_at(const Crossing& at, const Mirror& mirror, const std::vector<Mirror>& mirrors) {
  return std::ranges::any_of(mirrors, [&](const Mirror& other) {
    return other.line.point == mirror.line.point && other.line.direction == mirror.line.direction &&
           other.extent.contains(at.s) && at.z > other.bottom && at.z < other.top;
  });
}

/// As far as mirrors may go on in the planes.
std::vector<MirrorPlane> widened(std::vector<MirrorPlane> planes) {
  for (MirrorPlane& plane : planes)
    plane.extent = {plane.extent.from - kHiddenWall, plane.extent.to + kHiddenWall};
  return planes;
}

/// The planes through which a glance sees images.
std::vector<MirrorPlane> worth_a_look(const std::vector<MirrorPlane>& planes, const LevelCloud& cloud,
                                      const StoreyRaster& raster, const std::vector<WallFace>& faces,
                                      const RunContext& context) {
  if (planes.empty()) return {};
  const Reflection at_a_glance(cloud, raster, faces, planes, kGlance, context.threads());
  std::vector<int> images(planes.size(), 0);
  parallel_for(planes.size(), context.threads(), [&](std::size_t i) {
    if (!context.cancelled())
      images[i] = PlaneOfMirrors(planes[i], at_a_glance, !cloud.stations.empty()).most_images();
  });
  std::vector<MirrorPlane> worthy;
  for (std::size_t i = 0; i < planes.size(); ++i)
    if (images[i] >= kMinGlance) worthy.push_back(planes[i]);
  return worthy;
}

}  // namespace

std::vector<Mirror> find_mirrors(const LevelCloud& cloud, const StoreyRaster& raster,
                                 const std::vector<WallFace>& faces, const std::vector<GlassSheet>& sheets,
                                 const RunContext& context) {
  const bool poses_known = !cloud.stations.empty();
  const std::vector<MirrorPlane> planes =
      worth_a_look(widened(mirror_planes(faces, sheets)), cloud, raster, faces, context);
  if (planes.empty()) return {};
  const Reflection closely(cloud, raster, faces, planes, kSample, context.threads());
  std::vector<Mirror> mirrors = parallel_collect(planes.size(), context.threads(), [&](std::size_t i) {
    if (context.cancelled()) return std::vector<Mirror>();
    return PlaneOfMirrors(planes[i], closely, poses_known).mirrors();
  });
  if (!poses_known)
    std::erase_if(mirrors, [&](const Mirror& mirror) { return !thin_behind(mirror, cloud, raster.level); });
  return mirrors;
}

bool take_out_images(LevelCloud& cloud, const std::vector<Mirror>& mirrors, int threads) {
  if (mirrors.empty()) return false;
  const SightLines sight_lines(cloud.stations, cloud.station_sets);
  const auto is_image = [&](const Surfel& surfel) {
    const Vec2 plan = surfel.mean.head<2>().cast<double>();
    return std::ranges::any_of(mirrors, [&](const Mirror& mirror) {
      return mirror.line.offset(plan) < -kStandsOut &&
             sight_lines.all_pass(mirror.line, surfel,
                                  [&](const Crossing& at) { return mirrored_at(at, mirror, mirrors); });
    });
  };
  std::vector<std::uint8_t> image(cloud.surfels.size());
  parallel_parts(image.size(), threads, [&](std::size_t, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) image[i] = is_image(cloud.surfels[i]);
  });
  return erase_marked(cloud.surfels, image) > 0;
}

}  // namespace storey
