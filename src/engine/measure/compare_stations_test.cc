#include "engine/measure/compare_stations.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// Stations that each see all walls of an L-shaped room of 6 m, with the noise of a scanner.
class Stations final : public CloudSource {
 public:
  explicit Stations(std::vector<Vec2> shifts, bool poor = false) : shifts_(std::move(shifts)), poor_(poor) {
    info_.scans.resize(shifts_.size());
    info_.scans.front().name = "hall";
  }
  const CloudInfo& info() const override { return info_; }
  Result<ReadSummary> read(PointSink&, RunContext&, const ReadOptions&) const override {
    throw std::logic_error("stations are compared by a sample");
  }
  Result<void> sample(std::size_t count, PointSink& sink, const ReadOptions&) const override {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 0.003);
    const std::vector<Vec2> ring = corners();
    for (std::size_t station = 0; station < shifts_.size(); ++station)
      for (std::size_t side = 0; side < (poor_ ? 1 : ring.size()); ++side) {
        const Vec2 &a = ring[side], &b = ring[(side + 1) % ring.size()];
        std::vector<double> x, y, z;
        const std::size_t points = count / shifts_.size() / ring.size();
        for (std::size_t i = 0; i < points; ++i) {
          const double along = (static_cast<double>(i) + 0.5) / static_cast<double>(points);
          const Vec2 p =
              a + along * (b - a) + noise(random) * left_of((b - a).normalized()) + shifts_[station];
          x.push_back(p.x());
          y.push_back(p.y());
          z.push_back(1 + along);
        }
        sink.consume({static_cast<int>(station), x, y, z, {}, {}, {}});
      }
    return {};
  }
  static std::vector<Vec2> corners() { return {{0, 0}, {6, 0}, {6, 3}, {3, 3}, {3, 6}, {0, 6}}; }

 private:
  std::vector<Vec2> shifts_;
  bool poor_;
  CloudInfo info_;
};

std::vector<StationOffset> offsets_of(const Stations& stations, const Eigen::Vector3d& shift = {0, 0, 0}) {
  LevelCloud cloud;
  cloud.origin = shift;
  Eigen::Map<PlanFromScan>(cloud.frame.plan_from_scan.data()).col(3) = shift;
  StoreyLevel level;
  level.ceiling_z = 2.5;
  const CloudSource* source = &stations;
  return compare_stations({&source, 1}, cloud, upright_faces(faces_around(Stations::corners()), level))
      .value();
}

TEST(CompareStations, FindsTheOneThatIsOff) {
  const auto offsets = offsets_of(Stations({{0, 0}, {0, 0}, {0.012, -0.016}, {0, 0}}));
  ASSERT_EQ(offsets.size(), 4u);
  EXPECT_EQ(offsets[0].station, "hall");
  EXPECT_EQ(offsets[2].station, "scan 3");
  EXPECT_EQ(offsets[2].shared_faces, 6);
  EXPECT_NEAR(offsets[2].offset_mm, 20, 1);
  for (const std::size_t good : {0, 1, 3})
    EXPECT_NEAR(offsets[good].offset_mm, 20.0 / 3, 1);  // against all others
}

TEST(CompareStations, TheScanMayLieElsewhereThanThePlan) {
  EXPECT_NEAR(offsets_of(Stations({{0, 0}, {0, 0}, {0.012, -0.016}, {0, 0}}), {5, 7, 1})[2].offset_mm, 20, 1);
}

TEST(CompareStations, StationsThatAgreeHaveNoOffset) {
  for (const StationOffset& offset : offsets_of(Stations({{0, 0}, {0, 0}, {0, 0}})))
    EXPECT_LT(offset.offset_mm, 0.5);
}

TEST(CompareStations, TwoStationsAreOffByTheSame) {
  const auto offsets = offsets_of(Stations({{0, 0}, {0.009, 0}}));
  ASSERT_EQ(offsets.size(), 2u);
  EXPECT_NEAR(offsets[0].offset_mm, 9, 0.6);
  EXPECT_NEAR(offsets[1].offset_mm, 9, 0.6);
}

TEST(CompareStations, SaysNothingOfWhatCannotBeCompared) {
  EXPECT_TRUE(offsets_of(Stations({{0, 0}})).empty());
  EXPECT_TRUE(offsets_of(Stations({{0, 0}, {0.02, 0}}, true)).empty());  // one wall fixes no place
}

}  // namespace
}  // namespace storey
