// What lies under the pointer, and where a measurement snaps to.
import { contains, distance, inBox, nearestOn } from "./geometry";
import type { Point, Ring, Wall } from "./model";
import type { Layer, Scene, Target } from "./scene";

/** Distance from a ring's line, m. */
const fromLine = (ring: Ring, p: Point) =>
  Math.min(...ring.map((a, i) => distance(p, nearestOn(a, ring[(i + 1) % ring.length]!, p))));

/** The uppermost element at `p` of the layers that are shown; thin ones catch from `margin` m around. */
export function hit(scene: Scene, p: Point, margin: number, shown: ReadonlySet<Layer>): Target | undefined {
  return scene.targets.find(({ element, layer, outline, holes, box }) => {
    if (!shown.has(layer)) return false;
    const around = element.kind === "room" || element.kind === "stair" ? 0 : margin;
    if (!inBox(box, p, around)) return false;
    if (contains(outline, p)) return !holes.some((hole) => contains(hole, p));
    return around > 0 && fromLine(outline, p) <= around;
  });
}

export interface Snap {
  at: Point;
  kind: "corner" | "face" | "free";
  /** Of a face: its ends. */
  face?: [Point, Point];
  /** 95 % half-width of the place across the face, mm; unknown for free points. */
  uncertainty?: number;
}

/** The nearest corner within `reach` m, or else the nearest face, or else `p` itself. */
export function snap(scene: Scene, p: Point, reach: number): Snap {
  let corner: Snap | undefined;
  let face: Snap | undefined;
  let [toCorner, toFace] = [reach, reach];
  const look = (ring: Ring, uncertainty: number | undefined) =>
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      const known = knownTo(uncertainty);
      if (distance(a, p) < toCorner) {
        toCorner = distance(a, p);
        corner = { at: a, kind: "corner", ...known };
      }
      const on = nearestOn(a, b, p);
      if (distance(on, p) < toFace) {
        toFace = distance(on, p);
        face = { at: on, kind: "face", face: [a, b], ...known };
      }
    });
  for (const { element, outline, box } of scene.targets) {
    if (element.kind === "stair" || !inBox(box, p, reach)) continue;
    if (element.kind === "room") {
      for (const at of outline) {
        if (distance(at, p) >= toCorner) continue;
        toCorner = distance(at, p);
        corner = { at, kind: "corner", ...knownTo(uncertaintyAt(scene, at)) };
      }
    } else if (element.kind === "wall") look(outline, wallUncertainty(element));
    else look(outline, element.kind === "opening" ? element.uncertainty.width_mm || undefined : undefined);
  }
  return corner ?? face ?? { at: p, kind: "free" };
}

const kAtWall = 0.02; // m that a room's corner may lie off the faces that make it

/** Of the walls that meet in a room's corner, the less certain one. */
function uncertaintyAt(scene: Scene, at: Point): number | undefined {
  let most: number | undefined;
  for (const { element, outline, box } of scene.targets) {
    if (element.kind !== "wall" || !inBox(box, at, kAtWall) || fromLine(outline, at) > kAtWall) continue;
    const here = wallUncertainty(element);
    if (here === undefined) return undefined;
    most = Math.max(most ?? 0, here);
  }
  return most;
}

const knownTo = (uncertainty: number | undefined) => (uncertainty === undefined ? {} : { uncertainty });

const wallUncertainty = (wall: Wall) => (wall.basis === "measured" ? wall.uncertainty.position_mm || undefined : undefined);
