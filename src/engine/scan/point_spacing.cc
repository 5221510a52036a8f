#include "engine/scan/point_spacing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/scan/counts.h"
#include "engine/scan/gather.h"
#include "engine/scan/neighbourhood.h"
#include "geometry/key_numbers.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr float kAbout = 0.10f;  // m about a point in which its neighbours are counted: a dozen and more
constexpr auto kPastTile = static_cast<float>(kVoxel / 2);  // m: by which a point may lie beyond its tile
constexpr float kPlace = 0.30f;        // m: cubes, of which one and those beside it are one place
constexpr std::size_t kSample = 5000;  // points that tell the spacing to a hundredth
constexpr float kBlock = 2;            // m: of what lies in one, a tenth has neighbours in the next

/// What lies in some blocks of the building, wherever they lie: all, or enough to tell how it was scanned.
std::vector<Surfel> sampled_blocks(const SurfelView& surfels) {
  const std::uint64_t one_in = surfels.size() / kMostAsked + 1;
  std::vector<Surfel> sample;
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    std::ranges::copy_if(chunk, std::back_inserter(sample), [&](const Surfel& surfel) {
      return is_sampled(cube_key(surfel.mean, kBlock), one_in);
    });
  });
  return sample;
}

/// How far apart points at random lie of which as many are about `p` as here, `p` itself among them.
float spacing_at(const Eigen::Vector3f& p, Vicinity& vicinity) {
  const std::size_t count = vicinity.count_within(kAbout, p);
  return kAbout * std::sqrt(std::numbers::pi_v<float> / static_cast<float>(count));
}

/// For each length that is asked about, how many surfels have their neighbours as far apart.
using Apart = std::array<std::uint32_t, 2>;

/// Cubes of the building that hold something: how many surfels each has, and how far apart.
class Places {
 public:
  struct Place {
    Eigen::Vector3f in;  ///< a point in it
    std::uint32_t surfels = 0;
    Apart apart{};

    void add(const Place& more) {
      surfels += more.surfels;
      for (std::size_t k = 0; k < apart.size(); ++k) apart[k] += more.apart[k];
    }
  };

  void add(const Place& more) {
    const std::size_t number = numbers_.of(cube_key(more.in, kPlace));
    if (number == places_.size())
      places_.push_back(more);
    else
      places_[number].add(more);
  }
  void add(const Places& more) {
    for (const Place& place : more.places_) add(place);
  }
  const std::vector<Place>& all() const { return places_; }
  /// \pre the cube with this key is one of them
  std::size_t number_of(std::uint64_t cube) const { return numbers_.known(cube); }

 private:
  KeyNumbers numbers_;
  std::vector<Place> places_;
};

/// The places of a tile's surfels.
Places places_in(const SurfelTiles& all, std::size_t tile, const std::array<double, 2>& apart) {
  Places places;
  if (all.in(all[tile]).empty()) return places;
  const SurfelTiles::Around around = all.about(all[tile], kAbout + kPastTile);
  const Neighbourhood neighbours(around.surfels, kAbout);
  neighbours.visit_all(1, [&](std::size_t, std::uint32_t i, Vicinity& vicinity) {
    if (i < around.first || i >= around.past) return;
    const Eigen::Vector3f& p = around.surfels[i].mean;
    const auto spacing = static_cast<double>(spacing_at(p, vicinity));
    places.add({p, 1, {spacing >= apart[0], spacing >= apart[1]}});
  });
  return places;
}

/// For each place, about which of the lengths points lie apart there: the upper one of the two values in the
/// middle, of it and of the places beside it.
std::vector<Apart> thin_at(const Places& places, int threads) {
  std::vector<Surfel> points;
  for (const Places::Place& place : places.all()) points.push_back({place.in});
  std::vector<Apart> thin(points.size());
  Neighbourhood(points, kPlace, threads)
      .visit_all(threads, [&](std::size_t, std::uint32_t i, const Vicinity& vicinity) {
        Places::Place whole;
        for (const std::uint32_t j : vicinity.all()) whole.add(places.all()[j]);
        for (std::size_t k = 0; k < thin[i].size(); ++k)
          thin[i][k] = whole.surfels - whole.apart[k] <= whole.surfels / 2;
      });
  return thin;
}

}  // namespace

double spacing_of(const SurfelView& surfels) {
  const std::vector<Surfel> blocks = sampled_blocks(surfels);
  const Neighbourhood neighbourhood(blocks, kAbout);
  const std::size_t step = std::max<std::size_t>(1, blocks.size() / kSample);
  std::vector<float> spacings;
  for (std::size_t i = 0; i < blocks.size(); i += step) {
    Vicinity vicinity = neighbourhood.around(blocks[i].mean);
    spacings.push_back(spacing_at(blocks[i].mean, vicinity));
  }
  return spacings.empty() ? 0 : static_cast<double>(median(std::move(spacings)));
}

std::array<SurfelTiles, 2> thin_parts(const SurfelTiles& all, const std::array<double, 2>& apart,
                                      int threads) {
  std::vector<Places> of_tiles(all.size());
  parallel_for(all.size(), threads, [&](std::size_t t) { of_tiles[t] = places_in(all, t, apart); });
  Places places;
  for (Places& some : of_tiles) places.add(std::exchange(some, {}));
  const std::vector<Apart> thin = thin_at(places, threads);
  std::array<std::vector<SurfelChunk>, 2> parts;
  for (std::vector<SurfelChunk>& part : parts) part.resize(all.size());
  parallel_for(all.size(), threads, [&](std::size_t t) {
    for (const SurfelChunk& chunk : all.in(all[t])) {
      std::vector<Apart> is_thin;
      std::optional<std::uint64_t> last;  // surfels of one cube mostly follow each other
      for (const Surfel& surfel : chunk) {
        const std::uint64_t cube = cube_key(surfel.mean, kPlace);
        is_thin.push_back(cube == last ? is_thin.back() : thin[places.number_of(cube)]);
        last = cube;
      }
      for (std::size_t k = 0; k < parts.size(); ++k) {
        const auto at = [&](const Apart& one) { return one[k] != 0; };
        SurfelChunk& part = parts[k][t];
        part.reserve(part.size() + static_cast<std::size_t>(std::ranges::count_if(is_thin, at)));
        for (std::size_t i = 0; i < is_thin.size(); ++i)
          if (at(is_thin[i])) part.push_back(chunk[i]);
      }
    }
  });
  return {SurfelTiles(all, std::move(parts[0])), SurfelTiles(all, std::move(parts[1]))};
}

}  // namespace storey
