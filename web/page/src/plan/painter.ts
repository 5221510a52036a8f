// Paints a scene on a canvas. Paths are made once; a frame only sets the transform and paints them.
import { wallColour, type Quality, rangeOf } from "./colours";
import type { DensityLayer } from "./density";
import type { Point, Wall } from "./model";
import type { Palette } from "./palette";
import { closed, type Label, type Layer, type Scene, type Style, type Target } from "./scene";
import { toScreen, type View } from "./view";

export interface Overlay {
  hovered: Target | undefined;
  selected: Target | undefined;
  /** Measured lines with their texts, and areas. */
  lines: { from: Point; to: Point; text: string }[];
  areas: { ring: Point[]; text: string; open: boolean }[];
  /** Where the next point would be. */
  cursor: { at: Point; kind: string } | undefined;
}

const widths: Partial<Record<Style, number>> = { line: 1.5, thin: 1, dashed: 1.2, dimension: 1 }; // pixels
const kFamily = "system-ui, 'Liberation Sans', sans-serif";
const kLine = 1.23; // from line to line of a label, in sizes of the text

export class Painter {
  private batches: { layer: Layer; style: Style; path: Path2D }[] = [];
  private readonly walls: { wall: Wall; path: Path2D }[] = [];
  private text = 13; // pixels
  private tinted: { colour: string; picture: HTMLCanvasElement; of: DensityLayer } | undefined;

  constructor(private readonly scene: Scene) {
    const order: string[] = [];
    const paths = new Map<string, { layer: Layer; style: Style; path: Path2D }>();
    const byId = new Map(scene.storey.walls.map((wall) => [wall.id, wall]));
    for (const { id, layer, style, path } of scene.shapes) {
      const key = `${layer}/${style}`;
      if (!paths.has(key)) {
        order.push(key);
        paths.set(key, { layer, style, path: new Path2D() });
      }
      const made = new Path2D(path);
      if (layer === "walls") this.walls.push({ wall: byId.get(id)!, path: made });
      paths.get(key)!.path.addPath(made);
    }
    this.batches = order.map((key) => paths.get(key)!);
  }

  paint(
    context: CanvasRenderingContext2D,
    size: { width: number; height: number; ratio: number; text: number },
    view: View,
    shown: ReadonlySet<Layer>,
    look: { palette: Palette; quality: Quality; density: DensityLayer | undefined; label: (label: Label) => string[] },
    overlay: Overlay,
  ): void {
    const { palette } = look;
    this.text = size.text;
    const inPixels = () => context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    const inMetres = () => {
      const [c, s] = [Math.cos(view.turn) * view.scale, Math.sin(view.turn) * view.scale];
      context.setTransform(size.ratio * c, -size.ratio * s, -size.ratio * s, -size.ratio * c, size.ratio * view.x, size.ratio * view.y);
    };
    inPixels();
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, size.width, size.height);
    inMetres();
    const seeThrough = shown.has("points") && look.density !== undefined;
    for (const { layer, style, path } of this.batches) {
      if (!shown.has(layer)) continue;
      const fill = palette.fill[style];
      if (layer === "walls" && look.quality !== "none") continue;
      context.globalAlpha = seeThrough && layer === "walls" ? 0.45 : 1;
      if (fill) {
        context.fillStyle = fill;
        context.fill(path);
      } else this.stroke(context, palette, style, path, view.scale);
      context.globalAlpha = 1;
      if (layer === "rooms" && seeThrough) this.paintDensity(context, look.density!, palette);
    }
    if (seeThrough && !shown.has("rooms")) this.paintDensity(context, look.density!, palette);
    if (shown.has("walls") && look.quality !== "none") this.paintQuality(context, palette, look.quality);
    this.paintMarked(context, palette, overlay, view.scale);
    inPixels();
    if (shown.has("labels")) for (const label of this.scene.labels) this.paintLabel(context, palette, label, look.label(label), view, seeThrough);
    this.paintOverlay(context, palette, overlay, view);
  }

  private stroke(context: CanvasRenderingContext2D, palette: Palette, style: Style, path: Path2D, scale: number): void {
    context.strokeStyle = palette.stroke[style] ?? palette.text;
    context.lineWidth = (widths[style] ?? 1) / scale;
    context.setLineDash(style === "dashed" ? [0.12, 0.08] : []);
    context.stroke(path);
    context.setLineDash([]);
  }

  private paintQuality(context: CanvasRenderingContext2D, palette: Palette, quality: Quality): void {
    const range = rangeOf(this.scene.storey.walls, quality);
    for (const { wall, path } of this.walls) {
      context.fillStyle = (range && wallColour(wall, quality, range)) ?? palette.fill.inferred!;
      context.fill(path);
    }
  }

  /** The points in the colour of the theme. */
  private paintDensity(context: CanvasRenderingContext2D, density: DensityLayer, palette: Palette): void {
    const { width, height } = density.picture;
    if (this.tinted?.colour !== palette.points || this.tinted.of !== density) {
      const picture = document.createElement("canvas");
      picture.width = width;
      picture.height = height;
      const own = picture.getContext("2d")!;
      own.drawImage(density.picture, 0, 0);
      own.globalCompositeOperation = "source-in";
      own.fillStyle = palette.points;
      own.fillRect(0, 0, width, height);
      this.tinted = { colour: palette.points, picture, of: density };
    }
    context.save();
    context.transform(density.cell, 0, 0, -density.cell, density.left, density.top);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.tinted.picture, 0, 0);
    context.restore();
  }

  private paintMarked(context: CanvasRenderingContext2D, palette: Palette, { hovered, selected }: Overlay, scale: number): void {
    const path = ({ outline, holes }: Target) => new Path2D([outline, ...holes].map(closed).join(""));
    if (hovered && hovered !== selected) {
      context.fillStyle = palette.hover;
      context.fill(path(hovered));
    }
    if (!selected) return;
    context.fillStyle = palette.hover;
    context.fill(path(selected));
    context.strokeStyle = palette.selected;
    context.lineWidth = 3 / scale;
    context.stroke(path(selected));
  }

  /** As many lines as there is room for. */
  private paintLabel(context: CanvasRenderingContext2D, palette: Palette, label: Label, lines: string[], view: View, halo: boolean): void {
    const free = label.reach * view.scale;
    const line = kLine * this.text;
    const count = Math.min(lines.length, Math.floor((free * 2) / line));
    if (count < 1) return;
    const [x, y] = toScreen(view, label.at);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = palette.text;
    context.strokeStyle = palette.halo;
    context.lineWidth = 4;
    context.lineJoin = "round";
    lines.slice(0, count).forEach((text, i) => {
      context.font = this.font(i === 0);
      if (context.measureText(text).width > free * 3) return;
      if (halo) context.strokeText(text, x, y + (i - (count - 1) / 2) * line);
      context.fillText(text, x, y + (i - (count - 1) / 2) * line);
    });
  }

  private font(bold: boolean): string {
    return `${bold ? "600 " : ""}${this.text}px ${kFamily}`;
  }

  private tag(context: CanvasRenderingContext2D, palette: Palette, text: string, [x, y]: Point): void {
    context.font = this.font(true);
    const width = context.measureText(text).width + this.text;
    context.fillStyle = palette.halo;
    context.fillRect(x - width / 2, y - 0.85 * this.text, width, 1.7 * this.text);
    context.fillStyle = palette.accent;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  }

  private paintOverlay(context: CanvasRenderingContext2D, palette: Palette, overlay: Overlay, view: View): void {
    context.strokeStyle = palette.accent;
    context.fillStyle = palette.accent;
    context.lineWidth = 2;
    for (const { ring, open } of overlay.areas) {
      context.beginPath();
      ring.map((p) => toScreen(view, p)).forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      if (!open) context.closePath();
      context.globalAlpha = 0.15;
      if (!open) context.fill();
      context.globalAlpha = 1;
      context.stroke();
      for (const p of ring) this.dot(context, toScreen(view, p));
    }
    for (const { from, to } of overlay.lines) {
      const [a, b] = [toScreen(view, from), toScreen(view, to)];
      context.beginPath();
      context.moveTo(...a);
      context.lineTo(...b);
      context.stroke();
      this.dot(context, a);
      this.dot(context, b);
    }
    if (overlay.cursor) this.paintCursor(context, overlay.cursor.kind, toScreen(view, overlay.cursor.at));
    for (const { from, to, text } of overlay.lines) {
      const [a, b] = [toScreen(view, from), toScreen(view, to)];
      if (text) this.tag(context, palette, text, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 1.1 * this.text]);
    }
    for (const { ring, text } of overlay.areas) {
      if (!text) continue;
      const points = ring.map((p) => toScreen(view, p));
      const mean = (k: 0 | 1) => points.reduce((sum, p) => sum + p[k], 0) / points.length;
      this.tag(context, palette, text, [mean(0), mean(1)]);
    }
  }

  private dot(context: CanvasRenderingContext2D, [x, y]: Point): void {
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fill();
  }

  /** A square at corners, a cross on faces, a circle anywhere else. */
  private paintCursor(context: CanvasRenderingContext2D, kind: string, [x, y]: Point): void {
    context.beginPath();
    if (kind === "corner") context.rect(x - 6, y - 6, 12, 12);
    else if (kind === "face") {
      for (const [dx, dy] of [[6, 6], [6, -6]] as const) {
        context.moveTo(x - dx, y - dy);
        context.lineTo(x + dx, y + dy);
      }
    } else context.arc(x, y, 6, 0, 2 * Math.PI);
    context.stroke();
  }
}
