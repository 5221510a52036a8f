// How often the truth lies within the stated 95 % intervals, over scans of several qualities, and how often
// what is stated with a confidence of 0.9 and more is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "drawings.h"
#include "engine_run.h"
#include "polygons.h"

namespace storey {
namespace {

using Vec = Eigen::Vector2d;

Vec vec(const Point2& p) { return {p.x, p.y}; }

/// Of so many intervals, how many hold the truth.
struct Coverage {
  int inside = 0, all = 0;
  void add(double error, double half_width) {
    ++all;
    inside += std::abs(error) <= half_width;
  }
  double share() const { return static_cast<double>(inside) / all; }
};

struct Calibration {
  Coverage areas, widths, positions, thicknesses;
  Coverage sure_openings, sure_rooms;  // those stated at 0.9 and more; inside: right
};

/// Length of the stretch of the line through `from` and `to` in the room, about their middle.
double true_width(const simulator::TruthRoom& room, const Vec& from, const Vec& to) {
  const Vec middle = (from + to) / 2, along = (to - from).normalized();
  double before = -std::numeric_limits<double>::infinity(), after = -before;
  const auto cut = [&](const simulator::Ring& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec a = ring[i] - middle, b = ring[(i + 1) % ring.size()] - middle;
      const double da = along.x() * a.y() - along.y() * a.x(), db = along.x() * b.y() - along.y() * b.x();
      if ((da > 0) == (db > 0)) continue;
      const double s = along.dot(a + (b - a) * (da / (da - db)));
      (s > 0 ? after : before) = s > 0 ? std::min(after, s) : std::max(before, s);
    }
  };
  cut(room.region.outer);
  for (const simulator::Ring& hole : room.region.holes) cut(hole);
  return after - before;
}

void count_rooms(const Storey& storey, const simulator::TruthStorey& truth, Calibration& calibration) {
  for (const Room& room : storey.rooms) {
    Vec middle = Vec::Zero();
    for (const Point2& p : room.polygon) middle += vec(p) / static_cast<double>(room.polygon.size());
    const auto known =
        std::find_if(truth.rooms.begin(), truth.rooms.end(),
                     [&](const simulator::TruthRoom& t) { return simulator::contains(t.region, middle); });
    const double area = known == truth.rooms.end() ? 0 : simulator::area(known->region);
    const bool right = std::abs(room.area - area) < 0.2 * area;
    if (room.confidence >= 0.9) calibration.sure_rooms.add(right ? 0 : 1, 0.5);
    if (!right) continue;
    calibration.areas.add(room.area - area, room.area_uncertainty_m2);
    for (const ClearDimension& width : room.clear_dimensions)
      calibration.widths.add((width.length - true_width(*known, vec(width.from), vec(width.to))) * 1000,
                             width.uncertainty_mm);
  }
}

void count_walls(const Storey& storey, const simulator::TruthStorey& truth, Calibration& calibration) {
  constexpr double kSame = 0.05;  // m
  for (const Wall& wall : storey.walls) {
    const Vec along = vec(wall.end) - vec(wall.start), middle = (vec(wall.start) + vec(wall.end)) / 2;
    if (along.norm() < 0.5 || wall.thickness_basis != Basis::kMeasured) continue;
    for (const simulator::TruthWall& t : truth.walls) {
      const Vec direction = (t.end - t.start).normalized();
      const double s = direction.dot(middle - t.start);
      if (std::abs(direction.dot(along)) < 0.998 * along.norm() || s < 0 || s > (t.end - t.start).norm())
        continue;
      const double offset = (middle - t.start - s * direction).norm();
      if (offset > kSame) continue;
      calibration.positions.add(offset * 1000, wall.uncertainty.position_mm);
      if (wall.uncertainty.thickness_mm)
        calibration.thicknesses.add((wall.thickness - t.thickness) * 1000, *wall.uncertainty.thickness_mm);
      break;
    }
  }
}

void count_openings(const Storey& storey, const simulator::TruthStorey& truth, Calibration& calibration) {
  for (const Opening& opening : storey.openings) {
    if (opening.confidence < 0.9) continue;
    const Vec middle = (vec(opening.start) + vec(opening.end)) / 2;
    const bool right = std::any_of(truth.openings.begin(), truth.openings.end(), [&](const auto& t) {
      return ((t.start + t.end) / 2 - middle).norm() < 0.25;
    });
    calibration.sure_openings.add(right ? 0 : 1, 0.5);
  }
}

/// Plans the flat and a row of rooms as scanned in `world`, and counts.
void count(const simulator::World& world, Calibration& calibration) {
  constexpr std::string_view kRow = R"(
    #################################
    #       #       #       #       #
    #   *   #   *   #   *   #   *   #
    #       #       #       #       #
    #       #       #       #       #
    ##DDDD####DDDD####DDDD####DDDD###
    #                               #
    #    *          *          *    #
    #                               #
    #################################)";
  for (const std::string_view drawing : {kFlat, kRow}) {
    const simulator::SimulatedScan scan = scan_of(drawing, world);
    const Result<Built> built = plan_of(MemoryCloud(scan));
    ASSERT_TRUE(built) << built.error().describe();
    ASSERT_EQ(built->plan.storeys.size(), 1u);
    count_rooms(built->plan.storeys[0], scan.truth.storeys[0], calibration);
    count_walls(built->plan.storeys[0], scan.truth.storeys[0], calibration);
    count_openings(built->plan.storeys[0], scan.truth.storeys[0], calibration);
  }
}

TEST(Calibration, StatedIntervalsHoldTheTruth) {
  Calibration calibration;
  for (int i = 0; i < 6; ++i) {
    simulator::World world;
    world.yaw_deg = 11.0 * i;
    world.keep_share = i % 2 == 0 ? 1.0 : 0.4;
    count(world, calibration);
  }
  for (const auto& [name, coverage] : {std::pair{"areas", calibration.areas},
                                       {"widths", calibration.widths},
                                       {"positions", calibration.positions},
                                       {"thicknesses", calibration.thicknesses}}) {
    RecordProperty(name, std::to_string(coverage.inside) + " of " + std::to_string(coverage.all));
    ASSERT_GE(coverage.all, 20) << name;
    EXPECT_GE(coverage.share(), 0.90) << name << ": " << coverage.inside << " of " << coverage.all;
  }
  for (const Coverage& sure : {calibration.sure_rooms, calibration.sure_openings}) {
    ASSERT_GE(sure.all, 20);
    EXPECT_GE(sure.share(), 0.90) << sure.inside << " of " << sure.all;
  }
}

}  // namespace
}  // namespace storey
