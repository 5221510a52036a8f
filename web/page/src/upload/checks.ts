// What can be said of a file before it is sent: its kind, and whether it is whole.
import type { Key } from "../i18n";

export interface Checked {
  assetType?: "e57" | "xyz";
  /** Why it is not sent. */
  refusal?: { key: Key; parameters?: Record<string, string> };
}

const kE57 = "ASTM-E57";
const kE57Header = 48; // bytes; the file's length stands at 16 (ASTM E2807-11, table 1)
const kHead = 64 * 1024;
const kLines = 64;

/** Kinds of scans that are not read, by what they begin with. */
const kOthers: [string, string][] = [
  ["LASF", "LAS / LAZ"],
  ["ply", "PLY"],
  ["# .PCD", "PCD"],
  ["PK\u0003\u0004", "ZIP"],
  ["%PDF", "PDF"],
  ["\u0089PNG", "PNG"],
];
const kOtherNames: Record<string, string> = { rcp: "ReCap", rcs: "ReCap", fls: "FARO", zfs: "Z+F", ptx: "PTX", ifc: "IFC" };

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** True for a line that has three numbers first, in whatever way they are parted. */
function isPoint(line: string): boolean {
  const words = line.trim().split(/[\s,;]+/).slice(0, 3);
  return words.length === 3 && words.every((word) => word !== "" && Number.isFinite(Number(word)));
}

function checkE57(head: Uint8Array, size: number): Checked {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < kE57Header) return { refusal: { key: "check.cutOff" } };
  const stated = Number(view.getBigUint64(16, true));
  return stated > size ? { refusal: { key: "check.cutOff" } } : { assetType: "e57" };
}

/** `limit`: the most bytes that one file may have. */
export async function checkFile(file: File, limit = 64 * 2 ** 30): Promise<Checked> {
  if (file.size === 0) return { refusal: { key: "check.empty" } };
  if (file.size > limit) return { refusal: { key: "check.tooLarge" } };
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, kHead).arrayBuffer());
  } catch {
    return { refusal: { key: "check.unreadable" } };
  }
  const text = ascii(head);
  if (text.startsWith(kE57)) return checkE57(head, file.size);
  const ending = file.name.toLowerCase().split(".").pop() ?? "";
  const other = kOthers.find(([start]) => text.startsWith(start))?.[1] ?? kOtherNames[ending];
  if (other) return { refusal: { key: "check.otherFormat", parameters: { format: other } } };
  if (ending === "e57") return { refusal: { key: "check.noE57" } };
  const lines = text.split(/\r\n|\n|\r/);
  if (file.size > kHead) lines.pop(); // may be cut in two
  return lines.slice(0, kLines).some(isPoint) ? { assetType: "xyz" } : { refusal: { key: "check.noScan" } };
}
