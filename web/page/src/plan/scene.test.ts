import { describe, expect, it } from "vitest";

import { contains, labelPoint, signedArea } from "./geometry";
import { hit, snap } from "./hit";
import { measure } from "./measure";
import { storey } from "./sample";
import { buildScene, cutOf, layers } from "./scene";
import type { Ring } from "./model";

const scene = buildScene(storey);
const all = new Set(layers);
const idAt = (x: number, y: number, margin = 0.02, shown: ReadonlySet<(typeof layers)[number]> = all) =>
  hit(scene, [x, y], margin, shown)?.element.id;

describe("the scene", () => {
  it("cuts openings out of walls by their winding", () => {
    const cut = cutOf(storey.openings[0]!, 0.1);
    expect(signedArea(cut)).toBeCloseTo(-0.09, 6);
    expect(signedArea(storey.walls[4]!.polygon)).toBeGreaterThan(0);
    const wall = scene.shapes.find(({ id }) => id === "w5")!;
    expect(wall.path.match(/Z/g)).toHaveLength(2);
  });

  it("draws the leaf and its way", () => {
    const leaf = scene.shapes.filter(({ id }) => id === "o1").at(-1)!;
    expect(leaf.path).toBe("M3.05 1L3.95 1M3.95 1A0.9 0.9 0 0 1 3.05 1.9");
  });

  it("puts labels inside of rooms, also of those that bend", () => {
    const bent: Ring = [[0, 0], [6, 0], [6, 1], [1, 1], [1, 6], [0, 6]];
    const { at, reach } = labelPoint(bent);
    expect(contains(bent, at)).toBe(true);
    expect(reach).toBeGreaterThan(0.5);
    const ring: Ring = [[0, 0], [6, 0], [6, 6], [0, 6]];
    const hole: Ring = [[1, 1], [1, 5], [5, 5], [5, 1]];
    expect(contains(hole, labelPoint(ring, [hole]).at)).toBe(false);
  });
});

describe("what is hit", () => {
  it("is what lies on top", () => {
    expect(idAt(3.05, 1.5)).toBe("o1");
    expect(idAt(3.05, 3)).toBe("w5");
    expect(idAt(1, 2)).toBe("r1");
    expect(idAt(5.1, 3.1)).toBe("c1");
    expect(idAt(20, 20)).toBeUndefined();
  });

  it("is of a layer that is shown", () => {
    expect(idAt(3.05, 1.5, 0.02, new Set(["walls", "rooms"] as const))).toBe("w5");
  });

  it("may lie a little beside", () => {
    expect(idAt(2.97, 3, 0.05)).toBe("w5");
    expect(idAt(2.9, 3, 0.05)).toBe("r1");
  });
});

describe("measuring", () => {
  it("snaps to corners before faces, and to nothing far away", () => {
    expect(snap(scene, [0.02, 0.03], 0.1)).toEqual({ kind: "corner", at: [0, 0], uncertainty: 3 });
    expect(snap(scene, [1.5, 4.04], 0.1)).toMatchObject({ kind: "face", at: [1.5, 4] });
    expect(snap(scene, [1.5, 2], 0.1)).toEqual({ kind: "free", at: [1.5, 2] });
  });

  it("takes the clear distance between parallel faces, with its ±", () => {
    const length = measure(snap(scene, [0.05, 2], 0.1), snap(scene, [2.95, 2.4], 0.1));
    expect(length.clear).toBe(true);
    expect(length.metres).toBeCloseTo(3, 6);
    expect(length.to[1]).toBeCloseTo(2, 6);
    expect(length.uncertainty).toBeCloseTo(Math.hypot(3, 3), 6);
  });

  it("takes the straight distance otherwise, without ± where a point is free", () => {
    const length = measure(snap(scene, [0, 0], 0.1), snap(scene, [1.5, 2], 0.1));
    expect(length).toMatchObject({ clear: false, metres: 2.5 });
    expect(length.uncertainty).toBeUndefined();
  });

  it("along one face is no clear distance", () => {
    const length = measure(snap(scene, [1.2, 4.01], 0.05), snap(scene, [2.2, 4.01], 0.05));
    expect(length).toMatchObject({ clear: false });
    expect(length.metres).toBeCloseTo(1, 6);
  });
});
