// What went wrong, by the code of the interface; i18n has words and remedies for each.
export const base = new URL("v1/", document.baseURI);

export class Failure extends Error {
  constructor(
    readonly code: string,
    /** The service's own words, in English. */
    message: string,
    readonly context: Record<string, unknown> = {},
    /** Seconds until it may be tried again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export const asFailure = (error: unknown) => (error instanceof Failure ? error : new Failure("UNKNOWN", String(error)));

export const networkFailure = () => new Failure("NETWORK", "no answer");

/** From an answer of the REST part, or of anything that stands in between. */
export async function failureOf(answer: Response): Promise<Failure> {
  const retry = Number(answer.headers.get("Retry-After")) || undefined;
  const body = await answer.json().catch(() => null);
  const text = body?.error_description ?? body?.message ?? `HTTP ${answer.status}`;
  const code = typeof body?.error === "string" ? body.error.toUpperCase() : `HTTP_${answer.status}`;
  return new Failure(answer.status === 429 ? "RATE_LIMITED" : code, text, body ?? {}, retry);
}
