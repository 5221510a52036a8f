// Subscriptions: one WebSocket for all of them, opened when the first is wanted.
import type { Client } from "graphql-ws";

import { base } from "./failure";
import { ended, resumed, session } from "./session";

let client: Promise<Client> | undefined;

async function connect(): Promise<Client> {
  const { createClient } = await import("graphql-ws");
  const url = new URL("graphql", base);
  url.protocol = url.protocol.replace("http", "ws");
  return createClient({
    url: url.href,
    connectionParams: () => ({ Authorization: `Bearer ${session.value?.token}` }),
    retryAttempts: Infinity,
    shouldRetry: () => !ended.value,
    lazyCloseTimeout: 1000,
  });
}

/** The connection; nothing where the code for it could not be loaded, which may be otherwise the next time. */
async function opened(): Promise<Client | undefined> {
  client ??= connect();
  try {
    return await client;
  } catch {
    client = undefined;
    return undefined;
  }
}

/**
 * Calls `next` for every event until the function it returns is called. Where the connection was lost and found
 * again, `missed` is called first: events may have passed meanwhile.
 */
export function subscribe<T>(
  query: string,
  variables: Record<string, unknown>,
  next: (data: T) => void,
  missed: () => void,
): () => void {
  let stopped = false;
  let stop = () => {};
  const pause = () => new Promise((resolve) => setTimeout(resolve, 3000));
  const follow = async () => {
    for (let first = true; !stopped; first = false) {
      const socket = await opened();
      if (stopped) return;
      if (!socket) {
        await pause();
        continue;
      }
      if (!first) missed();
      let connected = false;
      const unlisten = socket.on("connected", (_socket, _payload, retried) => {
        if (retried || connected) missed();
        connected = true;
      });
      const over = await new Promise<boolean>((resolve) => {
        stop = socket.subscribe(
          { query, variables },
          {
            next: ({ data }) => data && next(data as T),
            error: () => resolve(false),
            complete: () => resolve(true),
          },
        );
      });
      unlisten();
      if (over || stopped) return; // the subject has ended, and with it what can be told of it
      if (ended.value) await resumed();
      else await pause();
    }
  };
  follow().catch(() => undefined); // signed out
  return () => {
    stopped = true;
    stop();
  };
}

/** Ends all; the next session gets a connection of its own. */
export function disconnect(): void {
  void client?.then((socket) => socket.dispose());
  client = undefined;
}
