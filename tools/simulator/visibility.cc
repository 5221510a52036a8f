#include "visibility.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace storey::simulator {
namespace {

constexpr double kBin = 0.05;          // m, along faces
constexpr double kLevel = 0.10;        // m, up faces
constexpr int kLevelsToBeSeen = 3;     // a stretch of face with fewer shows too little to be found
constexpr std::size_t kGapBins = 4;    // 0.2 m: beams that far apart still show one face
constexpr double kSquare = 0.5;        // m, of the index of faces
constexpr double kOnFace = 0.002;      // m
constexpr double kFloorCell = 0.10;    // m
constexpr double kCeilingCell = 0.25;  // m
constexpr double kOpeningCell = 0.10;  // m

Point2 outward(const TruthFace& face) {
  const Point2 along = (face.b - face.a).normalized();
  return {along.y(), -along.x()};
}

std::pair<int, int> square_of(const Point2& p) {
  return {static_cast<int>(std::floor(p.x() / kSquare)), static_cast<int>(std::floor(p.y() / kSquare))};
}

/// Does an opening take the face away at this place?
bool in_opening(const TruthStorey& storey, const Point2& p) {
  return std::any_of(storey.openings.begin(), storey.openings.end(), [&](const TruthOpening& o) {
    const Point2 along = (o.end - o.start).normalized();
    const double s = along.dot(p - o.start),
                 n = std::abs(along.x() * (p - o.start).y() - along.y() * (p - o.start).x());
    return s > 0 && s < (o.end - o.start).norm() && n < o.thickness / 2 + 0.06;
  });
}

}  // namespace

Visibility::Cells::Cells(const Point2& low, const Point2& along, double width, double height, double cell)
    : origin(low),
      u(along),
      step(cell),
      columns(std::max(1, static_cast<int>(std::ceil(width / cell - 1e-9)))),
      rows(std::max(1, static_cast<int>(std::ceil(height / cell - 1e-9)))),
      hit(static_cast<std::size_t>(columns) * rows) {}

void Visibility::Cells::mark(const Point2& p) {
  const Point2 d = p - origin;
  const double s = u.dot(d) / step, t = (u.x() * d.y() - u.y() * d.x()) / step;
  if (s < 0 || t < 0 || s >= columns || t >= rows) return;
  hit[static_cast<std::size_t>(static_cast<int>(t)) * columns + static_cast<int>(s)] = true;
}

Point2 Visibility::Cells::center(int column, int row) const {
  return origin + u * (column + 0.5) * step + Point2(-u.y(), u.x()) * (row + 0.5) * step;
}

std::vector<bool> Visibility::FaceBins::seen() const {
  std::vector<bool> out(levels.size());
  std::size_t last = levels.size();  // the last bin that was seen; none yet
  for (std::size_t i = 0; i < levels.size(); ++i) {
    out[i] = std::popcount(levels[i]) >= kLevelsToBeSeen;
    if (!out[i]) continue;
    if (last < i && i - last - 1 <= kGapBins) std::fill(out.begin() + last, out.begin() + i, true);
    last = i;
  }
  return out;
}

Visibility::Visibility(const Building& building) : building_(building) {
  for (const TruthStorey& storey : building.truth.storeys) {
    StoreyCells cells;
    for (std::size_t f = 0; f < storey.faces.size(); ++f) {
      const TruthFace& face = storey.faces[f];
      const double length = (face.b - face.a).norm();
      const auto count = static_cast<std::size_t>(std::max(1.0, std::round(length / kBin)));
      FaceBins bins{std::vector<std::uint64_t>(count), std::vector<bool>(count, true)};
      for (std::size_t i = 0; i < count; ++i) {
        const Point2 p =
            face.a + (face.b - face.a) * ((static_cast<double>(i) + 0.5) / static_cast<double>(count));
        bins.counts[i] = !in_opening(storey, p);
      }
      // Squares within kOnFace of the face, so that one look-up finds every face at a place.
      const int steps = 1 + static_cast<int>(length / kOnFace / 4);
      for (int i = 0; i <= steps; ++i)
        for (const Point2& aside : {Point2(kOnFace, kOnFace), Point2(-kOnFace, kOnFace),
                                    Point2(kOnFace, -kOnFace), Point2(-kOnFace, -kOnFace)}) {
          auto& near = cells.faces_near[square_of(face.a + (face.b - face.a) * i / steps + aside)];
          if (near.empty() || near.back() != static_cast<int>(f)) near.push_back(static_cast<int>(f));
        }
      cells.faces.push_back(std::move(bins));
    }
    for (const TruthRoom& room : storey.rooms) {
      Point2 low = room.region.outer[0], high = low;
      for (const Point2& p : room.region.outer) low = low.cwiseMin(p), high = high.cwiseMax(p);
      cells.floors.emplace_back(low, Point2(1, 0), high.x() - low.x(), high.y() - low.y(), kFloorCell);
      cells.ceilings.emplace_back(low, Point2(1, 0), high.x() - low.x(), high.y() - low.y(), kCeilingCell);
    }
    for (const TruthOpening& o : storey.openings)
      cells.openings.emplace_back(Point2(0, o.sill), Point2(1, 0), (o.end - o.start).norm(), o.head - o.sill,
                                  kOpeningCell);
    storeys_.push_back(std::move(cells));
  }
}

void Visibility::add(const Echo& echo) {
  if (!echo.returned || echo.ghost || echo.triangle < 0) return;
  const Triangle& triangle = building_.mesh.triangles()[echo.triangle];
  const Tag& tag = building_.mesh.tag(triangle);
  const Eigen::Vector3d normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalized();
  if (tag.part == Part::kWall && std::abs(normal.z()) < 0.01) add_wall_hit(echo.place, normal, tag.storey);
  if (tag.part == Part::kOpening) add_opening_hit(echo.place, tag.storey, tag.element);
  if (tag.part == Part::kFloor || tag.part == Part::kCeiling) add_level_hit(echo.place, normal.z() > 0.5);
}

void Visibility::add(const Crossing& crossing) {
  add_opening_hit(crossing.place, crossing.storey, crossing.opening);
}

void Visibility::add_wall_hit(const Eigen::Vector3d& place, const Eigen::Vector3d& normal, int storey) {
  StoreyCells& cells = storeys_[storey];
  const TruthStorey& truth = building_.truth.storeys[storey];
  const Point2 p = place.head<2>();
  const auto near = cells.faces_near.find(square_of(p));
  if (near == cells.faces_near.end()) return;
  for (const int f : near->second) {
    const TruthFace& face = truth.faces[f];
    const Point2 along = face.b - face.a;
    const double s = along.dot(p - face.a) / along.squaredNorm();
    if (s < 0 || s >= 1 || outward(face).dot(normal.head<2>()) < 0.99) continue;
    if (std::abs(outward(face).dot(p - face.a)) > kOnFace) continue;
    FaceBins& bins = cells.faces[f];
    const int level = std::clamp(static_cast<int>((place.z() - truth.floor) / kLevel), 0, 63);
    bins.levels[static_cast<std::size_t>(s * static_cast<double>(bins.levels.size()))] |= std::uint64_t{1}
                                                                                          << level;
  }
}

void Visibility::add_level_hit(const Eigen::Vector3d& place, bool is_floor) {
  for (std::size_t k = 0; k < storeys_.size(); ++k) {
    const TruthStorey& truth = building_.truth.storeys[k];
    if (place.z() < truth.floor - 0.05 || place.z() > truth.ceiling + 0.05) continue;
    for (std::size_t r = 0; r < truth.rooms.size(); ++r)
      if (contains(truth.rooms[r].region, place.head<2>()))
        (is_floor ? storeys_[k].floors : storeys_[k].ceilings)[r].mark(place.head<2>());
  }
}

void Visibility::add_opening_hit(const Eigen::Vector3d& place, int storey, int opening) {
  const TruthStorey& truth = building_.truth.storeys[storey];
  const TruthOpening& o = truth.openings[opening];
  const Point2 along = (o.end - o.start).normalized();
  const Point2 d = place.head<2>() - o.start;
  if (std::abs(along.x() * d.y() - along.y() * d.x()) > o.thickness / 2 + 0.1) return;  // an open leaf
  storeys_[storey].openings[opening].mark({along.dot(d), place.z() - truth.floor});
}

void Visibility::write(Truth& truth) const {
  for (std::size_t k = 0; k < storeys_.size(); ++k) {
    TruthStorey& storey = truth.storeys[k];
    write_faces(storey, storeys_[k]);
    write_walls(storey, storeys_[k]);
    write_rooms(storey, storeys_[k]);
    write_openings(storey, storeys_[k]);
  }
}

void Visibility::write_openings(TruthStorey& storey, const StoreyCells& cells) const {
  for (std::size_t i = 0; i < storey.openings.size(); ++i) {
    const auto& hit = cells.openings[i].hit;
    storey.openings[i].seen =
        static_cast<double>(std::count(hit.begin(), hit.end(), true)) / static_cast<double>(hit.size());
  }
}

void Visibility::write_faces(TruthStorey& storey, const StoreyCells& cells) const {
  for (std::size_t f = 0; f < storey.faces.size(); ++f) {
    TruthFace& face = storey.faces[f];
    const FaceBins& bins = cells.faces[f];
    const double step = (face.b - face.a).norm() / static_cast<double>(bins.levels.size());
    const std::vector<bool> seen = bins.seen();
    std::size_t counted = 0, hit = 0;
    for (std::size_t i = 0; i < bins.levels.size(); ++i) {
      if (!bins.counts[i]) continue;
      ++counted;
      if (seen[i]) {
        ++hit;
        continue;
      }
      const double from = static_cast<double>(i) * step;
      if (!face.unseen.empty() && from - face.unseen.back().second < step / 2)
        face.unseen.back().second = from + step;
      else
        face.unseen.emplace_back(from, from + step);
    }
    face.seen = counted > 0 ? static_cast<double>(hit) / static_cast<double>(counted) : 0;
  }
}

void Visibility::write_walls(TruthStorey& storey, const StoreyCells& cells) const {
  std::vector<std::vector<bool>> seen_bins;
  for (const FaceBins& bins : cells.faces) seen_bins.push_back(bins.seen());
  for (TruthWall& wall : storey.walls) {
    const Point2 along = (wall.end - wall.start).normalized();
    const double length = (wall.end - wall.start).norm();
    for (const bool is_left : {true, false}) {
      const Point2 normal = Point2(-along.y(), along.x()) * (is_left ? 1 : -1);
      int counted = 0, seen = 0;
      for (double s = kBin / 2; s < length; s += kBin) {
        const Point2 p = wall.start + along * s + normal * wall.thickness / 2;
        for (std::size_t f = 0; f < storey.faces.size(); ++f) {
          const TruthFace& face = storey.faces[f];
          const Point2 d = face.b - face.a;
          const double t = d.dot(p - face.a) / d.squaredNorm();
          if (t < 0 || t >= 1 || outward(face).dot(normal) < 0.99) continue;
          if (std::abs(outward(face).dot(p - face.a)) > kOnFace) continue;
          wall.exterior |= face.room < 0;
          const auto bin = static_cast<std::size_t>(t * static_cast<double>(cells.faces[f].levels.size()));
          if (!cells.faces[f].counts[bin]) continue;
          ++counted;
          seen += seen_bins[f][bin];
        }
      }
      (is_left ? wall.left_seen : wall.right_seen) = counted > 0 ? static_cast<double>(seen) / counted : 0;
    }
  }
}

void Visibility::write_rooms(TruthStorey& storey, const StoreyCells& cells) const {
  int ceiling_cells = 0, ceiling_hits = 0;
  for (std::size_t r = 0; r < storey.rooms.size(); ++r) {
    TruthRoom& room = storey.rooms[r];
    double length = 0, seen = 0;
    for (std::size_t f = 0; f < storey.faces.size(); ++f) {
      if (storey.faces[f].room != static_cast<int>(r)) continue;
      const FaceBins& bins = cells.faces[f];
      const double step =
          (storey.faces[f].b - storey.faces[f].a).norm() / static_cast<double>(bins.levels.size());
      length += step * static_cast<double>(std::count(bins.counts.begin(), bins.counts.end(), true));
      seen += storey.faces[f].seen * step *
              static_cast<double>(std::count(bins.counts.begin(), bins.counts.end(), true));
    }
    room.walls_seen = length > 0 ? seen / length : 0;
    const auto share_of = [&](const Cells& grid, int& all, int& hit) {
      for (int row = 0; row < grid.rows; ++row)
        for (int column = 0; column < grid.columns; ++column)
          if (contains(room.region, grid.center(column, row))) {
            ++all;
            hit += grid.hit[static_cast<std::size_t>(row) * grid.columns + column];
          }
    };
    int floor_cells = 0, floor_hits = 0;
    share_of(cells.floors[r], floor_cells, floor_hits);
    share_of(cells.ceilings[r], ceiling_cells, ceiling_hits);
    room.floor_seen = floor_cells > 0 ? static_cast<double>(floor_hits) / floor_cells : 0;
  }
  storey.ceiling_seen = ceiling_cells > 0 ? static_cast<double>(ceiling_hits) / ceiling_cells : 0;
}

}  // namespace storey::simulator
