// Measures as text, in the language of the page and the units of the order.
import { locale } from "../i18n";

export type Units = "metric" | "imperial";
export const unitsOf = (modelUnits: string): Units => (modelUnits.toLowerCase() === "imperial" ? "imperial" : "metric");

const kMetresPerFoot = 0.3048;
const kMillimetresPerInch = 25.4;

export function number(value: number, decimals: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Feet, inches and the nearest sixteenth. */
function feetAndInches(metres: number): string {
  const sixteenths = Math.round((Math.abs(metres) / kMetresPerFoot) * 12 * 16);
  const feet = Math.floor(sixteenths / 192);
  const inches = Math.floor((sixteenths % 192) / 16);
  let [top, bottom] = [sixteenths % 16, 16];
  while (top > 0 && top % 2 === 0) [top, bottom] = [top / 2, bottom / 2];
  const fraction = top > 0 ? ` ${top}/${bottom}` : "";
  return `${metres < 0 ? "−" : ""}${feet}′ ${inches}${fraction}″`;
}

/** Metres with millimetres, or feet and inches. */
export const length = (metres: number, units: Units) =>
  units === "metric" ? `${number(metres, 3)} m` : feetAndInches(metres);

export const area = (m2: number, units: Units) =>
  units === "metric" ? `${number(m2, 2)} m²` : `${number(m2 / kMetresPerFoot ** 2, 1)} ft²`;

/** "± 4.6 mm"; nothing where it is not known. */
export function plusMinus(mm: number | null | undefined, units: Units): string {
  if (mm === null || mm === undefined || mm <= 0) return "";
  return units === "metric" ? `± ${number(mm, 1)} mm` : `± ${number(mm / kMillimetresPerInch, 2)}″`;
}

export function areaPlusMinus(m2: number | undefined, units: Units): string {
  if (!m2) return "";
  return units === "metric" ? `± ${number(m2, 2)} m²` : `± ${number(m2 / kMetresPerFoot ** 2, 1)} ft²`;
}

export const millimetres = (mm: number, units: Units) =>
  units === "metric" ? `${number(mm, 1)} mm` : `${number(mm / kMillimetresPerInch, 2)}″`;

export const percent = (share: number) =>
  share.toLocaleString(locale(), { style: "percent", maximumFractionDigits: 0 });

export function bytes(count: number): string {
  const names = ["B", "kB", "MB", "GB", "TB"];
  let step = 0;
  for (; count >= 999.5 && step < names.length - 1; ++step) count /= 1000;
  return `${number(count, step === 0 || count >= 99.95 ? 0 : 1)} ${names[step]}`;
}

export const dateTime = (iso: string) =>
  new Date(iso).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

export const time = (at: number) => new Date(at).toLocaleTimeString(locale(), { timeStyle: "short" });

/** "2 h 5 min", "3 min 20 s", "12 s". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s >= 3600) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return s >= 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s} s`;
}
