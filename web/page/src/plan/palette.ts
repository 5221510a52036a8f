import type { Style } from "./scene";

export interface Palette {
  paper: string;
  text: string;
  halo: string;
  accent: string;
  hover: string;
  selected: string;
  /** Tint of the points of the scan. */
  points: string;
  fill: Partial<Record<Style, string>>;
  stroke: Partial<Record<Style, string>>;
}

export const light: Palette = {
  paper: "#ffffff",
  text: "#1f2933",
  halo: "#ffffffd9",
  accent: "#b4236b",
  hover: "#0b5cad40",
  selected: "#0b5cad",
  points: "#8a3b0c",
  fill: { wall: "#27323d", inferred: "#a9b4c0", glass: "#8cc8e0", room: "#eef3f9", column: "#27323d" },
  stroke: { line: "#27323d", thin: "#5b6875", dashed: "#5b6875", dimension: "#0b5cad" },
};

export const dark: Palette = {
  paper: "#12181f",
  text: "#e6ecf2",
  halo: "#12181fd9",
  accent: "#ff7ab8",
  hover: "#5fb0ff4d",
  selected: "#5fb0ff",
  points: "#ffc08a",
  fill: { wall: "#d5dde6", inferred: "#6b7885", glass: "#3d86a3", room: "#1b2530", column: "#d5dde6" },
  stroke: { line: "#c5d0db", thin: "#8d9aa8", dashed: "#8d9aa8", dimension: "#7fc0ff" },
};
