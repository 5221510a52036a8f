// The plan on paper, to scale: an SVG drawing in millimetres, and the size of the sheet it is printed on.
import { boxOf } from "./geometry";
import type { Point } from "./model";
import { light } from "./palette";
import type { Layer, Scene, Style } from "./scene";
import { turned } from "./view";

/** Width and height in mm, landscape (ISO 216; ANSI/ASME Y14.1). */
export const papers: Record<string, [number, number]> = {
  A4: [297, 210],
  A3: [420, 297],
  A2: [594, 420],
  A1: [841, 594],
  Letter: [279.4, 215.9],
  Tabloid: [431.8, 279.4],
};
export const scales = [20, 50, 100, 200, 500];

export interface Sheet {
  /** mm */
  width: number;
  height: number;
  fits: boolean;
}

const kMargin = 10; // mm on each side, which printers leave free
const kTitle = 16; // mm below the plan for title and scale bar

export const extentOf = (scene: Scene, turn: number) =>
  boxOf(scene.extent.length > 0 ? scene.extent.map((p) => turned(p, turn)) : [[0, 0]]);

/** The sheet in the way of lying that the plan fits better. */
export function sheetFor(scene: Scene, turn: number, paper: string, scale: number): Sheet {
  const { low, high } = extentOf(scene, turn);
  const [across, up] = [((high[0] - low[0]) * 1000) / scale, ((high[1] - low[1]) * 1000) / scale];
  const [long, short] = papers[paper]!;
  const lying = ([width, height]: [number, number]): Sheet => ({
    width,
    height,
    fits: across <= width - 2 * kMargin && up <= height - 2 * kMargin - kTitle,
  });
  const [wide, tall] = [lying([long, short]), lying([short, long])];
  return wide.fits || (!tall.fits && across >= up) ? wide : tall;
}

/** The largest of the usual scales at which the plan fits. */
export const scaleFor = (scene: Scene, turn: number, paper: string) =>
  scales.find((scale) => sheetFor(scene, turn, paper, scale).fits) ?? scales.at(-1)!;

const strokes: Partial<Record<Style, number>> = { line: 0.25, thin: 0.18, dashed: 0.18, dimension: 0.13 }; // mm

const escaped = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);

export interface PaperOptions {
  scale: number;
  turn: number;
  shown: ReadonlySet<Layer>;
  sheet: Sheet;
  title: string;
  label: (scene: Scene["labels"][number]) => string[];
  barText: (metres: number) => string;
}

/** A whole number of metres that is about a fifth of the sheet. */
function barMetres(sheet: Sheet, scale: number): number {
  const most = ((sheet.width / 5) * scale) / 1000;
  return [50, 20, 10, 5, 2, 1].find((metres) => metres <= most) ?? 1;
}

/** SVG text of the whole sheet; a unit is a millimetre of paper. */
export function drawSheet(scene: Scene, options: PaperOptions): string {
  const { scale, turn, shown, sheet } = options;
  const { low, high } = extentOf(scene, turn);
  const perMetre = 1000 / scale;
  const centre: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const [x0, y0] = [sheet.width / 2, (sheet.height - kTitle) / 2];
  const place = (p: Point): Point => {
    const [x, y] = turned(p, turn);
    return [x0 + (x - centre[0]) * perMetre, y0 - (y - centre[1]) * perMetre];
  };
  const [ox, oy] = place([0, 0]);
  const [c, s] = [Math.cos(turn) * perMetre, Math.sin(turn) * perMetre];
  const paths = scene.shapes
    .filter(({ layer }) => shown.has(layer))
    .map(({ path, style }) => {
      const fill = style === "room" ? "#fff" : light.fill[style];
      if (fill) return `<path d="${path}" fill="${fill}"/>`;
      const dashes = style === "dashed" ? ` stroke-dasharray="0.12 0.08"` : "";
      const stroke = `stroke="${light.stroke[style]}" stroke-width="${(strokes[style] ?? 0.18) / perMetre}"`;
      return `<path d="${path}" fill="none" ${stroke}${dashes}/>`;
    });
  const labels = shown.has("labels") ? scene.labels.flatMap((label) => labelText(label, options, place, perMetre)) : [];
  const bar = barMetres(sheet, scale);
  const below = sheet.height - kMargin - 4;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}mm" height="${sheet.height}mm" ` +
    `viewBox="0 0 ${sheet.width} ${sheet.height}" font-family="'Liberation Sans', Arial, sans-serif">` +
    `<g transform="matrix(${c} ${-s} ${-s} ${-c} ${ox} ${oy})">${paths.join("")}</g>${labels.join("")}` +
    `<text x="${kMargin}" y="${below}" font-size="4">${escaped(options.title)}</text>` +
    `<g class="scale-bar"><rect x="${sheet.width - kMargin - bar * perMetre}" y="${below - 0.8}" width="${bar * perMetre}" ` +
    `height="0.8"/><text x="${sheet.width - kMargin}" y="${below - 2}" font-size="3.2" ` +
    `text-anchor="end">${escaped(options.barText(bar))}</text></g></svg>`
  );
}

const kLetters = 2.5; // mm
const kWide = 0.55; // of a letter's height

function labelText(
  label: Scene["labels"][number],
  options: PaperOptions,
  place: (p: Point) => Point,
  perMetre: number,
): string[] {
  const free = label.reach * perMetre;
  const lines = options.label(label).filter(Boolean);
  const count = Math.min(lines.length, Math.floor((2 * free) / (kLetters * 1.3)));
  const [x, y] = place(label.at);
  return lines
    .slice(0, count)
    .map((text, i) =>
      text.length * kLetters * kWide > 3 * free
        ? ""
        : `<text x="${x}" y="${y + (i - (count - 1) / 2) * kLetters * 1.3 + kLetters / 3}" font-size="${kLetters}" ` +
          `text-anchor="middle">${escaped(text)}</text>`,
    );
}
