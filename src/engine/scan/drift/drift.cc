#include "engine/scan/drift/drift.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace storey {

void GlimpseSink::consume(const PointBlock& block) {
  for (std::size_t i = 0; i < block.place.size(); ++i) {
    const Eigen::Vector3d p = metres_ * (Eigen::Vector3d(block.x[i], block.y[i], block.z[i]) - origin_);
    const auto moment = static_cast<std::size_t>(block.place[i] * static_cast<double>(kMoments));
    glimpses.push_back({p.cast<float>(), static_cast<std::uint32_t>(std::min(moment, kMoments - 1))});
  }
}

DriftRemover::DriftRemover(const std::vector<Motion>& motions, const Eigen::Matrix3d& metres,
                           const Eigen::Vector3d& origin, PointSink& next)
    : origin_(origin), next_(next) {
  const Eigen::Matrix3d from_metres = metres.inverse();
  axis_ = (from_metres * Eigen::Vector3d::UnitZ()).normalized();
  for (const Motion& motion : motions)
    steps_.push_back({from_metres * motion.at(Eigen::Vector3d::Zero()), motion.turn});
}

void DriftRemover::consume(const PointBlock& block) {
  std::vector<double> x(block.size()), y(block.size()), z(block.size());
  for (std::size_t i = 0; i < block.size(); ++i) {
    const double moment = std::clamp(block.place[i] * static_cast<double>(steps_.size()) - 0.5, 0.0,
                                     static_cast<double>(steps_.size() - 1));
    const auto before = std::min(static_cast<std::size_t>(moment), steps_.size() - 2);
    const double share = moment - static_cast<double>(before);
    const Step &a = steps_[before], &b = steps_[before + 1];
    const Eigen::Vector3d p(block.x[i], block.y[i], block.z[i]);
    const Eigen::Vector3d moved = p + (1 - share) * a.shift + share * b.shift +
                                  ((1 - share) * a.turn + share * b.turn) * axis_.cross(p - origin_);
    x[i] = moved.x();
    y[i] = moved.y();
    z[i] = moved.z();
  }
  PointBlock put_right = block;
  put_right.x = x;
  put_right.y = y;
  put_right.z = z;
  next_.consume(put_right);
}

}  // namespace storey
