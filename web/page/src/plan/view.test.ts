import { describe, expect, it } from "vitest";

import type { Point, Wall } from "./model";
import { centred, fit, pinch, straightening, toPlan, toScreen, turned, zoom } from "./view";

const close = (a: Point, b: Point) => {
  expect(a[0]).toBeCloseTo(b[0], 6);
  expect(a[1]).toBeCloseTo(b[1], 6);
};
const view = { scale: 40, turn: 0.3, x: 200, y: 300 };
const wall = (start: Point, end: Point) => ({ start, end }) as Wall;

describe("the view", () => {
  it("leads to the screen and back, with y upwards", () => {
    close(toPlan(view, toScreen(view, [3, -2])), [3, -2]);
    close(toScreen({ ...view, turn: 0 }, [1, 1]), [240, 260]);
  });

  it("fits all of a turned plan into the window", () => {
    const corners: Point[] = [[0, 0], [10, 0], [10, 4], [0, 4]];
    const fitted = fit(corners, Math.PI / 2, 500, 800, 50);
    const shown = corners.map((p) => toScreen(fitted, p));
    expect(Math.min(...shown.map(([x]) => x))).toBeGreaterThanOrEqual(50 - 1e-6);
    expect(Math.max(...shown.map(([, y]) => y))).toBeCloseTo(750, 6);
    expect(fitted.scale).toBeCloseTo(70, 6);
  });

  it("keeps what lies under the pointer while zooming", () => {
    const before = toPlan(view, [123, 45]);
    close(toPlan(zoom(view, 1.7, [123, 45]), [123, 45]), before);
  });

  it("stops zooming before numbers lose their meaning", () => {
    expect(zoom(view, 1e9, [0, 0]).scale).toBe(20_000);
    expect(zoom(view, 1e-9, [0, 0]).scale).toBe(1);
  });

  it("keeps what lies under two fingers", () => {
    const [a, b] = [toPlan(view, [100, 100]), toPlan(view, [200, 100])];
    const after = pinch(view, [[100, 100], [200, 100]], [[150, 50], [350, 50]]);
    close(toScreen(after, a), [150, 50]);
    close(toScreen(after, b), [350, 50]);
  });

  it("brings a point into the middle", () => {
    close(toScreen(centred(view, [7, 8], 640, 480), [7, 8]), [320, 240]);
  });

  it("turns most of the walls' length level or upright, by an eighth at most", () => {
    const along = (angle: number, length: number) => wall([0, 0], turned([length, 0], angle));
    const walls = [along(0.2, 5), along(0.2 + Math.PI / 2, 4), along(0.2 - Math.PI, 3), along(0.9, 0.5)];
    expect(straightening(walls)).toBeCloseTo(-0.2, 1);
    expect(straightening([along(Math.PI / 2 - 0.1, 3)])).toBeCloseTo(0.1, 6);
    expect(straightening([])).toBe(0);
  });
});
