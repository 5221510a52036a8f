// Requests that bear being repeated, until there is an answer.
import { Failure } from "./failure";

const kLongestWait = 30_000; // ms between two tries
const kTries = 5; // of a service that answers, but is in trouble

/** How long to wait after the first, second … try in vain, counted from 0; ms. */
export const pauseAfter = (tries: number) => Math.min(kLongestWait, 1000 * 2 ** tries);

const isTrouble = (code: string) =>
  code === "INTERNAL_SERVER_ERROR" || code === "STORAGE_UNAVAILABLE" || code.startsWith("HTTP_5");

/** A lost connection is waited out; what the service says of itself is believed after some tries. */
export async function patiently<T>(
  ask: () => Promise<T>,
  wait: (ms: number, failure: Failure) => Promise<void>,
): Promise<T> {
  for (let tries = 0; ; ++tries) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code !== "NETWORK" && !(isTrouble(error.code) && tries < kTries)) throw error;
      await wait(pauseAfter(tries), error);
    }
  }
}
