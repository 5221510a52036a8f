// The plan on a canvas: what is shown where, what is under the pointer, what is measured. Paints only when something
// has changed, and then once a frame.
import { distance, perimeter, signedArea } from "./geometry";
import { listen } from "./gestures";
import { hit, type Snap, snap } from "./hit";
import { type Length, measure } from "./measure";
import type { Quality } from "./colours";
import type { DensityLayer } from "./density";
import type { Point } from "./model";
import { light, type Palette } from "./palette";
import { type Overlay, Painter } from "./painter";
import { centreOf, type Label, type Layer, layers, type Scene, type Target } from "./scene";
import * as views from "./view";

export type Tool = "look" | "measure" | "area";

export type Measurement =
  | ({ kind: "length" } & Length)
  | { kind: "area"; ring: Point[]; m2: number; perimeter: number };

export interface Look {
  shown: ReadonlySet<Layer>;
  quality: Quality;
  density: DensityLayer | undefined;
  palette: Palette;
  straight: boolean;
  label: (label: Label) => string[];
  lengthText: (length: Length) => string;
  areaText: (m2: number) => string;
}

export interface Events {
  /** Where the pointer is in the plan, m. */
  onPoint: (at: Point | undefined) => void;
  onHover: (target: Target | undefined, at: Point) => void;
  onSelect: (target: Target | undefined) => void;
  onMeasured: (measurement: Measurement) => void;
  onPending: (count: number) => void;
}

const kPanStep = 60; // pixels
const kZoomStep = 1.25;
const kCursorStep = 8; // pixels
const kSnap = 12; // pixels

export class Viewer {
  private painter: Painter;
  private size = { width: 300, height: 200, ratio: 1, text: 13 };
  private view: views.View = { scale: 50, turn: 0, x: 0, y: 0 };
  private fitted = false; // shows all, as nobody has moved it yet
  private frame = 0;
  private hovered: Target | undefined;
  private selected: Target | undefined;
  private pending: Snap[] = [];
  private cursor: Snap | undefined;
  private tool: Tool = "look";
  private measurements: Measurement[] = [];
  private readonly stops: (() => void)[] = [];
  private look: Look = {
    shown: new Set(layers), quality: "none", density: undefined, palette: light, straight: true,
    label: () => [], lengthText: () => "", areaText: () => "",
  };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private scene: Scene,
    private readonly events: Events,
  ) {
    this.painter = new Painter(scene);
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(canvas);
    this.stops.push(() => resized.disconnect());
    this.stops.push(
      listen(canvas, {
        onPan: (dx, dy) => this.to(views.pan(this.view, dx, dy)),
        onZoom: (factor, at) => this.to(views.zoom(this.view, factor, at)),
        onPinch: (before, after) => this.to(views.pinch(this.view, before, after)),
        onMove: (at) => this.move(at),
        onTap: (at, reach) => this.tap(at, reach),
      }),
    );
    const key = (event: KeyboardEvent) => this.key(event);
    canvas.addEventListener("keydown", key);
    this.stops.push(() => canvas.removeEventListener("keydown", key));
    this.fitted = true;
    this.resize();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.stops.forEach((stop) => stop());
  }

  setScene(scene: Scene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.painter = new Painter(scene);
    this.hovered = this.selected = undefined;
    this.drop();
    this.fit();
  }

  setLook(look: Look): void {
    const turned = look.straight !== this.look.straight;
    this.look = look;
    if (turned) this.fit();
    this.invalidate();
  }

  setTool(tool: Tool): void {
    if (tool === this.tool) return;
    this.tool = tool;
    this.drop();
    this.canvas.style.cursor = tool === "look" ? "" : "crosshair";
  }

  setMeasurements(measurements: Measurement[]): void {
    this.measurements = measurements;
    this.invalidate();
  }

  /** Marks an element; `reveal` brings it into sight. */
  select(id: string | undefined, reveal: boolean): void {
    this.selected = this.scene.targets.find(({ element }) => element.id === id);
    if (this.selected && reveal) {
      const at = centreOf(this.selected);
      const [x, y] = views.toScreen(this.view, at);
      const margin = 60;
      const visible = x > margin && y > margin && x < this.size.width - margin && y < this.size.height - margin;
      if (!visible) this.to(views.centred(this.view, at, this.size.width, this.size.height));
    }
    this.invalidate();
  }

  fit(): void {
    const turn = this.look.straight ? views.straightening(this.scene.storey.walls) : 0;
    const margin = Math.min(48, this.size.width / 12);
    this.to(views.fit(this.scene.extent, turn, this.size.width, this.size.height, margin));
    this.fitted = true;
  }

  zoomBy(factor: number): void {
    this.to(views.zoom(this.view, factor, [this.size.width / 2, this.size.height / 2]));
  }

  /** Where a point of the plan lies in the canvas, in pixels. */
  screenOf = (at: Point): Point => views.toScreen(this.view, at);

  /** Ends a polygon of three points or more. */
  closeArea(): void {
    const ring = this.pending.map(({ at }) => at);
    if (ring.length < 3) return;
    this.drop();
    this.events.onMeasured({ kind: "area", ring, m2: Math.abs(signedArea(ring)), perimeter: perimeter(ring) });
  }

  /** Forgets the points of what is not measured yet. */
  drop(): void {
    this.pending = [];
    this.cursor = undefined;
    this.events.onPending(0);
    this.invalidate();
  }

  private to(view: views.View): void {
    this.view = view;
    this.fitted = false;
    this.invalidate();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const before = this.size;
    const ratio = Math.min(devicePixelRatio, 3);
    const text = 0.87 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.size = { width, height, ratio, text };
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.fitted) this.fit();
    else this.to(views.pan(this.view, (width - before.width) / 2, (height - before.height) / 2));
    this.paint(); // a canvas is empty after a change of its size; waiting for the next frame would flicker
  }

  private snapAt(at: Point, reach = kSnap): Snap {
    return snap(this.scene, views.toPlan(this.view, at), reach / this.view.scale);
  }

  private move(at: Point | undefined): void {
    this.events.onPoint(at && views.toPlan(this.view, at));
    if (this.tool !== "look") {
      this.cursor = at && this.snapAt(at);
      return this.invalidate();
    }
    const found = at && hit(this.scene, views.toPlan(this.view, at), 4 / this.view.scale, this.look.shown);
    if (found !== this.hovered) this.invalidate();
    this.hovered = found;
    this.events.onHover(found, at ?? [0, 0]);
  }

  private tap(at: Point, reach: number): void {
    if (this.tool !== "look") return this.place(this.snapAt(at, Math.max(reach, kSnap)));
    this.selected = hit(this.scene, views.toPlan(this.view, at), reach / this.view.scale, this.look.shown);
    this.events.onSelect(this.selected);
    this.invalidate();
  }

  /** The next point of a measurement. */
  private place(point: Snap): void {
    const [first] = this.pending;
    const near = kSnap / this.view.scale;
    if (this.tool === "area" && first && this.pending.length >= 3 && distance(first.at, point.at) < near)
      return this.closeArea();
    if (this.tool === "measure" && first) {
      const length = measure(first, point);
      this.drop();
      if (length.metres > 0) this.events.onMeasured({ kind: "length", ...length });
      return;
    }
    this.pending.push(point);
    this.events.onPending(this.pending.length);
    this.invalidate();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, Point> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    const arrow = arrows[event.key];
    if (arrow && this.tool !== "look" && !event.shiftKey) this.moveCursor(arrow);
    else if (arrow) this.to(views.pan(this.view, -arrow[0] * kPanStep, -arrow[1] * kPanStep));
    else if (event.key === "+" || event.key === "=") this.zoomBy(kZoomStep);
    else if (event.key === "-") this.zoomBy(1 / kZoomStep);
    else if (event.key === "0" || event.key === "Home") this.fit();
    else if (event.key === "n" || event.key === "p") this.step(event.key === "n" ? 1 : -1);
    else if (event.key === "Enter" && this.tool !== "look") this.place(this.cursor ?? this.snapAt(this.middle));
    else if (event.key === "c" && this.tool === "area") this.closeArea();
    else if (event.key === "Escape") this.escape();
    else return;
    event.preventDefault();
  }

  private escape(): void {
    this.drop();
    this.selected = undefined;
    this.events.onSelect(undefined);
  }

  private get middle(): Point {
    return [this.size.width / 2, this.size.height / 2];
  }

  /** By keyboard the cursor steps freely and snaps where it comes near something. */
  private moveCursor([dx, dy]: Point): void {
    const from = this.cursor ? views.toScreen(this.view, this.cursor.at) : this.middle;
    const next: Point = [from[0] + dx * kCursorStep, from[1] + dy * kCursorStep];
    this.cursor = this.snapAt(next, kCursorStep * 0.75);
    this.invalidate();
  }

  /** The next element that is shown, in the order of the tables. */
  private step(by: number): void {
    const shown = this.scene.targets.filter(({ layer }) => this.look.shown.has(layer));
    if (shown.length === 0) return;
    const at = this.selected ? shown.indexOf(this.selected) : by > 0 ? -1 : 0;
    const next = shown[(at + by + shown.length) % shown.length]!;
    this.select(next.element.id, true);
    this.events.onSelect(next);
  }

  private invalidate(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private overlay(): Overlay {
    const { look, pending, cursor } = this;
    const lines: Overlay["lines"] = [];
    const areas: Overlay["areas"] = [];
    for (const measured of this.measurements) {
      if (measured.kind === "length") lines.push({ ...measured, text: look.lengthText(measured) });
      else areas.push({ ring: measured.ring, text: look.areaText(measured.m2), open: false });
    }
    if (this.tool === "measure" && pending[0] && cursor) {
      const length = measure(pending[0], cursor);
      lines.push({ ...length, text: look.lengthText(length) });
    }
    if (pending.length > 0) {
      const ring = [...pending, ...(this.tool === "area" && cursor ? [cursor] : [])].map(({ at }) => at);
      areas.push({ ring, text: ring.length > 2 ? look.areaText(Math.abs(signedArea(ring))) : "", open: true });
    }
    return { hovered: this.hovered, selected: this.selected, lines, areas, cursor };
  }

  private paint(): void {
    const context = this.canvas.getContext("2d", { alpha: false })!;
    this.painter.paint(context, this.size, this.view, this.look.shown, this.look, this.overlay());
  }
}
