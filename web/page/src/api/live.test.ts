import { createClient } from "graphql-ws";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { disconnect, subscribe } from "./live";

vi.mock("graphql-ws", () => ({ createClient: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  disconnect();
  vi.useRealTimers();
});

it("tries again where the way to the service could not be loaded", async () => {
  const told = vi.fn();
  const missed = vi.fn();
  const socket = {
    on: () => () => undefined,
    subscribe: (_payload: unknown, sink: { next: (answer: { data: string }) => void }) => {
      sink.next({ data: "changed" });
      return () => undefined;
    },
    dispose: () => undefined,
  };
  vi.mocked(createClient)
    .mockImplementationOnce(() => {
      throw new TypeError("Failed to fetch dynamically imported module");
    })
    .mockReturnValue(socket as unknown as ReturnType<typeof createClient>);
  const stop = subscribe("subscription", {}, told, missed);
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  expect(missed).toHaveBeenCalled(); // what happened before
  expect(told).toHaveBeenCalledWith("changed");
});
