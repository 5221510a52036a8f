// One file on its way to the service: in parts, some at a time; it can be paused, and goes on by itself after the
// connection was lost.
import { signal } from "@preact/signals";

import { asFailure, Failure } from "../api/failure";
import { patiently, pauseAfter } from "../api/patience";
import type { Asset } from "../api/types";
import { SpeedMeter } from "./speed";
import { PartError, type SendPart } from "./transport";

export type Phase = "sending" | "paused" | "offline" | "checking" | "done" | "failed";

/** What an upload needs of the world. */
export interface Means {
  sendPart: SendPart;
  getAsset: (id: string) => Promise<Asset>;
  finalizeUpload: (id: string, upload: string | null) => Promise<Asset>;
  reachable: (address: string) => string;
  now: () => number;
  /** Waits, but no longer than until the network comes back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const kParallel = 4; // of the six connections that browsers open to one address
const kSmallest = 2 ** 20; // bytes of a part
const kLargest = 16 * 2 ** 20; // what is lost at most when a connection breaks
const kMostParts = 1000;

/** Enough parts to send some at a time, and not too large ones. */
export function partsOf(size: number): number {
  const part = Math.max(kSmallest, Math.min(kLargest, size / kParallel));
  return Math.max(1, Math.min(kMostParts, Math.ceil(size / part)));
}

export class Upload {
  readonly phase = signal<Phase>("paused");
  /** Bytes that have gone out. */
  readonly sent = signal(0);
  readonly speed = signal(0);
  readonly secondsLeft = signal<number | undefined>(undefined);
  readonly failure = signal<Failure | null>(null);

  private readonly meter = new SpeedMeter();
  private readonly flying = new Map<number, number>();
  private arrived: Set<number>;
  private stopper = new AbortController();
  private run: Promise<void> | undefined;

  constructor(
    readonly file: File,
    private asset: Asset,
    private readonly means: Means,
  ) {
    this.arrived = new Set(asset.uploaded_parts.map((part) => part.part_number));
    this.count();
  }

  get assetId(): string {
    return this.asset.asset_id;
  }

  /** Starts, or goes on. Resolves when it is done, paused or failed. */
  start(): Promise<void> {
    if (this.phase.value === "done" || this.phase.value === "checking") return this.run ?? Promise.resolve();
    if (this.phase.value === "sending" || this.phase.value === "offline") return this.run!;
    this.stopper = new AbortController();
    this.failure.value = null;
    this.phase.value = "sending";
    this.meter.reset();
    this.run = this.sendAll(this.stopper.signal).catch((error: unknown) => {
      if (this.stopper.signal.aborted) return;
      this.stopper.abort();
      this.failure.value = asFailure(error);
      this.phase.value = "failed";
      if (this.failure.value.code === "UPLOAD_MISMATCH") this.arrived.clear(); // what is there is not the file
      this.count();
    });
    return this.run;
  }

  pause(): void {
    if (this.phase.value !== "sending" && this.phase.value !== "offline") return;
    this.phase.value = "paused";
    this.stopper.abort();
    this.flying.clear();
    this.count();
  }

  private async sendAll(signal: AbortSignal): Promise<void> {
    const numbers = (this.asset.part_urls ?? []).map((part) => part.part_number);
    const waiting = numbers.filter((part) => !this.arrived.has(part));
    const work = async () => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await this.sendOne(part, signal);
    };
    await Promise.all(Array.from({ length: Math.min(kParallel, waiting.length) }, work));
    if (signal.aborted) return;
    this.phase.value = "checking";
    await this.finish(signal);
    this.phase.value = "done";
  }

  /** Until it has arrived, or `signal` stops it. */
  private async sendOne(part: number, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !this.arrived.has(part); ++tries) {
      signal.throwIfAborted();
      try {
        const address = this.asset.part_urls!.find((p) => p.part_number === part)!.upload_url;
        await this.means.sendPart(this.means.reachable(address), this.bytesOf(part), (n) => this.fly(part, n), signal);
        this.arrived.add(part);
        this.land(part);
        if (this.phase.value === "offline") this.phase.value = "sending";
      } catch (error) {
        this.land(part);
        if (signal.aborted) throw error;
        await this.recover(error, tries, signal);
      }
    }
  }

  /** Waits after a part did not arrive; throws where it never will. */
  private async recover(error: unknown, tries: number, signal: AbortSignal): Promise<void> {
    const status = error instanceof PartError ? error.status : -1;
    if (status === -1) throw error;
    if (status === 403 && tries < 3) return this.refresh(); // the address had expired
    if (status >= 400 && status < 500 && status !== 408 && status !== 429)
      throw new Failure(status === 403 ? "UPLOAD_EXPIRED" : `HTTP_${status}`, (error as PartError).message);
    if (status >= 500 && tries >= 5) throw new Failure(`HTTP_${status}`, (error as PartError).message);
    if (status === 0) {
      this.phase.value = "offline";
      this.meter.reset();
    }
    await this.means.wait(pauseAfter(tries), signal);
  }

  /** Asks for addresses that are good, and for what has arrived. */
  private async refresh(): Promise<void> {
    this.asset = await this.means.getAsset(this.asset.asset_id);
    if (this.asset.upload_status === "EXPIRED") throw new Failure("UPLOAD_EXPIRED", "the upload has expired");
    for (const { part_number } of this.asset.uploaded_parts) this.arrived.add(part_number);
    this.count();
  }

  /** The service checks the whole, for minutes if it is large; a lost connection is waited out. */
  private async finish(signal: AbortSignal): Promise<void> {
    const ask = () => this.means.finalizeUpload(this.asset.asset_id, this.asset.upload_id);
    while ((await patiently(ask, (ms) => this.means.wait(ms, signal))).upload_status !== "FINALIZED")
      await this.means.wait(1000, signal);
  }

  private get partSize(): number {
    return this.asset.part_size ?? this.file.size;
  }

  private bytesOf(part: number): Blob {
    return this.file.slice((part - 1) * this.partSize, Math.min(part * this.partSize, this.file.size));
  }

  private fly(part: number, sent: number): void {
    this.flying.set(part, Math.min(sent, this.bytesOf(part).size));
    if (this.phase.value === "offline") this.phase.value = "sending";
    this.count();
  }

  private land(part: number): void {
    this.flying.delete(part);
    this.count();
  }

  private count(): void {
    let sent = 0;
    for (const part of this.arrived) sent += this.bytesOf(part).size;
    for (const bytes of this.flying.values()) sent += bytes;
    this.sent.value = sent;
    this.meter.note(this.means.now(), sent);
    this.speed.value = this.meter.speed;
    this.secondsLeft.value = this.meter.secondsFor(this.file.size - sent);
  }
}
