#include "engine/faces/lines/curve_scatter.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/lengths.h"

namespace storey {
namespace {

constexpr int kFewest = 2;  // chords: the faces of round columns are short, and bend

/// Normal equations of the offsets at the knots: each point lies between two of them.
class Knots {
 public:
  Knots(int pieces, double step, double from)
      : step_(step), from_(from), own_(size(pieces), kUnseen), next_(size(pieces)), sum_(size(pieces)) {}

  void add(const CurvePoint& point) {
    const double place = std::clamp((point.along - from_) / step_, 0.0, static_cast<double>(own_.size() - 1));
    const std::size_t k = std::min(static_cast<std::size_t>(place), own_.size() - 2);
    const double right = place - static_cast<double>(k), left = 1 - right;
    own_[k] += point.weight * left * left;
    own_[k + 1] += point.weight * right * right;
    next_[k] += point.weight * left * right;
    sum_[k] += point.weight * left * point.offset;
    sum_[k + 1] += point.weight * right * point.offset;
  }

  /// Sum of the weighted squares that the curve explains (Thomas' algorithm for the tridiagonal system).
  double explained() const {
    std::vector<double> own = own_, sum = sum_;
    double squares = 0;
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (k > 0) {
        const double share = next_[k - 1] / own[k - 1];
        own[k] -= share * next_[k - 1];
        sum[k] -= share * sum[k - 1];
      }
      squares += sum[k] * sum[k] / own[k];
    }
    return squares;
  }

 private:
  static constexpr double kUnseen = 1e-9;  // weight: knots without points stay where they are
  static std::size_t size(int pieces) { return static_cast<std::size_t>(pieces) + 1; }

  double step_, from_;
  std::vector<double> own_, next_, sum_;
};

}  // namespace

double scatter_about_curve(const std::vector<CurvePoint>& points, const Interval& extent) {
  const int pieces = std::max(kFewest, static_cast<int>(std::ceil(extent.length() / kBump)));
  Knots knots(pieces, extent.length() / pieces, extent.from);
  double squares = 0, weight = 0;
  for (const CurvePoint& point : points) {
    knots.add(point);
    squares += point.weight * point.offset * point.offset;
    weight += point.weight;
  }
  return weight > 0 ? std::sqrt(std::max(0.0, squares - knots.explained()) / weight) : 0;
}

}  // namespace storey
