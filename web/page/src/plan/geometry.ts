// Points, rings and boxes in the plane.
import type { Point, Ring } from "./model";

export interface Box {
  low: Point;
  high: Point;
}

export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const along = (a: Point, u: Point, by: number): Point => [a[0] + u[0] * by, a[1] + u[1] * by];
export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];
export const cross = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0];
export const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

export function unit(a: Point, b: Point): Point {
  const length = distance(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/** Positive for counter-clockwise rings. */
export function signedArea(ring: Ring): number {
  let twice = 0;
  ring.forEach((p, i) => (twice += cross(p, ring[(i + 1) % ring.length]!)));
  return twice / 2;
}

export function perimeter(ring: Ring): number {
  return ring.reduce((sum, p, i) => sum + distance(p, ring[(i + 1) % ring.length]!), 0);
}

export function contains(ring: Ring, [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, k = ring.length - 1; i < ring.length; k = i++) {
    const [xi, yi] = ring[i]!;
    const [xk, yk] = ring[k]!;
    if (yi > y !== yk > y && x < ((xk - xi) * (y - yi)) / (yk - yi) + xi) inside = !inside;
  }
  return inside;
}

/** The point of the segment that is nearest to `p`. */
export function nearestOn(a: Point, b: Point, p: Point): Point {
  const d = subtract(b, a);
  const length2 = dot(d, d);
  if (length2 === 0) return a;
  return along(a, d, Math.max(0, Math.min(1, dot(subtract(p, a), d) / length2)));
}

export function boxOf(points: Iterable<Point>): Box {
  const box: Box = { low: [Infinity, Infinity], high: [-Infinity, -Infinity] };
  for (const [x, y] of points) {
    box.low = [Math.min(box.low[0], x), Math.min(box.low[1], y)];
    box.high = [Math.max(box.high[0], x), Math.max(box.high[1], y)];
  }
  return box;
}

export const inBox = ({ low, high }: Box, [x, y]: Point, margin = 0) =>
  x >= low[0] - margin && x <= high[0] + margin && y >= low[1] - margin && y <= high[1] + margin;

/**
 * A point well inside of the polygon, where a label has the most room; after V. Agafonkin's polylabel: cells are halved
 * as long as they can be better than the best by `precision` m.
 */
export function labelPoint(ring: Ring, holes: Ring[] = [], precision = 0.05): { at: Point; reach: number } {
  const rings = [ring, ...holes];
  const reachAt = (p: Point) => {
    let least = Infinity;
    for (const r of rings)
      r.forEach((a, i) => (least = Math.min(least, distance(p, nearestOn(a, r[(i + 1) % r.length]!, p)))));
    const inside = contains(ring, p) && !holes.some((hole) => contains(hole, p));
    return inside ? least : -least;
  };
  const { low, high } = boxOf(ring);
  const size = Math.min(high[0] - low[0], high[1] - low[1]);
  if (!(size > 0)) return { at: low, reach: 0 };
  let best = { at: middle(low, high), reach: reachAt(middle(low, high)) };
  const cells: { at: Point; half: number; most: number }[] = [];
  const add = (at: Point, half: number) => {
    const reach = reachAt(at);
    if (reach > best.reach) best = { at, reach };
    if (reach + half * Math.SQRT2 > best.reach + precision) cells.push({ at, half, most: reach + half * Math.SQRT2 });
  };
  for (let x = low[0]; x < high[0]; x += size)
    for (let y = low[1]; y < high[1]; y += size) add([x + size / 2, y + size / 2], size / 2);
  while (cells.length > 0) {
    cells.sort((a, b) => a.most - b.most);
    const { at, half, most } = cells.pop()!;
    if (most <= best.reach + precision) break;
    for (const dx of [-half / 2, half / 2])
      for (const dy of [-half / 2, half / 2]) add([at[0] + dx, at[1] + dy], half / 2);
  }
  return best;
}
