#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "engine_run.h"
#include "polygons.h"

namespace storey {
namespace {

using Vec = Eigen::Vector2d;

constexpr double kSeen = 0.3;       // share from which an opening is asked for
constexpr double kBothSeen = 0.5;   // share of each face from which a thickness is
constexpr double kSamePlace = 0.3;  // m; what is closer is meant to be the same thing

Vec vec(const Point2& p) { return {p.x, p.y}; }

/// What is said of one room, wall, opening or level.
using Remarks = std::vector<std::string>;

/// One storey of the plan beside the same one of the truth.
class Comparison {
 public:
  Comparison(const Storey& plan, const simulator::TruthStorey& truth, const Tolerances& tolerances,
             std::vector<Remarks>& found)
      : plan_(plan), truth_(truth), tolerances_(tolerances), found_(found) {}

  void levels() {
    next_thing();
    if (std::abs(plan_.floor_z - truth_.floor) > tolerances_.level)
      say("floor at ", plan_.floor_z, ", truth ", truth_.floor);
    next_thing();
    if (truth_.ceiling_seen > 0.5 && !truth_.sloped &&
        std::abs(plan_.ceiling_z - truth_.ceiling) > tolerances_.level)
      say("ceiling at ", plan_.ceiling_z, ", truth ", truth_.ceiling);
  }

  void rooms() {
    next_thing();
    if (plan_.rooms.size() != truth_.rooms.size())
      say(plan_.rooms.size(), " rooms, truth ", truth_.rooms.size());
    for (const simulator::TruthRoom& room : truth_.rooms) {
      next_thing();
      const double area = simulator::area(room.region);
      const Room* best = nullptr;
      double most = 0;  // of the shared area, and less by what reaches beyond
      for (const Room& candidate : plan_.rooms)
        if (const double fit = shared_area(candidate, room) / std::max(area, candidate.area); fit > most) {
          most = fit;
          best = &candidate;
        }
      if (best == nullptr || most < 0.9)
        say("no room for ", room.id, " of ", area, " m2, the best shares ", most, " of it");
      else if (std::abs(best->area - area) > tolerances_.area_share * area)
        say("room ", room.id, " has ", best->area, " m2, truth ", area);
    }
  }

  void walls() {
    for (const simulator::TruthWall& wall : truth_.walls) {
      if (wall.glass || wall.arc || wall.left_seen < kBothSeen || wall.right_seen < kBothSeen) continue;
      const Vec along = wall.end - wall.start;
      if (along.norm() < 0.5) continue;
      next_thing();
      const Vec across = (wall.thickness / 2 + 0.1) * Vec(-along.y(), along.x()).normalized();
      for (const double share : {0.25, 0.5, 0.75}) {
        const Vec p = wall.start + share * along;
        if (in_room(p + across) && in_room(p - across)) wall_at(wall, p);
      }
    }
  }

  void openings() {
    std::vector<bool> right(plan_.openings.size(), false);
    for (const simulator::TruthOpening& opening : truth_.openings) {
      next_thing();
      const auto known = std::find_if(plan_.openings.begin(), plan_.openings.end(),
                                      [&](const Opening& o) { return same_place(o, opening); });
      if (known != plan_.openings.end())
        right[static_cast<std::size_t>(known - plan_.openings.begin())] = true;
      if (opening.seen < kSeen) continue;
      if (known == plan_.openings.end())
        say("no ", simulator::type_name(opening.type), " at ", middle(opening).transpose());
      else
        compare(*known, opening);
    }
    for (std::size_t i = 0; i < right.size(); ++i)
      if (!right[i]) {
        next_thing();
        say("an invented opening at ", plan_.openings[i].start.x, " ", plan_.openings[i].start.y, " to ",
            plan_.openings[i].end.x, " ", plan_.openings[i].end.y);
      }
  }

 private:
  void next_thing() { found_.emplace_back(); }

  template <class... Parts>
  void say(const Parts&... parts) {
    std::ostringstream line;
    line << "storey " << plan_.index << ": ";
    (line << ... << parts);
    found_.back().push_back(line.str());
  }

  /// m²; both moved to the truth's room, as the simulator's polygons must lie near the origin.
  static double shared_area(const Room& room, const simulator::TruthRoom& truth) {
    const Vec anchor = truth.region.outer.front();
    const auto moved = [&](const Ring& ring) {
      simulator::Ring near;
      for (const Point2& p : ring) near.push_back(vec(p) - anchor);
      return near;
    };
    if ((vec(room.polygon.front()) - anchor).norm() > 1000) return 0;
    std::vector<simulator::Ring> holes;
    for (const Ring& hole : room.holes) holes.push_back(moved(hole));
    simulator::Region region = truth.region;
    for (Vec& p : region.outer) p -= anchor;
    for (simulator::Ring& hole : region.holes)
      for (Vec& p : hole) p -= anchor;
    double shared = 0;
    for (const simulator::Region& part :
         simulator::subtract(simulator::intersect({region}, {moved(room.polygon)}), holes))
      shared += simulator::area(part);
    return shared;
  }

  bool in_room(const Vec& p) const {
    return std::any_of(truth_.rooms.begin(), truth_.rooms.end(),
                       [&](const simulator::TruthRoom& room) { return simulator::contains(room.region, p); });
  }

  void wall_at(const simulator::TruthWall& truth, const Vec& p) {
    const Vec direction = (truth.end - truth.start).normalized();
    const Wall* nearest = nullptr;
    double least = kSamePlace;
    for (const Wall& wall : plan_.walls) {
      const Vec along = vec(wall.end) - vec(wall.start);
      const double length = along.norm(), s = along.dot(p - vec(wall.start)) / length;
      if (std::abs(along.dot(direction)) < 0.998 * length || s < 0 || s > length) continue;
      const double offset = (p - vec(wall.start) - s / length * along).norm();
      if (offset >= least) continue;
      least = offset;
      nearest = &wall;
    }
    if (nearest == nullptr) return say("no wall at ", p.transpose());
    if (least > tolerances_.position) say("wall at ", p.transpose(), " is ", least * 1000, " mm off");
    if (nearest->thickness_basis != Basis::kMeasured)
      say("wall at ", p.transpose(), " is said to be seen from one side");
    if (std::abs(nearest->thickness - truth.thickness) > tolerances_.thickness)
      say("wall at ", p.transpose(), " is ", nearest->thickness, " m thick, truth ", truth.thickness);
  }

  static Vec middle(const simulator::TruthOpening& o) { return (o.start + o.end) / 2; }

  /// Centres close along the wall; across it an assumed thickness may be far off.
  static bool same_place(const Opening& opening, const simulator::TruthOpening& truth) {
    const Vec direction = (truth.end - truth.start).normalized();
    const Vec d = (vec(opening.start) + vec(opening.end)) / 2 - middle(truth);
    const double along = d.dot(direction);
    return std::abs(along) < kSamePlace && (d - along * direction).norm() < kSamePlace;
  }

  void compare(const Opening& opening, const simulator::TruthOpening& truth) {
    const Eigen::RowVector2d place = middle(truth).transpose();
    const bool type_right = static_cast<int>(opening.type) == static_cast<int>(truth.type) ||
                            (truth.down_to_floor && opening.type != OpeningType::kOpening);
    if (!type_right) say("the ", simulator::type_name(truth.type), " at ", place, " has another type");
    const Vec direction = (truth.end - truth.start).normalized();
    double low = direction.dot(vec(opening.start) - truth.start),
           high = direction.dot(vec(opening.end) - truth.start);
    if (low > high) std::swap(low, high);
    const double width = (truth.end - truth.start).norm();
    if (std::abs(low) > tolerances_.jamb || std::abs(high - width) > tolerances_.jamb)
      say("opening at ", place, " has jambs at ", low, " and ", high, ", truth 0 and ", width);
    if (truth.cover != simulator::Cover::kNone) return;
    if (std::abs(opening.sill - truth.sill) > tolerances_.height ||
        std::abs(opening.head - truth.head) > tolerances_.height)
      say("opening at ", place, " from ", opening.sill, " to ", opening.head, ", truth ", truth.sill, " to ",
          truth.head);
  }

  const Storey& plan_;
  const simulator::TruthStorey& truth_;
  const Tolerances& tolerances_;
  std::vector<Remarks>& found_;
};

/// Of each thing that is not as in the truth.
std::vector<Remarks> remarks(const Plan& plan, const simulator::Truth& truth, const Tolerances& tolerances) {
  if (plan.storeys.size() != truth.storeys.size())
    return {
        {std::to_string(plan.storeys.size()) + " storeys, truth " + std::to_string(truth.storeys.size())}};
  std::vector<Remarks> found;
  for (std::size_t i = 0; i < truth.storeys.size(); ++i) {
    Comparison storey(plan.storeys[i], truth.storeys[i], tolerances, found);
    storey.levels();
    storey.rooms();
    storey.walls();
    storey.openings();
  }
  std::erase_if(found, [](const Remarks& thing) { return thing.empty(); });
  return found;
}

}  // namespace

std::vector<std::string> differences(const Plan& plan, const simulator::Truth& truth,
                                     const Tolerances& tolerances) {
  std::vector<std::string> all;
  for (Remarks& thing : remarks(plan, truth, tolerances)) std::ranges::move(thing, std::back_inserter(all));
  return all;
}

std::size_t wrong_things(const Plan& plan, const simulator::Truth& truth, const Tolerances& tolerances) {
  return remarks(plan, truth, tolerances).size();
}

}  // namespace storey
