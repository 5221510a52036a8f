// Stage 1: by how much a handheld scan drifts, and how it is put right.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cloud/cloud_source.h"

namespace storey {

/// By how much what was scanned meanwhile has to be moved: turned about the vertical through `about`, then
/// shifted. Handheld scanners feel which way is up, so they do not tilt.
struct Motion {
  Eigen::Vector3d about = Eigen::Vector3d::Zero();
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();
  double turn = 0;  ///< rad

  Eigen::Vector3d at(const Eigen::Vector3d& p) const {
    const Eigen::Vector3d arm = p - about;
    return p + shift + turn * Eigen::Vector3d(-arm.y(), arm.x(), 0);
  }
};

/// A point of a scan, and in which of kMoments equal parts of the scan, one after another, it was measured.
struct Glimpse {
  Eigen::Vector3f point;  ///< m, z up
  std::uint32_t moment = 0;
};

/// steps of a scan for which drift is told apart: 2 s each of a walk of ten minutes.
inline constexpr std::size_t kMoments = 256;

/// The motions of all moments, by which surfaces that were seen at several of them are one again; empty if
/// there is no drift that this can tell, as where points are not stored in the order of time. The first
/// moment stays where it is: the frame of a handheld scan is where it began.
///
/// Semi-rigid registration after Elseberg, Borrmann and Nüchter 2013, by planes: in each small cube of space
/// what single moments saw of one surface has the same offset along its normal. Least squares over all cubes,
/// with weights that disregard what moved or is no plane (Geman and McClure 1987); between moments, drift is
/// a random walk. Half of the cubes have to confirm what the other half says.
std::vector<Motion> find_drift(const std::vector<Glimpse>& glimpses);

/// Keeps a sample of a scan, by moments.
class GlimpseSink final : public PointSink {
 public:
  /// `metres` turns the file's coordinates upright and into metres, about `origin` (file's unit and axes).
  GlimpseSink(Eigen::Matrix3d metres, Eigen::Vector3d origin)
      : metres_(std::move(metres)), origin_(std::move(origin)) {}
  void consume(const PointBlock& block) override;

  std::vector<Glimpse> glimpses;

 private:
  Eigen::Matrix3d metres_;
  Eigen::Vector3d origin_;
};

/// Puts points right and hands them on. Between the middles of two moments, motions blend.
class DriftRemover final : public PointSink {
 public:
  DriftRemover(const std::vector<Motion>& motions, const Eigen::Matrix3d& metres,
               const Eigen::Vector3d& origin, PointSink& next);
  void consume(const PointBlock& block) override;

 private:
  /// A motion in the file's unit and axes: p + shift + turn · (axis × p).
  struct Step {
    Eigen::Vector3d shift;
    double turn;
  };
  std::vector<Step> steps_;
  Eigen::Vector3d axis_;
  Eigen::Vector3d origin_;
  PointSink& next_;
};

}  // namespace storey
