import { describe, expect, it, vi } from "vitest";

import { Failure } from "../api/failure";
import type { Asset } from "../api/types";
import { SpeedMeter } from "./speed";
import { PartError, type SendPart } from "./transport";
import { type Means, partsOf, Upload } from "./upload";

const file = new File([new Uint8Array(10)], "scan.xyz");

function asset(arrived: number[] = [], age = ""): Asset {
  return {
    asset_id: "a", asset_type: "xyz", upload_type: "multi", upload_status: "UPLOADING", upload_id: "u",
    file_name: "scan.xyz", size_bytes: 10, part_size: 3, error: null,
    part_urls: [1, 2, 3, 4].map((n) => ({ part_number: n, upload_url: `part${n}${age}` })),
    uploaded_parts: arrived.map((n) => ({ part_number: n, size_bytes: 3 })),
  };
}

/** Sends what `behave` does not refuse; a refusal is the status of the answer. */
function means(behave: (address: string, turn: number) => number | undefined = () => undefined) {
  const sent: string[] = [];
  let turn = 0;
  const sendPart: SendPart = async (address, body, onProgress, signal) => {
    await Promise.resolve();
    if (signal.aborted) throw new DOMException("", "AbortError");
    const status = behave(address, turn++);
    if (status !== undefined) throw new PartError(status, "");
    onProgress(body.size);
    sent.push(`${address}:${body.size}`);
  };
  const all: Means = {
    sendPart,
    getAsset: vi.fn(async () => asset([], "!")),
    finalizeUpload: vi.fn(async (): Promise<Asset> => ({ ...asset(), upload_status: "FINALIZED" })),
    reachable: (address) => address,
    now: () => 0,
    wait: vi.fn(async () => undefined),
  };
  return { sent, all };
}

describe("an upload", () => {
  it("sends every part once, and has the whole checked", async () => {
    const { sent, all } = means();
    const upload = new Upload(file, asset(), all);
    await upload.start();
    expect(sent.sort()).toEqual(["part1:3", "part2:3", "part3:3", "part4:1"]);
    expect(all.finalizeUpload).toHaveBeenCalledWith("a", "u");
    expect(upload.phase.value).toBe("done");
    expect(upload.sent.value).toBe(10);
  });

  it("waits until the check has ended", async () => {
    const { all } = means();
    vi.mocked(all.finalizeUpload).mockResolvedValueOnce({ ...asset(), upload_status: "UPLOADED" });
    const upload = new Upload(file, asset(), all);
    await upload.start();
    expect(all.finalizeUpload).toHaveBeenCalledTimes(2);
    expect(upload.phase.value).toBe("done");
  });

  it("goes on with the parts that are missing", async () => {
    const { sent, all } = means();
    const upload = new Upload(file, asset([1, 3]), all);
    expect(upload.sent.value).toBe(6);
    await upload.start();
    expect(sent.sort()).toEqual(["part2:3", "part4:1"]);
  });

  it("waits out a lost connection, longer each time", async () => {
    const { sent, all } = means((address, turn) => (address === "part2" && turn < 8 ? 0 : undefined));
    const upload = new Upload(file, asset(), all);
    const phases: string[] = [];
    upload.phase.subscribe((phase) => phases.push(phase));
    await upload.start();
    expect(phases).toContain("offline");
    expect(sent.sort()).toEqual(["part1:3", "part2:3", "part3:3", "part4:1"]);
    const waits = vi.mocked(all.wait).mock.calls.map(([ms]) => ms);
    expect(waits.slice(0, 3)).toEqual([1000, 2000, 4000]);
  });

  it("asks for new addresses where the old ones have expired", async () => {
    const { sent, all } = means((address) => (address.endsWith("!") ? undefined : 403));
    await new Upload(file, asset(), all).start();
    expect(sent.sort()).toEqual(["part1!:3", "part2!:3", "part3!:3", "part4!:1"]);
  });

  it("can be paused, and goes on", async () => {
    let upload: Upload;
    const { sent, all } = means((_, turn) => {
      if (turn === 1) upload.pause();
      return undefined;
    });
    upload = new Upload(file, asset(), all);
    await upload.start();
    expect(upload.phase.value).toBe("paused");
    expect(all.finalizeUpload).not.toHaveBeenCalled();
    await upload.start();
    expect(upload.phase.value).toBe("done");
    expect(new Set(sent).size).toBe(4);
  });

  it("says why it failed, and can be tried again", async () => {
    const { all } = means();
    vi.mocked(all.finalizeUpload).mockRejectedValueOnce(new Failure("INVALID_FILE", "no scan"));
    const upload = new Upload(file, asset(), all);
    await upload.start();
    expect(upload.phase.value).toBe("failed");
    expect(upload.failure.value?.code).toBe("INVALID_FILE");
    await upload.start();
    expect(upload.phase.value).toBe("done");
  });

  it("sends all anew where other bytes have arrived", async () => {
    const { sent, all } = means();
    vi.mocked(all.finalizeUpload).mockRejectedValueOnce(new Failure("UPLOAD_MISMATCH", "other bytes"));
    const upload = new Upload(file, asset(), all);
    await upload.start();
    expect(upload.sent.value).toBe(0);
    await upload.start();
    expect(sent).toHaveLength(8);
  });

  it("gives up where the service refuses for good", async () => {
    const { all } = means(() => 413);
    const upload = new Upload(file, asset(), all);
    await upload.start();
    expect(upload.failure.value?.code).toBe("HTTP_413");
  });
});

describe("parts", () => {
  it("are several also of small files, and no more than a thousand", () => {
    expect(partsOf(1)).toBe(1);
    expect(partsOf(3_500_000)).toBe(4);
    expect(partsOf(160 * 2 ** 20)).toBe(10);
    expect(partsOf(64 * 2 ** 30)).toBe(1000);
  });
});

describe("the speed", () => {
  it("is that of the last seconds", () => {
    const meter = new SpeedMeter();
    for (let second = 0; second <= 20; ++second) meter.note(second * 1000, second < 10 ? 0 : (second - 10) * 500);
    expect(meter.speed).toBe(500);
    expect(meter.secondsFor(1000)).toBe(2);
  });
  it("is not known at once", () => {
    const meter = new SpeedMeter();
    meter.note(0, 0);
    expect(meter.secondsFor(10)).toBeUndefined();
  });
});
