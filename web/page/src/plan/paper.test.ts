import { describe, expect, it } from "vitest";

import { drawSheet, scaleFor, sheetFor } from "./paper";
import { storey } from "./sample";
import { buildScene, layers } from "./scene";

const scene = buildScene(storey);

describe("paper", () => {
  it("takes the largest scale that fits, in the way of lying that fits", () => {
    expect(scaleFor(scene, 0, "A4")).toBe(50);
    expect(sheetFor(scene, 0, "A4", 50)).toEqual({ width: 297, height: 210, fits: true });
    expect(sheetFor(scene, Math.PI / 2, "A4", 27)).toEqual({ width: 210, height: 297, fits: true });
    expect(sheetFor(scene, 0, "A4", 20).fits).toBe(false);
  });

  it("is to scale: a unit of the drawing is a millimetre, and the bar is as long as it says", () => {
    const sheet = sheetFor(scene, 0, "A3", 50);
    const svg = drawSheet(scene, {
      scale: 50, turn: 0, shown: new Set(layers), sheet, title: "A <b>", label: () => ["x"], barText: (m) => `${m} m`,
    });
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("svg")!;
    expect(picture.getAttribute("width")).toBe("420mm");
    expect(picture.getAttribute("viewBox")).toBe("0 0 420 297");
    expect(picture.querySelector("g")!.getAttribute("transform")).toMatch(/^matrix\(20 /); // 1 m is 20 mm
    expect(Number(picture.querySelector(".scale-bar rect")!.getAttribute("width"))).toBe(parseInt(picture.querySelector(".scale-bar text")!.textContent!) * 20);
    expect(picture.textContent).toContain("A <b>");
  });

  it("leaves out the layers that are not shown", () => {
    const sheet = sheetFor(scene, 0, "A3", 50);
    const count = (shown: Set<(typeof layers)[number]>) =>
      drawSheet(scene, { scale: 50, turn: 0, shown, sheet, title: "", label: () => [], barText: () => "" }).match(/<path/g)!.length;
    expect(count(new Set(["walls"]))).toBe(storey.walls.length);
  });
});
