// What is drawn of a storey: paths in metres (SVG path text), one list for the screen and for paper.
import { along, boxOf, type Box, distance, labelPoint, middle, unit } from "./geometry";
import type { Opening, Point, Ring, Room, Storey, Wall } from "./model";

export const layers = ["points", "rooms", "labels", "dimensions", "walls", "openings", "columns", "stairs"] as const;
export type Layer = (typeof layers)[number];

export type Element =
  | ({ kind: "wall" } & Wall)
  | ({ kind: "opening" } & Opening)
  | ({ kind: "room" } & Room)
  | ({ kind: "column" } & Storey["columns"][number])
  | ({ kind: "stair" } & Storey["stairs"][number]);

/** How a path is painted; the theme has the colours. */
export type Style = "wall" | "inferred" | "glass" | "room" | "column" | "line" | "thin" | "dashed" | "dimension";

export interface Shape {
  id: string;
  layer: Layer;
  style: Style;
  path: string;
}

export interface Target {
  element: Element;
  layer: Layer;
  /** Where it is hit, and what is drawn around when it is selected. */
  outline: Ring;
  holes: Ring[];
  box: Box;
}

export interface Label {
  id: string;
  at: Point;
  /** Radius of the free space around, m. */
  reach: number;
  room: Room;
}

export interface Scene {
  storey: Storey;
  /** Corners of all that is there. */
  extent: Point[];
  /** Fills by the non-zero rule: walls may overlap where they meet, and openings stay open. */
  shapes: Shape[];
  /** In the order in which they are asked: what lies on top comes first. */
  targets: Target[];
  labels: Label[];
}

const number = (value: number) => String(Math.round(value * 10_000) / 10_000);
const point = ([x, y]: Point) => `${number(x)} ${number(y)}`;
export const closed = (ring: Ring) => `M${ring.map(point).join("L")}Z`;
export const line = (a: Point, b: Point) => `M${point(a)}L${point(b)}`;

/** The piece that an opening takes out of its wall, clockwise as holes are. */
export function cutOf(opening: Opening, thickness: number): Ring {
  const [ux, uy] = unit(opening.start, opening.end);
  const left: Point = [-uy, ux];
  const half = thickness / 2;
  return [
    along(opening.start, left, half),
    along(opening.end, left, half),
    along(opening.end, left, -half),
    along(opening.start, left, -half),
  ];
}

function wallShapes(storey: Storey): Shape[] {
  return storey.walls.map((wall) => {
    const cuts = storey.openings.filter((opening) => opening.wall_id === wall.id);
    const path = [wall.polygon, ...cuts.map((opening) => cutOf(opening, wall.thickness))].map(closed).join("");
    const style = wall.material === "glass" ? "glass" : wall.basis === "inferred" ? "inferred" : "wall";
    return { id: wall.id, layer: "walls", style, path };
  });
}

function swingPath({ start, end, swing }: Opening): string {
  if (!swing) return "";
  const { hinge, leaf_end: leaf } = swing;
  const far = distance(hinge, start) > distance(hinge, end) ? start : end;
  const radius = distance(hinge, leaf);
  const closing = along(hinge, unit(hinge, far), radius);
  const turn = (leaf[0] - hinge[0]) * (closing[1] - hinge[1]) - (leaf[1] - hinge[1]) * (closing[0] - hinge[0]);
  return `${line(hinge, leaf)}M${point(leaf)}A${number(radius)} ${number(radius)} 0 0 ${turn > 0 ? 1 : 0} ${point(closing)}`;
}

function openingShapes(opening: Opening, cut: Ring): Shape[] {
  const [a, b, c, d] = cut as [Point, Point, Point, Point];
  const shape = (style: Style, path: string): Shape => ({ id: opening.id, layer: "openings", style, path });
  if (opening.type === "window")
    return [shape("line", closed(cut)), shape("thin", line(opening.start, opening.end))];
  const faces = shape("dashed", line(a, b) + line(c, d));
  const swing = swingPath(opening);
  return swing ? [faces, shape("line", swing)] : [faces];
}

function dimensionShapes(room: Room): Shape[] {
  return room.clear_dimensions.map(({ from, to }) => {
    const u = unit(from, to);
    const tick = (at: Point) => line(along(at, [-u[1], u[0]], -0.08), along(at, [-u[1], u[0]], 0.08));
    return { id: room.id, layer: "dimensions", style: "dimension", path: line(from, to) + tick(from) + tick(to) };
  });
}

/** Treads cannot be told from plan.json beyond their number, so that the arrow alone says which way is up. */
function stairShapes(stair: Storey["stairs"][number]): Shape[] {
  const shapes: Shape[] = [{ id: stair.id, layer: "stairs", style: "line", path: closed(stair.polygon) }];
  if (!stair.up_from || !stair.up_to) return shapes;
  const u = unit(stair.up_from, stair.up_to);
  const back = along(stair.up_to, u, -0.25);
  const barb = (side: number) => line(stair.up_to!, along(back, [-u[1], u[0]], side * 0.12));
  shapes.push({
    id: stair.id,
    layer: "stairs",
    style: "thin",
    path: line(stair.up_from, stair.up_to) + barb(1) + barb(-1),
  });
  return shapes;
}

export function buildScene(storey: Storey): Scene {
  const walls = new Map(storey.walls.map((wall) => [wall.id, wall]));
  const cuts = new Map(storey.openings.map((o) => [o.id, cutOf(o, walls.get(o.wall_id)?.thickness ?? 0.1)]));
  const shapes: Shape[] = [
    ...storey.rooms.map(
      (room): Shape => ({
        id: room.id,
        layer: "rooms",
        style: "room",
        path: [room.polygon, ...room.holes].map(closed).join(""),
      }),
    ),
    ...storey.stairs.flatMap(stairShapes),
    ...wallShapes(storey),
    ...storey.columns.map(
      (column): Shape => ({ id: column.id, layer: "columns", style: "column", path: closed(column.polygon) }),
    ),
    ...storey.openings.flatMap((opening) => openingShapes(opening, cuts.get(opening.id)!)),
    ...storey.rooms.flatMap(dimensionShapes),
  ];
  const target = (element: Element, layer: Layer, outline: Ring, holes: Ring[] = []): Target => ({
    element,
    layer,
    outline,
    holes,
    box: boxOf(outline),
  });
  const targets = [
    ...storey.openings.map((o) => target({ kind: "opening", ...o }, "openings", cuts.get(o.id)!)),
    ...storey.columns.map((c) => target({ kind: "column", ...c }, "columns", c.polygon)),
    ...storey.walls.map((w) => target({ kind: "wall", ...w }, "walls", w.polygon)),
    ...storey.stairs.map((s) => target({ kind: "stair", ...s }, "stairs", s.polygon)),
    ...storey.rooms.map((r) => target({ kind: "room", ...r }, "rooms", r.polygon, r.holes)),
  ];
  const labels = storey.rooms.map((room) => ({ id: room.id, room, ...labelPoint(room.polygon, room.holes) }));
  return { storey, extent: targets.flatMap(({ outline }) => outline), shapes, targets, labels };
}

/** Where an element is looked for when a table leads to it. */
export const centreOf = ({ box }: Target): Point => middle(box.low, box.high);
