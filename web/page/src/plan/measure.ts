// Lengths and areas between points that the user chooses.
import { along, cross, distance, dot, subtract, unit } from "./geometry";
import type { Snap } from "./hit";
import type { Point } from "./model";

export interface Length {
  from: Point;
  to: Point;
  metres: number;
  /** 95 % half-width, mm; only where both ends lie on what was measured. */
  uncertainty?: number;
  /** Across, from one face to another that is parallel to it. */
  clear: boolean;
}

const kParallel = Math.sin((2 * Math.PI) / 180);

/**
 * From one snapped point to another. Between two parallel faces that is the clear distance: the second point is moved to
 * the foot of the perpendicular from the first.
 */
export function measure(first: Snap, second: Snap): Length {
  let to = second.at;
  let clear = false;
  if (first.face && second.face) {
    const u = unit(...first.face);
    const v = unit(...second.face);
    const apart = Math.abs(cross(v, subtract(first.at, second.face[0])));
    if (Math.abs(cross(u, v)) < kParallel && apart > 1e-6) {
      to = along(second.face[0], v, dot(subtract(first.at, second.face[0]), v));
      clear = true;
    }
  }
  const length: Length = { from: first.at, to, metres: distance(first.at, to), clear };
  if (first.uncertainty !== undefined && second.uncertainty !== undefined)
    length.uncertainty = Math.hypot(first.uncertainty, second.uncertainty);
  return length;
}
