// Who is signed in. Token and identifier stay in the memory of this page; nothing is kept of the secret.
import { computed, signal } from "@preact/signals";

import { base, failureOf, networkFailure } from "./failure";

export interface Session {
  clientId: string;
  token: string;
  /** Milliseconds since 1970 by this machine's clock. */
  expires: number;
}

export const session = signal<Session | null>(null);
/** The session is over, but what the page shows may go on after signing in again. */
export const ended = signal(false);
export const signedIn = computed(() => session.value !== null);

let waiting: { resume: () => void; refuse: () => void }[] = [];
let alarm: ReturnType<typeof setTimeout> | undefined;

/** Asks for a token; throws a Failure. */
export async function signIn(clientId: string, secret: string): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(new URL("authentication/token", base), {
      method: "POST",
      credentials: "omit", // or else the browser answers a 401 with a dialog of its own
      headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: JSON.stringify({ client_id: clientId, client_secret: secret, grant_type: "client_credentials" }),
    });
  } catch {
    throw networkFailure();
  }
  if (!answer.ok) throw await failureOf(answer);
  const { access_token, expires_in } = await answer.json();
  session.value = { clientId, token: access_token, expires: Date.now() + expires_in * 1000 };
  clearTimeout(alarm);
  alarm = setTimeout(endSession, expires_in * 1000);
  ended.value = false;
  for (const { resume } of waiting.splice(0)) resume();
}

/** The token is no longer taken: shows the way to go on. */
export function endSession(): void {
  if (session.value) ended.value = true;
}

/** Resolves once there is a new token; rejects when the user signs out instead. */
export function resumed(): Promise<void> {
  endSession();
  return new Promise((resume, reject) => waiting.push({ resume, refuse: () => reject(new SignedOut()) }));
}

/** Thrown at what was waiting for a new session that did not come. */
export class SignedOut extends Error {}

export async function signOut(): Promise<void> {
  const last = session.value;
  clearTimeout(alarm);
  session.value = null;
  ended.value = false;
  for (const { refuse } of waiting.splice(0)) refuse();
  if (!last) return;
  const body = JSON.stringify({ client_id: last.clientId, access_token: last.token });
  const headers = { "Content-Type": "application/json" };
  await fetch(new URL("authentication/revoke", base), { method: "POST", headers, body }).catch(() => undefined);
}
