import { describe, expect, it } from "vitest";

import { qualityOf, ramp, rangeOf, wallColour } from "./colours";
import { readWorldFile } from "./density";
import { storey } from "./sample";

const [wall] = storey.walls;

describe("colours", () => {
  it("go from the best to the worst that occurs", () => {
    expect(rangeOf(storey.walls, "confidence")).toEqual([1, 0]);
    expect(rangeOf(storey.walls, "position")).toEqual([0, 3]);
    expect(rangeOf(storey.walls, "deviation")).toBeUndefined();
    expect(ramp(0)).toBe("rgb(253 231 37)");
    expect(ramp(1)).toBe("rgb(68 1 84)");
    expect(ramp(0.5)).toBe("rgb(33 144 141)");
  });

  it("say nothing of walls that have no such value", () => {
    expect(wallColour(wall!, "deviation", [0, 1])).toBeUndefined();
    expect(qualityOf({ ...wall!, basis: "inferred" }, "position")).toBeUndefined();
    expect(wallColour(wall!, "position", [0, 3])).toBe(ramp(1));
  });
});

describe("world files", () => {
  it("tell where the picture's corner lies", () => {
    expect(readWorldFile("0.05\n0\n0\n-0.05\n10.025\n-3.025\n")).toEqual({ cell: 0.05, left: 10, top: -3 });
  });
  it("are refused where pixels are not square", () => {
    expect(() => readWorldFile("0.05 0 0 -0.1 10 3")).toThrow();
    expect(() => readWorldFile("<html>")).toThrow();
  });
});
