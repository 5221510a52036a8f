#include "export/drawing/regions.h"

#include <clipper.hpp>
#include <cmath>

#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kGrid = 1000;       // units in a millimetre
constexpr double kMitreLimit = 2.5;  // sharper corners are cut off
constexpr double kSpeck = 1;         // mm²: smaller rings are noise of the arithmetic

ClipperLib::Path path_of(const Ring& ring) {
  ClipperLib::Path path;
  for (const Point2& p : ring) path.emplace_back(std::llround(p.x * kGrid), std::llround(p.y * kGrid));
  return path;
}

ClipperLib::Paths paths_of(const Region& region) {
  ClipperLib::Paths paths;
  for (const Ring& ring : region) paths.push_back(path_of(ring));
  return paths;
}

Region region_of(const ClipperLib::Paths& paths) {
  Region region;
  for (const ClipperLib::Path& path : paths) {
    Ring ring;
    for (const ClipperLib::IntPoint& p : path) {
      ring.push_back({static_cast<double>(p.X) / kGrid, static_cast<double>(p.Y) / kGrid});
    }
    if (ring.size() >= 3 && std::abs(signed_area(ring)) > kSpeck) region.push_back(std::move(ring));
  }
  return region;
}

ClipperLib::Paths combine(ClipperLib::ClipType type, const ClipperLib::Paths& a, const ClipperLib::Paths& b) {
  ClipperLib::Clipper clipper;
  clipper.StrictlySimple(true);
  clipper.AddPaths(a, ClipperLib::ptSubject, true);
  clipper.AddPaths(b, ClipperLib::ptClip, true);
  ClipperLib::Paths result;
  clipper.Execute(type, result, ClipperLib::pftNonZero, ClipperLib::pftNonZero);
  return result;
}

ClipperLib::Paths offset(const ClipperLib::Paths& paths, double mm) {
  ClipperLib::ClipperOffset clipper(kMitreLimit);
  clipper.AddPaths(paths, ClipperLib::jtMiter, ClipperLib::etClosedPolygon);
  ClipperLib::Paths result;
  clipper.Execute(result, mm * kGrid);
  return result;
}

}  // namespace

Region unite(const std::vector<Ring>& rings, double close_gaps) {
  ClipperLib::Paths paths;
  for (const Ring& ring : rings) {
    ClipperLib::Path path = path_of(ring);
    if (!ClipperLib::Orientation(path)) ClipperLib::ReversePath(path);
    paths.push_back(std::move(path));
  }
  ClipperLib::Paths united = combine(ClipperLib::ctUnion, paths, {});
  if (close_gaps > 0) {
    united = offset(offset(united, close_gaps / 2), -close_gaps / 2);
    ClipperLib::CleanPolygons(united, kGrid / 2);
  }
  return region_of(united);
}

Region add(const Region& a, const Region& b) {
  return region_of(combine(ClipperLib::ctUnion, paths_of(a), paths_of(b)));
}

Region subtract(const Region& from, const Region& taken) {
  return region_of(combine(ClipperLib::ctDifference, paths_of(from), paths_of(taken)));
}

Region intersect(const Region& a, const Region& b) {
  return region_of(combine(ClipperLib::ctIntersection, paths_of(a), paths_of(b)));
}

Region grow(const Region& region, double mm) { return region_of(offset(paths_of(region), mm)); }

double signed_area(const Ring& ring) {
  double doubled = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    doubled += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  }
  return doubled / 2;
}

bool contains(const Region& region, const Point2& p) {
  bool inside = false;
  for (const Ring& ring : region) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point2 a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
  }
  return inside;
}

bool crosses(const Region& region, const Point2& a, const Point2& b) {
  for (const Ring& ring : region) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point2 c = ring[i], d = ring[(i + 1) % ring.size()];
      if (cross(b - a, c - a) * cross(b - a, d - a) <= 0 && cross(d - c, a - c) * cross(d - c, b - c) <= 0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace storey::drawing
