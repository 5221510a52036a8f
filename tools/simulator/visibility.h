// Which parts of the true plan the beams showed.
#pragma once

#include <map>
#include <vector>

#include "beam.h"
#include "building.h"

namespace storey::simulator {

/// Collects where beams went and ended, in the scene's frame, and writes the shares into a truth.
class Visibility {
 public:
  explicit Visibility(const Building& building);

  void add(const Echo& echo);
  void add(const Crossing& crossing);

  /// Fills every `seen`, `unseen` and `exterior` of the truth, which must be that of the building.
  void write(Truth& truth) const;

 private:
  /// One bit per cell of a grid on some surface.
  struct Cells {
    Point2 origin{0, 0}, u{1, 0};
    double step = 0.1;
    int columns = 0, rows = 0;
    std::vector<bool> hit;
    Cells() = default;
    Cells(const Point2& low, const Point2& along, double width, double height, double cell);
    void mark(const Point2& p);
    Point2 center(int column, int row) const;
  };
  struct FaceBins {
    std::vector<std::uint64_t> levels;  ///< per 5 cm of length one bit per 10 cm of height
    std::vector<bool> counts;           ///< false where an opening takes the face away
    /// Per bin: enough levels hit, or in a gap that the spacing of the beams explains.
    std::vector<bool> seen() const;
  };
  struct StoreyCells {
    std::vector<FaceBins> faces;
    std::map<std::pair<int, int>, std::vector<int>> faces_near;  ///< by squares of the plane
    std::vector<Cells> floors, ceilings;                         ///< per room
    std::vector<Cells> openings;                                 ///< along the wall and up
  };

  void add_wall_hit(const Eigen::Vector3d& place, const Eigen::Vector3d& normal, int storey);
  void add_level_hit(const Eigen::Vector3d& place, bool is_floor);
  void add_opening_hit(const Eigen::Vector3d& place, int storey, int opening);
  void write_faces(TruthStorey& storey, const StoreyCells& cells) const;
  void write_walls(TruthStorey& storey, const StoreyCells& cells) const;
  void write_openings(TruthStorey& storey, const StoreyCells& cells) const;
  void write_rooms(TruthStorey& storey, const StoreyCells& cells) const;

  const Building& building_;
  std::vector<StoreyCells> storeys_;
};

}  // namespace storey::simulator
