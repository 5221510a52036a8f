// All files on their way. They go on while the user looks at something else; when all of an order have arrived, it is
// submitted.
import { signal } from "@preact/signals";

import { reachable } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { patiently } from "../api/patience";
import { finalizeOrder, finalizeUpload, getAsset, getOrder, initializeUpload } from "../api/requests";
import type { Asset } from "../api/types";
import { sendPart } from "./transport";
import { type Means, partsOf, Upload } from "./upload";

function wait(ms: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      stop?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    stop?.addEventListener("abort", done);
  });
}

const means: Means = { sendPart, getAsset, finalizeUpload, reachable, now: () => performance.now(), wait };

export interface Sending {
  uploads: Upload[];
  /** Why the order could not be submitted. */
  failure: Failure | null;
  submitted: boolean;
}

/** By order. */
export const sending = signal<ReadonlyMap<string, Sending>>(new Map());

const update = (order: string, change: Partial<Sending>) => {
  const before = sending.value.get(order) ?? { uploads: [], failure: null, submitted: false };
  sending.value = new Map(sending.value).set(order, { ...before, ...change });
};

/** What keeps the order waiting is shown meanwhile. */
const patient = <T>(order: string, ask: () => Promise<T>) =>
  patiently(ask, (ms, failure) => {
    update(order, { failure });
    return wait(ms);
  });

// Which file it was, beyond what the service knows; no more than its name, size and date.
const fingerprintKey = (asset: string) => `storey.upload.${asset}`;

export interface Scan {
  file: File;
  assetType: "e57" | "xyz";
}

export const isOpen = ({ upload_status, upload_type }: Asset) =>
  upload_type === "multi" && ["PENDING", "UPLOADING", "UPLOADED"].includes(upload_status);

/** True if `file` may be the one whose sending was interrupted. */
export function goesOn(asset: Asset, file: File): boolean {
  const kept = localStorage.getItem(fingerprintKey(asset.asset_id));
  const same = kept === null || kept === String(file.lastModified);
  return asset.file_name === file.name && asset.size_bytes === file.size && same;
}

/** Sends files for an order that takes some; parts that are there already are not sent again. */
export async function sendFiles(order: string, scans: Scan[]): Promise<void> {
  update(order, { submitted: false, failure: null });
  try {
    await announce(order, scans);
  } catch (error) {
    update(order, { failure: asFailure(error) });
    return;
  }
  await startAll(order);
}

/** With which a request can be repeated; also where the page came without TLS and has no randomUUID. */
const randomToken = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Tells the service of the files, where it does not know them from before. */
async function announce(order: string, scans: Scan[]): Promise<void> {
  const { assets } = await patient(order, () => getOrder(order));
  const active = sending.value.get(order)?.uploads ?? [];
  for (const { file, assetType } of scans) {
    // Chosen again along with those that stopped: its points must not count double.
    if (assets.some((asset) => asset.upload_status === "FINALIZED" && goesOn(asset, file))) continue;
    const known = assets.find((asset) => isOpen(asset) && goesOn(asset, file));
    if (known && active.some((upload) => upload.assetId === known.asset_id && upload.phase.value !== "failed")) continue;
    const upload = {
      order_id: order,
      asset_type: assetType,
      file_name: file.name,
      size_bytes: file.size,
      total_parts: partsOf(file.size),
      client_token: randomToken(),
    };
    const asset = known ?? (await patient(order, () => initializeUpload(upload)));
    localStorage.setItem(fingerprintKey(asset.asset_id), String(file.lastModified));
    const others = (sending.value.get(order)?.uploads ?? []).filter((other) => other.assetId !== asset.asset_id);
    update(order, { uploads: [...others, new Upload(file, asset, means)], failure: null });
  }
}

export async function startAll(order: string): Promise<void> {
  const uploads = sending.value.get(order)?.uploads ?? [];
  await Promise.all(uploads.map((upload) => upload.start()));
  await submit(order);
}

export function pauseAll(order: string): void {
  sending.value.get(order)?.uploads.forEach((upload) => upload.pause());
}

/** Stops, and forgets; for orders that are cancelled or deleted. */
export function forget(order: string): void {
  pauseAll(order);
  const left = new Map(sending.value);
  left.delete(order);
  sending.value = left;
}

/** Submits the order if all its files have arrived, those of earlier visits included. */
async function submit(order: string): Promise<void> {
  const uploads = sending.value.get(order)?.uploads ?? [];
  if (uploads.length === 0 || uploads.some((upload) => upload.phase.value !== "done")) return;
  for (const upload of uploads) localStorage.removeItem(fingerprintKey(upload.assetId));
  try {
    const { assets } = await patient(order, () => getOrder(order));
    if (assets.some(isOpen)) return;
    await patient(order, () => finalizeOrder(order));
    update(order, { submitted: true, failure: null });
  } catch (error) {
    update(order, { failure: asFailure(error) });
  }
}

/** True while leaving the page would stop something. */
export const busy = () =>
  [...sending.value.values()].some(({ uploads }) =>
    uploads.some(({ phase }) => ["sending", "offline", "checking"].includes(phase.value)),
  );
