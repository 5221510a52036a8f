// Stage 9: rectangles of an elevation in which a face is missing and whose rims show.
#pragma once

#include <optional>
#include <vector>

#include "engine/openings/voids/elevation.h"
#include "engine/openings/voids/face_density.h"
#include "engine/openings/voids/open_runs.h"

namespace storey {

/// Where an opening's rim shows: jambs, head and sill are hit between the faces.
class Rim {
 public:
  Rim(const Elevation& elevation, const FaceDensity& density);
  /// What a head or sill in this cell is worth.
  float across(int column, int row) const;
  /// What a jamb over the rows [from, to) is worth.
  float jamb(int column, int from, int to) const;

 private:
  const Elevation& elevation_;
  std::vector<float> across_, up_;  // row by row, as the search for rectangles goes along the rows
};

/// The voids of one side of a wall, the clearest first.
class WallVoids {
 public:
  WallVoids(const Elevation& elevation, const WallSide& side, const FaceDensity& density,
            const FaceDensity& other_density);
  /// The next clearest void; nothing when all that are left could be chance.
  std::optional<ElevationBox> next();

 private:
  /// The best rectangle whose lower left corner lies in one row of one part of the columns. Cells only ever
  /// lose score, so one that no longer holds still says what no other from there exceeds. As what is taken
  /// touches few of them, the search costs about the same for each opening, however long the wall is.
  struct Best {
    ElevationBox box;
    int row = 0, part = 0;  ///< the part's first column
    bool holds = false;
  };

  std::size_t index(int column, int row) const { return elevation_.index(column, row); }
  ElevationBox best_from(int part, int row) const;
  ElevationBox best_rectangle();
  void sum_up(int column);
  void take(const ElevationBox& box);

  const Elevation& elevation_;
  WallSide side_;
  Rim rim_;
  std::vector<float> scores_;
  std::vector<double> up_;  // scores summed over the rows below
  std::vector<Best> best_;  // by part and row
};

}  // namespace storey
