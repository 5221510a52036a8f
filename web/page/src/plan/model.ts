// plan.json (storey.plan/1) and report.json (storey.report/1), as far as the page shows them. Metres, x to the right,
// y up.
export type Point = [number, number];
export type Ring = Point[];
export type Basis = "measured" | "inferred";

export interface Face {
  a: Point;
  b: Point;
  side: "left" | "right";
  coverage: number;
  rms_mm: number;
}

export interface Wall {
  id: string;
  start: Point;
  end: Point;
  thickness: number;
  thickness_basis: Basis;
  thickness_source?: string;
  exterior: boolean;
  material: "solid" | "glass";
  polygon: Ring;
  faces: Face[];
  confidence: number;
  basis: Basis;
  uncertainty: { position_mm: number; thickness_mm: number | null };
  deviation_mm?: number;
}

export interface Opening {
  id: string;
  type: "door" | "window" | "opening";
  wall_id: string;
  start: Point;
  end: Point;
  sill: number;
  head: number;
  swing?: { hinge: Point; leaf_end: Point; angle_deg: number };
  confidence: number;
  basis: Basis;
  uncertainty: { width_mm: number; sill_mm: number; head_mm: number };
}

export interface ClearDimension {
  from: Point;
  to: Point;
  length: number;
  uncertainty_mm: number;
}

export interface Room {
  id: string;
  name: string;
  polygon: Ring;
  holes: Ring[];
  area: number;
  ceiling_height: number;
  clear_dimensions: ClearDimension[];
  confidence: number;
  basis: Basis;
  uncertainty: { area_m2: number };
}

export interface Column {
  id: string;
  polygon: Ring;
  attached: boolean;
  confidence: number;
  basis: Basis;
}

export interface Stair {
  id: string;
  polygon: Ring;
  risers: number;
  up_from?: Point;
  up_to?: Point;
  confidence: number;
  basis: Basis;
}

export interface Storey {
  index: number;
  name: string;
  floor_z: number;
  ceiling_z: number;
  walls: Wall[];
  openings: Opening[];
  rooms: Room[];
  columns: Column[];
  stairs: Stair[];
}

export interface Plan {
  schema: string;
  frame: { tilt_deg: number };
  storeys: Storey[];
}

export interface Report {
  inputs: { file: string; format: string; bytes: number; points: number; invalid: number; scans: number; poses: number }[];
  stages: { stage: string; measures: { name: string; value: number; unit: string }[] }[];
  left_out: { what: string; reason: string; at?: Point; storey?: number }[];
  station_offsets: { station: string; offset_mm: number; shared_faces: number }[];
  warnings: string[];
}
