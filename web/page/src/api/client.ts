// Requests to the GraphQL endpoint, and what the service says of the rate limit with each answer.
import { signal } from "@preact/signals";

import { base, Failure, failureOf, networkFailure } from "./failure";
import { resumed, session } from "./session";

export interface Usage {
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */
  reset: number;
}

export const usage = signal<Usage | null>(null);

function noteUsage(headers: Headers): void {
  const number = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? NaN);
  const [limit, remaining, reset] = [number("Limit"), number("Remaining"), number("Reset")];
  if (Number.isFinite(limit + remaining + reset)) usage.value = { limit, remaining, reset: reset * 1000 };
}

interface Answer<T> {
  data: T | null;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
}

/** The data of the answer. Throws a Failure. Where the session has ended it waits for the next one. */
export async function graphql<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
  while (true) {
    let answer: Response;
    try {
      answer = await fetch(new URL("graphql", base), {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${session.value?.token}` },
        body: JSON.stringify({ query, variables }),
      });
    } catch {
      throw networkFailure();
    }
    if (answer.status === 401) {
      await resumed();
      continue;
    }
    noteUsage(answer.headers);
    if (answer.status === 429) throw await failureOf(answer);
    const body = (await answer.json().catch(() => null)) as Answer<T> | null;
    const error = body?.errors?.[0];
    if (error) throw new Failure(String(error.extensions?.code ?? "UNKNOWN"), error.message, error.extensions);
    if (!body?.data) throw new Failure(`HTTP_${answer.status}`, `HTTP ${answer.status}`);
    return body.data;
  }
}

/**
 * A pre-signed address as this page reaches the service: the deployment may know itself by another name, and the page
 * may ask nobody but its own origin.
 */
export function reachable(address: string): string {
  const at = address.indexOf("/v1/");
  return at < 0 ? address : new URL(address.slice(at + "/v1/".length), base).href;
}

/** A result's bytes. Throws a Failure. */
export async function download(address: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(reachable(address));
  } catch {
    throw networkFailure();
  }
  if (!answer.ok) throw await failureOf(answer);
  return answer;
}
