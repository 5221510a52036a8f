// For tests: a house of two rooms side by side, 6 m by 4 m within, with a door between them and a window.
import type { Plan, Point, Ring, Storey, Wall } from "./model";

const box = (x0: number, y0: number, x1: number, y1: number): Ring => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

function wall(id: string, start: Point, end: Point, thickness: number, polygon: Ring): Wall {
  return {
    id, start, end, thickness, polygon,
    thickness_basis: "measured", exterior: id !== "w5", material: "solid",
    faces: [{ a: start, b: end, side: "left", coverage: 0.9, rms_mm: 2 }],
    confidence: 0.9, basis: "measured", uncertainty: { position_mm: 3, thickness_mm: 4 },
  };
}

const room = (id: string, x0: number, x1: number) => ({
  id, name: `Room ${id.slice(1)}`, polygon: box(x0, 0, x1, 4), holes: [], area: (x1 - x0) * 4, ceiling_height: 2.5,
  clear_dimensions: [{ from: [x0, 2] as Point, to: [x1, 2] as Point, length: x1 - x0, uncertainty_mm: 5 }],
  confidence: 0.95, basis: "measured" as const, uncertainty: { area_m2: 0.03 },
});

export const storey: Storey = {
  index: 0, name: "Storey 1", floor_z: 0, ceiling_z: 2.5,
  walls: [
    wall("w1", [0, -0.15], [6.1, -0.15], 0.3, box(-0.3, -0.3, 6.4, 0)),
    wall("w2", [6.25, 0], [6.25, 4], 0.3, box(6.1, -0.3, 6.4, 4.3)),
    wall("w3", [6.1, 4.15], [0, 4.15], 0.3, box(-0.3, 4, 6.4, 4.3)),
    wall("w4", [-0.15, 4], [-0.15, 0], 0.3, box(-0.3, -0.3, 0, 4.3)),
    wall("w5", [3.05, 0], [3.05, 4], 0.1, box(3, 0, 3.1, 4)),
  ],
  openings: [
    { id: "o1", type: "door", wall_id: "w5", start: [3.05, 1], end: [3.05, 1.9], sill: 0, head: 2,
      swing: { hinge: [3.05, 1], leaf_end: [3.95, 1], angle_deg: 90 },
      confidence: 0.8, basis: "measured", uncertainty: { width_mm: 20, sill_mm: 5, head_mm: 5 } },
    { id: "o2", type: "window", wall_id: "w1", start: [1, -0.15], end: [2.2, -0.15], sill: 0.9, head: 2.1,
      confidence: 0.8, basis: "measured", uncertainty: { width_mm: 20, sill_mm: 5, head_mm: 5 } },
  ],
  rooms: [room("r1", 0, 3), room("r2", 3.1, 6.1)],
  columns: [{ id: "c1", polygon: box(5, 3, 5.3, 3.3), attached: false, confidence: 0.9, basis: "measured" }],
  stairs: [],
};

export const plan: Plan = { schema: "storey.plan/1", frame: { tilt_deg: 0 }, storeys: [storey] };
