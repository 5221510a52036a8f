// By which quality walls are coloured, and the ramp: viridis (S. van der Walt, N. Smith), told apart by the colour-blind.
import type { Wall } from "./model";

export const qualities = ["none", "confidence", "position", "scatter", "deviation"] as const;
export type Quality = (typeof qualities)[number];

/** Millimetres, or 0 to 1 for confidence; nothing where the wall has no such value. */
export function qualityOf(wall: Wall, quality: Quality): number | undefined {
  switch (quality) {
    case "confidence":
      return wall.confidence;
    case "position":
      return wall.basis === "measured" && wall.uncertainty.position_mm > 0 ? wall.uncertainty.position_mm : undefined;
    case "scatter":
      return wall.faces.length > 0 ? Math.max(...wall.faces.map(({ rms_mm }) => rms_mm)) : undefined;
    case "deviation":
      return wall.deviation_mm;
    default:
      return undefined;
  }
}

/** From the best to the worst value that occurs; confidence from 1 down to 0. */
export function rangeOf(walls: Wall[], quality: Quality): [number, number] | undefined {
  if (quality === "confidence") return [1, 0];
  const values = walls.map((wall) => qualityOf(wall, quality)).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  const most = Math.max(...values);
  return [0, most > 0 ? most : 1];
}

const stops = [
  [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99],
  [170, 220, 50], [253, 231, 37],
];

/** `share` from 0, the best (yellow-green), to 1, the worst (violet). */
export function ramp(share: number): string {
  const at = (1 - Math.max(0, Math.min(1, share))) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  const mix = stops[i]!.map((low, k) => Math.round(low + (stops[i + 1]![k]! - low) * (at - i)));
  return `rgb(${mix.join(" ")})`;
}

export function wallColour(wall: Wall, quality: Quality, range: [number, number]): string | undefined {
  const value = qualityOf(wall, quality);
  return value === undefined ? undefined : ramp((value - range[0]) / (range[1] - range[0]));
}
