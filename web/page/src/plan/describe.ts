// Elements of a plan in words: their name, and their measures with ±.
import { t } from "../i18n";
import { area, areaPlusMinus, length, millimetres, percent, plusMinus, type Units } from "../parts/format";
import { distance } from "./geometry";
import type { Storey } from "./model";
import type { Element, Label } from "./scene";

export interface Fact {
  name: string;
  value: string;
}

/** Marks by kind and number in their storey, as in schedules: "Door 3". */
export function titlesOf(storey: Storey): Map<string, string> {
  const titles = new Map<string, string>();
  const counts = new Map<string, number>();
  const next = (kind: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts.get(kind)!;
  };
  for (const room of storey.rooms) titles.set(room.id, roomName(room.name));
  for (const { id, type } of storey.openings) titles.set(id, t(`element.${type}`, { number: String(next(type)) }));
  for (const { id } of storey.walls) titles.set(id, t("element.wall", { number: String(next("wall")) }));
  for (const { id } of storey.columns) titles.set(id, t("element.column", { number: String(next("column")) }));
  for (const { id } of storey.stairs) titles.set(id, t("element.stair", { number: String(next("stair")) }));
  return titles;
}

/** The engine's own "Room 3" in the language of the page. */
export function roomName(name: string): string {
  const numbered = /^Room (\d+)$/.exec(name);
  return numbered ? t("element.room", { number: numbered[1]! }) : name;
}

/** The engine's own "Storey 1" in the language of the page. */
export function storeyName(name: string): string {
  const numbered = /^Storey (\d+)$/.exec(name);
  return numbered ? t("element.storey", { number: numbered[1]! }) : name;
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(" ");

export function factsOf(element: Element, units: Units): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, ...value: string[]) => facts.push({ name, value: joined(...value) });
  const pm = (mm: number | null | undefined) => plusMinus(mm, units);
  switch (element.kind) {
    case "room":
      add(t("fact.area"), area(element.area, units), areaPlusMinus(element.uncertainty.area_m2, units));
      for (const { length: clear, uncertainty_mm } of element.clear_dimensions)
        add(t("fact.clear"), length(clear, units), pm(uncertainty_mm));
      add(t("fact.ceiling"), element.ceiling_height > 0 ? length(element.ceiling_height, units) : t("fact.notSeen"));
      break;
    case "opening":
      add(t("fact.width"), length(distance(element.start, element.end), units), pm(element.uncertainty.width_mm));
      add(t("fact.sill"), length(element.sill, units), pm(element.uncertainty.sill_mm));
      add(t("fact.head"), length(element.head, units), pm(element.uncertainty.head_mm));
      break;
    case "wall":
      add(t("fact.length"), length(distance(element.start, element.end), units));
      add(t("fact.thickness"), length(element.thickness, units), pm(element.uncertainty.thickness_mm));
      if (element.thickness_basis === "inferred") add(t("fact.thicknessFrom"), t("fact.estimated"));
      add(t("fact.position"), pm(element.uncertainty.position_mm) || t("fact.notSeen"));
      for (const { side, coverage, rms_mm } of element.faces)
        add(
          t(side === "left" ? "fact.faceLeft" : "fact.faceRight"),
          t("fact.face", { coverage: percent(coverage), rms: millimetres(rms_mm, units) }),
        );
      if (element.deviation_mm !== undefined) add(t("fact.deviation"), millimetres(element.deviation_mm, units));
      add(t("fact.kind"), t(element.exterior ? "fact.exterior" : "fact.interior"), element.material === "glass" ? t("fact.glass") : "");
      break;
    case "column":
      add(t("fact.kind"), t(element.attached ? "fact.attached" : "fact.free"));
      break;
    case "stair":
      if (element.risers > 0) add(t("fact.risers"), String(element.risers));
      break;
  }
  add(t("fact.confidence"), percent(element.confidence));
  add(t("fact.basis"), t(`basis.${element.basis}`));
  return facts;
}

/** What stands in a room, the most important first. */
export const labelLines = ({ room }: Label, units: Units): string[] => [
  roomName(room.name),
  area(room.area, units),
  areaPlusMinus(room.uncertainty.area_m2, units),
];
