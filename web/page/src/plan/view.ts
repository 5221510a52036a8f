// Where the plan lies on the screen: pixels from metres, and back. The plan may be turned; y points up in it and down on
// the screen.
import { boxOf } from "./geometry";
import type { Point, Wall } from "./model";

export interface View {
  /** Pixels to a metre. */
  scale: number;
  /** By which the plan is turned, counter-clockwise, radians. */
  turn: number;
  /** Where the plan's origin lies, in pixels. */
  x: number;
  y: number;
}

const kLeast = 1; // pixels to a metre
const kMost = 20_000; // a millimetre is then 20 pixels wide

export function turned([x, y]: Point, by: number): Point {
  const [c, s] = [Math.cos(by), Math.sin(by)];
  return [c * x - s * y, s * x + c * y];
}

export function toScreen(view: View, p: Point): Point {
  const [x, y] = turned(p, view.turn);
  return [view.x + x * view.scale, view.y - y * view.scale];
}

export const toPlan = (view: View, [x, y]: Point): Point =>
  turned([(x - view.x) / view.scale, (view.y - y) / view.scale], -view.turn);

/** The turn, at most an eighth either way, after which most of the walls' length lies level or upright. */
export function straightening(walls: Wall[]): number {
  let [x, y] = [0, 0];
  for (const { start, end } of walls) {
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const angle = Math.atan2(end[1] - start[1], end[0] - start[0]);
    x += length * Math.cos(4 * angle);
    y += length * Math.sin(4 * angle);
  }
  return x === 0 && y === 0 ? 0 : -Math.atan2(y, x) / 4;
}

/** All of `points`, with a margin in pixels. */
export function fit(points: Point[], turn: number, width: number, height: number, margin = 32): View {
  const { low, high } = boxOf(points.length > 0 ? points.map((p) => turned(p, turn)) : [[0, 0]]);
  const across = Math.max(high[0] - low[0], 0.1);
  const up = Math.max(high[1] - low[1], 0.1);
  const room = (pixels: number) => Math.max(pixels - 2 * margin, 10);
  const scale = clamped(Math.min(room(width) / across, room(height) / up));
  return {
    scale,
    turn,
    x: width / 2 - ((low[0] + high[0]) / 2) * scale,
    y: height / 2 + ((low[1] + high[1]) / 2) * scale,
  };
}

export const pan = (view: View, dx: number, dy: number): View => ({ ...view, x: view.x + dx, y: view.y + dy });

/** Larger by `factor`; what lies at `at` on the screen stays there. */
export function zoom(view: View, factor: number, at: Point): View {
  const scale = clamped(view.scale * factor);
  const by = scale / view.scale;
  return { ...view, scale, x: at[0] + (view.x - at[0]) * by, y: at[1] + (view.y - at[1]) * by };
}

/** Two fingers went from `before` to `after`: what lay under them still does. */
export function pinch(view: View, before: [Point, Point], after: [Point, Point]): View {
  const apart = ([a, b]: [Point, Point]) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  const centre = ([a, b]: [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [from, to] = [centre(before), centre(after)];
  return pan(zoom(view, apart(after) / apart(before), from), to[0] - from[0], to[1] - from[1]);
}

/** With `at` of the plan in the middle. */
export function centred(view: View, at: Point, width: number, height: number): View {
  const [x, y] = turned(at, view.turn);
  return { ...view, x: width / 2 - x * view.scale, y: height / 2 + y * view.scale };
}

function clamped(scale: number): number {
  return Math.max(kLeast, Math.min(kMost, scale));
}
