#include "engine/openings/refine_opening.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/openings/voids/elevation.h"
#include "engine/scan/counts.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kBin = 0.006;  // m: the noise of a terrestrial scan lies within three

constexpr double kLining = 0.012;  // m, standard uncertainty of an edge: linings are about a finger thick

/// A position along one axis with its standard uncertainty, m.
struct Estimate {
  double value, sigma;
};

/// Where an edge is about, on the raster.
struct RoughEdge {
  double at;      ///< m
  int outward;    ///< sense away from the opening
  double unseen;  ///< m, standard uncertainty where nothing shows it better
  bool outer;     ///< of an outer wall
};

/// By bins over twice kCasing.
using Counts = std::vector<double>;

/// How many values lie in each bin about `rough`, in the sense of `sense`.
Counts count_about(const std::vector<double>& values, double rough, int sense) {
  Counts counts(static_cast<std::size_t>(2 * kCasing / kBin) + 1);
  for (const double v : values) {
    const double bin = std::floor((sense * (v - rough) + kCasing) / kBin);
    if (bin >= 0 && bin < static_cast<double>(counts.size())) counts[static_cast<std::size_t>(bin)] += 1;
  }
  return counts;
}

/// The outermost strong concentration of `values` about an edge: reveals stand outside of frames and leaves.
std::optional<Estimate> find_reveal(const std::vector<double>& values, const RoughEdge& rough, double noise) {
  const Counts count = count_about(values, rough.at, 1);
  const int bins = static_cast<int>(count.size());
  const auto window = [&](int i) {
    double sum = 0;
    for (int k = std::max(0, i - 1); k <= std::min(bins - 1, i + 1); ++k)
      sum += count[static_cast<std::size_t>(k)];
    return sum;
  };
  double most = 0;
  for (int i = 0; i < bins; ++i) most = std::max(most, window(i));
  if (most < static_cast<double>(kFewestHits)) return std::nullopt;
  int chosen = -1;
  for (int k = 0; k < bins && chosen < 0; ++k) {
    const int i = rough.outward > 0 ? bins - 1 - k : k;
    if (window(i) >= kNearlyHalf * most && window(i) >= window(std::clamp(i - rough.outward, 0, bins - 1)))
      chosen = i;
  }
  const double centre = rough.at - kCasing + (chosen + 0.5) * kBin;
  double sum = 0, n = 0;
  const double reach = std::max(1.5 * kBin, 2 * noise);
  for (const double v : values)
    if (std::abs(v - centre) <= reach) {
      sum += v;
      ++n;
    }
  return Estimate{sum / n, std::hypot(noise / std::sqrt(n) * 2, kPlaster)};
}

/// Do values go on inwards of `edge` half as densely as at it, as those of a closed leaf do?
bool goes_on_inwards(const std::vector<double>& values, const RoughEdge& rough, double edge) {
  const double about = 1.5 * kBin;  // m each way: a window of bins
  double at = 0, inwards = 0;
  for (const double v : values) {
    const double in = rough.outward * (edge - v);
    at += std::abs(in) <= about;
    inwards += in > about;
  }
  const double length = kCasing + rough.outward * (edge - rough.at) - about;
  return inwards * 2 * about > kHalf * at * length;
}

/// What a run of bins says for its own rate: the logarithm of its likelihood, but for what all runs share.
double log_likelihood(double hits, double bins) { return hits > 0 ? hits * std::log(hits / bins) : 0; }

/// Where the wall's faces begin, outwards of the opening, m: where the rate of their hits rises from one to
/// another most likely. Nothing where they do not show.
std::optional<double> faces_begin(const std::vector<double>& on_faces, const RoughEdge& rough) {
  const Counts count = count_about(on_faces, rough.at, rough.outward);
  const double all = std::accumulate(count.begin(), count.end(), 0.0);
  double before = 0, best = 0;
  std::optional<double> begin;
  for (std::size_t i = 1; i < count.size(); ++i) {
    before += count[i - 1];
    const auto in = static_cast<double>(i), out = static_cast<double>(count.size()) - in;
    const double beyond = all - before;
    if (beyond < kFewestHits || beyond * in <= before * out) continue;
    const double likely = log_likelihood(before, in) + log_likelihood(beyond, out);
    if (begin && likely <= best) continue;
    best = likely;
    begin = rough.at + rough.outward * (in * kBin - kCasing);
  }
  return begin;
}

/// What shows about an edge: positions across it, m, of hits in the wall's depth and on its faces.
struct EdgeHits {
  double about;  ///< m, across it: where the raster has it
  std::vector<double> inside{}, on_faces{};

  void add(double place, bool is_inside, bool is_on_faces) {
    if (is_on_faces) on_faces.push_back(place);
    if (is_inside && std::abs(place - about) < kCasing) inside.push_back(place);
  }
};

/// An edge has two witnesses: its reveal, and where the faces beside it begin. Where they agree, the reveal
/// is the more exact. Where they do not, faces tell in outer walls, behind whose frames and mullions hits lie
/// in the wall; but inside of a building leaves hang beside reveals and look like faces. The edge may be off
/// by as much as the witnesses are apart. Without either it is where the raster shows it.
Estimate between_witnesses(const std::optional<Estimate>& reveal, const EdgeHits& hits,
                           const RoughEdge& rough) {
  const Estimate edge = reveal.value_or(Estimate{rough.at, rough.unseen});
  const std::optional<double> begin = faces_begin(hits.on_faces, rough);
  if (!begin) {
    const bool in_wall = rough.outer && rough.outward * (edge.value - rough.at) > 0;
    return {in_wall ? rough.at : edge.value, std::hypot(edge.sigma, kLining, rough.unseen / std::sqrt(3))};
  }
  const double apart = std::max(0.0, std::abs(*begin - edge.value) - kBin);
  const bool by_faces = !reveal || (rough.outer && apart > kThinnestWall);
  return {by_faces ? *begin : edge.value, std::hypot(edge.sigma, kLining, apart / std::sqrt(3))};
}

/// A jamb, which may also lie anywhere within `doubt` (m) to both sides. A closed leaf hides its reveal.
Estimate find_jamb(const EdgeHits& hits, const RoughEdge& rough, double noise, double doubt) {
  std::optional<Estimate> reveal = find_reveal(hits.inside, rough, noise);
  if (reveal && goes_on_inwards(hits.inside, rough, reveal->value)) reveal.reset();
  Estimate edge = between_witnesses(reveal, hits, rough);
  edge.sigma = std::hypot(edge.sigma, doubt / std::sqrt(3));
  return edge;
}

/// A head or sill.
Estimate find_level(const EdgeHits& hits, const RoughEdge& rough, double noise) {
  return between_witnesses(find_reveal(hits.inside, rough, noise), hits, rough);
}

/// Does an outer wall show below the opening? A window's sill may be as low as a hand's breadth. If it does
/// not, and inside of a building, it is things on the floor that hide the lower end of a door.
bool on_parapet(const Elevation& elevation, const ElevationBox& box) {
  constexpr int kLowest = 3;  // rows of 5 cm: the lowest belongs to the floor, and skirting passes no door
  const ElevationBox below{.c0 = box.c0, .c1 = box.c1, .r0 = 1, .r1 = box.r0};
  return elevation.outer && box.r0 >= kLowest && elevation.share(below, kOnFront | kOnBack) > kNearlyHalf;
}

/// Is a hit so far behind the front face (m) on a face, or on the casing before it?
bool on_faces(const Elevation& elevation, double depth) {
  const auto on = [&](double behind) { return behind > -kThinnestWall && behind < elevation.tolerance; };
  return on(depth) || (!elevation.outer && on(elevation.depth - depth));
}

}  // namespace

void refine_opening(const Elevation& elevation, const ElevationBox& box, double noise,
                    FoundOpening& opening) {
  const double s0 = elevation.from + box.c0 * elevation.step, s1 = elevation.from + box.c1 * elevation.step;
  const double z0 = box.r0 * elevation.rise, z1 = box.r1 * elevation.rise;
  EdgeHits left{s0}, right{s1}, below{z0}, above{z1};
  const double clear = elevation.tolerance + kPlaster;
  for (const WallHit& hit : elevation.hits) {
    const double s = static_cast<double>(hit.s), d = static_cast<double>(hit.depth),
                 z = static_cast<double>(hit.z);
    const bool beside = z > z0 + kCasing && z < z1 - kCasing;
    const bool over = s > s0 + kCasing && s < s1 - kCasing;
    const bool inside = d >= clear && d <= elevation.depth - clear, on = on_faces(elevation, d);
    if (beside)
      for (EdgeHits* jamb : {&left, &right}) jamb->add(s, inside, on);
    if (over)
      for (EdgeHits* level : {&below, &above}) level->add(z, inside, on);
  }
  const double step = elevation.step;
  const Estimate a = find_jamb(left, {s0, -1, step, elevation.outer}, noise, box.doubt_from * step);
  const Estimate b = find_jamb(right, {s1, 1, step, elevation.outer}, noise, box.doubt_to * step);
  const double unseen = elevation.rise / std::sqrt(3);  // anywhere within a row to both sides
  opening.span = {a.value, b.value};
  opening.jamb_sigma = std::hypot(a.sigma, b.sigma);
  const Estimate head = find_level(above, {z1, 1, unseen, elevation.outer}, noise);
  opening.head = head.value;
  opening.head_sigma = head.sigma;
  if (z0 < kKnee && !on_parapet(elevation, box)) {
    opening.sill = opening.sill_sigma = 0;
  } else {
    const Estimate sill = find_level(below, {z0, -1, unseen, elevation.outer}, noise);
    opening.sill = sill.value;
    opening.sill_sigma = sill.sigma;
  }
}

}  // namespace storey
