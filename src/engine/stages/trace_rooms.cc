#include "engine/stages/trace_rooms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/contour.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

// Costs are per sample of outline (one raster cell, 4 cm), so a stretch of 1 m weighs 25 of them.
constexpr double kReach = 0.80;  // m from the outline to a face: furniture in front hides that much ceiling
constexpr double kExpected = 0.04;      // m by which the raster's outline stays short of the face
constexpr double kSlack = 0.04;         // m about that distance that cost nothing
constexpr double kSoft = 0.06;          // m beyond the slack that cost 1
constexpr double kFarCost = 2.0;        // most that distance can cost
constexpr double kUnseenCost = 0.35;    // where the line has no face
constexpr double kFurnitureCost = 2.2;  // for a face that is not structural: more than being far from a wall
constexpr double kInferredCost = 2.8;   // for a line taken from the raster's outline itself
constexpr double kCornerCost = 3.0;     // 8 cm of wrong distance: shorter jogs are not drawn
constexpr double kCornerReach = 0.10;   // m of a corner's distance from the outline that costs 1
constexpr double kMinAlignment = 0.35;  // cosine between the outline's and the face's normal
constexpr double kMinTurn =
    0.035;  // sine: lines closer to parallel are joined by a step instead of a crossing

struct Sample {
  Vec2 position, normal;  // normal into the room
};

/// All faces on one line, as one candidate for edges.
struct Candidate {
  Line2 line;
  std::vector<int> faces;
  std::vector<Interval> extents;
  bool structural = true;
  bool inferred = false;

  double gap(double s) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Interval& e : extents) least = std::min(least, std::max({0.0, e.from - s, s - e.to}));
    return least;
  }
};

std::vector<Sample> sample_outline(const std::vector<Vec2>& ring) {
  const auto n = static_cast<std::ptrdiff_t>(ring.size());
  constexpr std::ptrdiff_t kWindow = 4;
  std::vector<Sample> samples;
  samples.reserve(ring.size());
  const auto at = [&](std::ptrdiff_t i) { return ring[static_cast<std::size_t>(((i % n) + n) % n)]; };
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const Vec2 tangent = at(i + 1 + kWindow) - at(i - kWindow);
    const double length = tangent.norm();
    const Vec2 normal = length > 0 ? left_of(tangent / length) : Vec2::Zero().eval();
    samples.push_back({(at(i) + at(i + 1)) / 2, normal});
  }
  return samples;
}

std::vector<Candidate> candidates_near(const std::vector<Sample>& samples,
                                       const std::vector<WallFace>& faces) {
  std::vector<Candidate> candidates;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const WallFace& face = faces[f];
    const bool near = std::any_of(samples.begin(), samples.end(), [&](const Sample& sample) {
      const double s = face.line.along(sample.position);
      return s > face.extent.from - 0.1 && s < face.extent.to + 0.1 &&
             std::abs(face.line.offset(sample.position)) < kReach &&
             face.line.normal().dot(sample.normal) > kMinAlignment;
    });
    if (!near) continue;
    const auto same = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& c) {
      return c.structural == face.structural && c.line.direction.dot(face.line.direction) > 1 - 1e-12 &&
             std::abs(c.line.offset(face.line.point)) < 1e-6;
    });
    Candidate& candidate = same != candidates.end() ? *same : candidates.emplace_back();
    if (candidate.faces.empty()) {
      candidate.line = face.line;
      candidate.structural = face.structural;
    }
    candidate.faces.push_back(static_cast<int>(f));
    candidate.extents.push_back({candidate.line.along(face.start()), candidate.line.along(face.end())});
  }
  return candidates;
}

/// Lines of the outline itself, for where no face is near.
void add_inferred(const std::vector<Vec2>& ring, std::vector<Candidate>& candidates) {
  const std::vector<Vec2> rough = simplify_ring(ring, 0.10);
  for (std::size_t i = 0; i < rough.size(); ++i) {
    const Vec2 &a = rough[i], &b = rough[(i + 1) % rough.size()];
    if ((b - a).norm() < 0.15) continue;
    Candidate candidate;
    const Vec2 direction = (b - a).normalized();
    candidate.line = {a - kExpected * left_of(direction), direction};
    candidate.extents = {{0, (b - a).norm()}};
    candidate.inferred = true;
    candidates.push_back(std::move(candidate));
  }
}

double data_cost(const Candidate& candidate, const Sample& sample) {
  const double offset = candidate.line.offset(sample.position);
  const double alignment = candidate.line.normal().dot(sample.normal);
  if (std::abs(offset) > kReach || alignment < kMinAlignment) return std::numeric_limits<double>::infinity();
  const double miss = std::max(0.0, std::abs(offset - kExpected) - kSlack) / kSoft;
  double cost = std::min(kFarCost, miss * miss) + 0.3 * (1 - alignment);
  const double gap = candidate.gap(candidate.line.along(sample.position));
  if (gap > 0.06) cost += kUnseenCost * (1 + std::min(gap, 2.0));
  if (candidate.inferred) return cost + kInferredCost;
  return candidate.structural ? cost : cost + kFurnitureCost;
}

double corner_cost(const Candidate& a, const Candidate& b, const Vec2& position) {
  if (const auto corner = intersect(a.line, b.line, kMinTurn)) {
    return kCornerCost + std::min((*corner - position).norm() / kCornerReach, 12.0);
  }
  const double step = std::abs(a.line.offset(position) - b.line.offset(position));
  return 2 * kCornerCost + step / kCornerReach;  // a step is two corners
}

/// The cheapest closed sequence of candidates along the samples.
std::vector<int> best_path(const std::vector<Sample>& samples, const std::vector<Candidate>& candidates) {
  const std::size_t n = samples.size(), m = candidates.size();
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<std::vector<std::pair<int, double>>> options(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t c = 0; c < m; ++c)
      if (const double cost = data_cost(candidates[c], samples[k]); cost < kNever)
        options[k].emplace_back(static_cast<int>(c), cost);

  // Start where the outline is clearest, go around twice, and keep the second half: the start's choice is
  // then as free as any other.
  const std::size_t rounds = 2 * n;
  std::vector<std::vector<int>> from(rounds);
  std::vector<double> cost, next;
  std::size_t previous = n;
  for (std::size_t step = 0; step < rounds; ++step) {
    const auto& now = options[step % n];
    next.assign(now.size(), 0);
    from[step].assign(now.size(), -1);
    const auto& before = previous < n ? options[previous] : options[0];
    for (std::size_t j = 0; j < now.size(); ++j) {
      double best = previous < n && !before.empty() ? kNever : 0;
      if (previous < n)
        for (std::size_t i = 0; i < before.size(); ++i) {
          double total = cost[i];
          if (total >= best) continue;
          if (before[i].first != now[j].first)
            total +=
                corner_cost(candidates[static_cast<std::size_t>(before[i].first)],
                            candidates[static_cast<std::size_t>(now[j].first)], samples[step % n].position);
          if (total < best) {
            best = total;
            from[step][j] = static_cast<int>(i);
          }
        }
      next[j] = best + now[j].second;
    }
    if (now.empty()) continue;  // nothing explains this sample: the path goes on from the last that was
    cost = next;
    previous = step % n;
  }
  std::vector<int> path(n, -1);
  if (cost.empty()) return path;
  auto j = static_cast<int>(std::min_element(cost.begin(), cost.end()) - cost.begin());
  for (std::size_t step = rounds; step-- > 0 && j >= 0;) {
    if (options[step % n].empty()) continue;
    if (step < n + n / 2 && step >= n / 2)
      path[step % n] = options[step % n][static_cast<std::size_t>(j)].first;
    j = from[step][static_cast<std::size_t>(j)];
  }
  return path;
}

/// A stretch of the outline that follows one candidate.
struct Run {
  int candidate;
  Vec2 entry;   // where on the outline it begins
  int samples;  // how long it is
};

std::vector<Run> runs_of(const std::vector<int>& path, const std::vector<Sample>& samples) {
  std::vector<Run> runs;
  for (std::size_t k = 0; k < path.size(); ++k) {
    if (path[k] < 0) continue;
    if (runs.empty() || runs.back().candidate != path[k]) runs.push_back({path[k], samples[k].position, 0});
    ++runs.back().samples;
  }
  while (runs.size() > 1 && runs.front().candidate == runs.back().candidate) {
    runs.front().entry = runs.back().entry;
    runs.front().samples += runs.back().samples;
    runs.pop_back();
  }
  return runs;
}

/// One edge per run, and one between two runs on parallel lines: a step.
EdgeRing edges_of(const std::vector<Run>& runs, const std::vector<Candidate>& candidates,
                  std::vector<std::size_t>* owner) {
  EdgeRing ring;
  owner->clear();
  const std::size_t n = runs.size();
  if (n < 3) return ring;
  std::vector<std::pair<Vec2, Vec2>> joints(
      n);  // between run i − 1 and run i: end of the one, begin of the other
  for (std::size_t i = 0; i < n; ++i) {
    const Line2& a = candidates[static_cast<std::size_t>(runs[(i + n - 1) % n].candidate)].line;
    const Line2& b = candidates[static_cast<std::size_t>(runs[i].candidate)].line;
    const auto corner = intersect(a, b, kMinTurn);
    if (corner && (*corner - runs[i].entry).norm() < 1.2 + kReach)
      joints[i] = {*corner, *corner};
    else
      joints[i] = {a.at(a.along(runs[i].entry)), b.at(b.along(runs[i].entry))};
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Candidate& candidate = candidates[static_cast<std::size_t>(runs[i].candidate)];
    RoomEdge edge{candidate.line, joints[i].second, joints[(i + 1) % n].first, candidate.faces, 0};
    const Interval span{edge.line.along(edge.from), edge.line.along(edge.to)};
    double covered = 0;
    if (!candidate.inferred)
      for (const Interval& e : candidate.extents) covered += std::max(0.0, overlap(span, e));
    edge.coverage = span.length() > 0 ? std::min(1.0, covered / span.length()) : 0;
    ring.push_back(std::move(edge));
    owner->push_back(i);
    const Vec2 a = joints[(i + 1) % n].first, b = joints[(i + 1) % n].second;
    if ((b - a).norm() <= 1e-9) continue;
    ring.push_back({{a, (b - a).normalized()}, a, b, {}, 0});
    owner->push_back(i);
  }
  return ring;
}

/// The run to give up so that the ring gets closer to a simple one: of those whose edge runs backwards or
/// crosses another, the one with the least outline. Nothing if the ring is simple.
std::optional<std::size_t> run_in_the_way(const EdgeRing& ring, const std::vector<std::size_t>& owner,
                                          const std::vector<Run>& runs) {
  std::vector<bool> suspect(runs.size(), false);
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    if ((ring[i].to - ring[i].from).dot(ring[i].line.direction) < 0) suspect[owner[i]] = true;
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (!segments_cross(ring[i].from, ring[i].to, ring[j].from, ring[j].to)) continue;
      // What lies between two crossing edges is the loop; the shorter way around is the wrong one.
      const bool inner = j - i <= n - (j - i);
      for (std::size_t k = inner ? i : j; k != (inner ? j + 1 : (i + 1) % n); k = inner ? k + 1 : (k + 1) % n)
        suspect[owner[k]] = true;
    }
  }
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (suspect[i] && (!least || runs[i].samples < runs[*least].samples)) least = i;
  return least;
}

void give_up(std::vector<Run>& runs, std::size_t i) {
  const std::size_t n = runs.size();
  runs[(i + 1) % n].entry = (runs[i].entry + runs[(i + 1) % n].entry) / 2;
  runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
  for (std::size_t k = 0; runs.size() > 1 && k < runs.size();) {
    const std::size_t next = (k + 1) % runs.size();
    if (runs[k].candidate != runs[next].candidate) {
      ++k;
      continue;
    }
    runs[k].samples += runs[next].samples;
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(next));
    k = 0;
  }
}

EdgeRing plain_ring(const std::vector<Vec2>& points) {
  EdgeRing ring;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 &a = points[i], &b = points[(i + 1) % points.size()];
    ring.push_back({{a, (b - a).normalized()}, a, b, {}, 0});
  }
  return ring;
}

/// Edges on the outline's faces; the simplified outline itself where they do not close to a simple ring.
EdgeRing trace_ring(const std::vector<Vec2>& outline, const std::vector<WallFace>& faces) {
  const std::vector<Sample> samples = sample_outline(outline);
  std::vector<Candidate> candidates = candidates_near(samples, faces);
  add_inferred(outline, candidates);
  std::vector<Run> runs = runs_of(best_path(samples, candidates), samples);
  std::vector<std::size_t> owner;
  EdgeRing ring = edges_of(runs, candidates, &owner);
  while (ring.size() >= 3) {
    const auto in_the_way = run_in_the_way(ring, owner, runs);
    if (!in_the_way) break;
    give_up(runs, *in_the_way);
    ring = edges_of(runs, candidates, &owner);
  }
  const double expected = signed_area(outline);
  const double area = ring.size() < 3 ? 0 : signed_area(corners(ring));
  if (area * expected > 0 && std::abs(area) > 0.5 * std::abs(expected)) return ring;
  return plain_ring(simplify_ring(outline, 0.08));
}

}  // namespace

std::vector<Vec2> corners(const EdgeRing& ring) {
  std::vector<Vec2> points;
  for (const RoomEdge& edge : ring)
    if (points.empty() || (edge.from - points.back()).norm() > 1e-9) points.push_back(edge.from);
  return points;
}

std::vector<RoomShape> trace_rooms(const RoomRaster& rooms, const std::vector<WallFace>& faces) {
  std::vector<RoomShape> shapes;
  for (int label = 1; label <= rooms.rooms; ++label) {
    RoomShape shape;
    shape.label = label;
    for (const std::vector<Vec2>& outline : trace_contours(rooms.labels, label)) {
      const double area = signed_area(outline);
      if (area > 0) {
        if (shape.outline.empty()) shape.outline = trace_ring(outline, faces);
      } else if (-area > 0.02) {
        shape.holes.push_back(trace_ring(outline, faces));
      }
    }
    if (shape.outline.size() >= 3) shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace storey
