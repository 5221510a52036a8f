import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Failure } from "../api/failure";
import { finalizeOrder, finalizeUpload, getOrder, initializeUpload } from "../api/requests";
import type { Asset } from "../api/types";
import { sendFiles, sending } from "./uploads";

vi.mock("../api/requests", () => ({
  finalizeOrder: vi.fn(), finalizeUpload: vi.fn(), getAsset: vi.fn(), getOrder: vi.fn(), initializeUpload: vi.fn(),
}));
vi.mock("./transport", () => ({ PartError: class extends Error {}, sendPart: vi.fn(async () => undefined) }));

const scans = [{ file: new File(["1 2 3\n"], "scan.xyz"), assetType: "xyz" as const }];
const asset = (status: Asset["upload_status"]): Asset => ({
  asset_id: "a", asset_type: "xyz", upload_type: "multi", upload_status: status, upload_id: "u", file_name: "scan.xyz",
  size_bytes: 6, part_size: 6, part_urls: [{ part_number: 1, upload_url: "part" }], uploaded_parts: [], error: null,
});
const failing = (code: string) => () => Promise.reject(new Failure(code, ""));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(getOrder).mockReset().mockResolvedValue({ assets: [] } as never);
  vi.mocked(initializeUpload).mockReset().mockResolvedValue(asset("PENDING"));
  vi.mocked(finalizeUpload).mockReset().mockResolvedValue(asset("FINALIZED"));
  vi.mocked(finalizeOrder).mockReset().mockResolvedValue({} as never);
});
afterEach(() => vi.useRealTimers());

async function send(order: string) {
  const sent = sendFiles(order, scans);
  await vi.runAllTimersAsync();
  await sent;
  return sending.value.get(order)!;
}

it("submits the order although every request is lost once, and the service in trouble once", async () => {
  for (const request of [getOrder, initializeUpload, finalizeUpload, finalizeOrder] as unknown[])
    vi.mocked(request as () => Promise<never>).mockImplementationOnce(failing("NETWORK")).mockImplementationOnce(failing("STORAGE_UNAVAILABLE"));
  expect(await send("order-1")).toMatchObject({ submitted: true, failure: null });
  const tokens = vi.mocked(initializeUpload).mock.calls.map(([upload]) => upload.client_token);
  expect(tokens).toHaveLength(3);
  expect(new Set(tokens).size).toBe(1); // the same upload, not three
});

it("says at once what will not get better", async () => {
  vi.mocked(finalizeOrder).mockImplementation(failing("INVALID_ORDER_STATE"));
  expect(await send("order-2")).toMatchObject({ submitted: false, failure: { code: "INVALID_ORDER_STATE" } });
  expect(finalizeOrder).toHaveBeenCalledTimes(1);
});

it("does not ask a service in trouble for ever", async () => {
  vi.mocked(finalizeOrder).mockImplementation(failing("INTERNAL_SERVER_ERROR"));
  expect(await send("order-3")).toMatchObject({ submitted: false, failure: { code: "INTERNAL_SERVER_ERROR" } });
  expect(finalizeOrder).toHaveBeenCalledTimes(6);
});
