#include "fittings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

// Usual joinery, metres.
constexpr double kLeaf = 0.040;
constexpr double kLeafRecess = 0.005;
constexpr double kDoorFrame = 0.020;
constexpr double kDoorFrameDepth = 0.060;
constexpr double kTrimWidth = 0.060;
constexpr double kTrimDepth = 0.012;
constexpr double kWindowFrame = 0.060;
constexpr double kWindowFrameDepth = 0.070;
constexpr double kPane = 0.006;
constexpr double kPaneWidth = 1.4;  // wider windows get a mullion
constexpr double kAjarDegrees = 20;
constexpr double kSlidOpen = 0.85;  // of the width

/// An opening in its own frame: s from the near to the far jamb, n out of the wall on the leaf's side.
class Fitter {
 public:
  Fitter(Mesh& mesh, const OpeningSpec& opening, const WallRun& run, double floor, const Tag& tag)
      : mesh_(mesh), opening_(opening), run_(run), tag_(tag), floor_(floor) {}

  double half() const { return run_.thickness / 2; }
  double width() const { return std::min(opening_.width, run_.s_end - opening_.at); }

  Point2 at(double s, double n) const { return run_.at(opening_.at + s, opening_.opens_right ? -n : n); }

  Ring block(double s0, double s1, double n0, double n1) const {
    Ring ring{at(s0, n0), at(s1, n0), at(s1, n1), at(s0, n1)};
    if (signed_area(ring) < 0) std::reverse(ring.begin(), ring.end());
    return ring;
  }

  void add(const Ring& ring, double bottom, double top, Surface surface, Part part = Part::kOpening) {
    Tag tag = tag_;
    tag.surface = surface;
    tag.part = part;
    if (signed_area(ring) > 0) mesh_.add_prism(ring, floor_ + bottom, floor_ + top, tag);
  }
  void add_block(double s0, double s1, double n0, double n1, double bottom, double top, Surface surface) {
    add(block(s0, s1, n0, n1), bottom, top, surface);
  }

  /// Two posts and a lintel, and a sill if the opening has one.
  void add_frame(double wide, double n0, double n1, bool with_sill) {
    const double bottom = opening_.sill, top = opening_.head;
    add_block(0, wide, n0, n1, bottom, top, Surface::kWood);
    add_block(width() - wide, width(), n0, n1, bottom, top, Surface::kWood);
    add_block(wide, width() - wide, n0, n1, top - wide, top, Surface::kWood);
    if (with_sill) add_block(wide, width() - wide, n0, n1, bottom, bottom + wide, Surface::kWood);
  }

  void add_trim() {
    const double n0 = half(), n1 = half() + kTrimDepth;
    add_block(-kTrimWidth, 0, n0, n1, opening_.sill, opening_.head + kTrimWidth, Surface::kWood);
    add_block(width(), width() + kTrimWidth, n0, n1, opening_.sill, opening_.head + kTrimWidth,
              Surface::kWood);
    add_block(0, width(), n0, n1, opening_.head, opening_.head + kTrimWidth, Surface::kWood);
  }

  /// The leaf, turned about the hinge by `degrees` from closed.
  void add_leaf(double degrees) {
    const double outer = half() - kLeafRecess;
    Ring ring = block(kDoorFrame, width() - kDoorFrame, outer - kLeaf, outer);
    const Point2 hinge = at(opening_.hinge_at_end ? width() - kDoorFrame : kDoorFrame, outer);
    const bool clockwise = opening_.hinge_at_end != opening_.opens_right;
    const double angle = (clockwise ? -degrees : degrees) * std::numbers::pi / 180;
    const double c = std::cos(angle), s = std::sin(angle);
    for (Point2& p : ring) {
      const Point2 d = p - hinge;
      p = hinge + Point2(c * d.x() - s * d.y(), s * d.x() + c * d.y());
    }
    add(ring, opening_.sill + kLeafRecess, opening_.head - kDoorFrame, Surface::kWood);
  }

  void add_sliding_leaf() {
    const double shift = kSlidOpen * width() * (opening_.hinge_at_end ? 1 : -1);
    const double n = half() + kTrimDepth;
    add_block(shift - 0.03, width() + 0.03 + shift, n, n + kLeaf, opening_.sill + kLeafRecess,
              opening_.head + 0.03, Surface::kWood);
  }

  void add_glazing() {
    add_frame(kWindowFrame, -kWindowFrameDepth / 2, kWindowFrameDepth / 2, true);
    const int panes = std::max(1, static_cast<int>(std::ceil(width() / kPaneWidth)));
    for (int i = 1; i < panes; ++i) {
      const double s = width() * i / panes;
      add_block(s - kWindowFrame / 2, s + kWindowFrame / 2, -kWindowFrameDepth / 2, kWindowFrameDepth / 2,
                opening_.sill + kWindowFrame, opening_.head - kWindowFrame, Surface::kWood);
    }
    add_block(kWindowFrame, width() - kWindowFrame, -kPane / 2, kPane / 2, opening_.sill + kWindowFrame,
              opening_.head - kWindowFrame, Surface::kGlass);
  }

  /// Two gathered halves before the wall, in folds, from the floor to above the head.
  void add_curtain() {
    constexpr double kFold = 0.06, kFoldDepth = 0.03, kOverlap = 0.15, kGap = 0.08;
    const double reach = (width() / 2 + kOverlap) * std::clamp(opening_.cover_share, 0.0, 1.0);
    const int folds = static_cast<int>(reach / kFold);
    for (int i = 0; i < folds; ++i) {
      const double n = half() + kGap + (i % 2) * kFoldDepth;
      for (const double s : {-kOverlap + i * kFold, width() + kOverlap - (i + 1) * kFold})
        add(block(s, s + kFold, n, n + kFoldDepth + 0.005), std::max(0.02, opening_.sill - 0.9),
            opening_.head + kOverlap, Surface::kFabric, Part::kOther);
    }
  }

  void add_blind() {
    const double drop = (opening_.head - opening_.sill) * std::clamp(opening_.cover_share, 0.0, 1.0);
    const double n = std::max(kWindowFrameDepth / 2, half() - 0.06);
    add(block(0.01, width() - 0.01, n, n + 0.01), opening_.head - drop, opening_.head, Surface::kFabric,
        Part::kOther);
  }

  void add_probe() {
    Tag tag = tag_;
    tag.part = Part::kProbe;
    mesh_.add_sheet(at(0, 0), at(width(), 0), floor_ + opening_.sill, floor_ + opening_.head, tag);
  }

 private:
  Mesh& mesh_;
  const OpeningSpec& opening_;
  const WallRun& run_;
  Tag tag_;
  double floor_;
};

}  // namespace

void add_fittings(Mesh& mesh, const OpeningSpec& opening, const WallRun& run, double floor, const Tag& tag) {
  Fitter fitter(mesh, opening, run, floor, tag);
  fitter.add_probe();
  if (opening.type == OpeningType::kOpening || opening.state == LeafState::kNone) return;
  if (opening.state == LeafState::kGlazed) {
    fitter.add_glazing();
  } else if (opening.state == LeafState::kSliding) {
    fitter.add_sliding_leaf();
  } else {
    const double outer = run.thickness / 2;
    fitter.add_frame(kDoorFrame, std::max(-outer, outer - kDoorFrameDepth), outer, false);
    fitter.add_trim();
    fitter.add_leaf(opening.state == LeafState::kOpen   ? opening.angle
                    : opening.state == LeafState::kAjar ? kAjarDegrees
                                                        : 0);
  }
  if (opening.cover == Cover::kCurtain) fitter.add_curtain();
  if (opening.cover == Cover::kBlind) fitter.add_blind();
}

}  // namespace storey::simulator
