import { type Patience, patiently } from "./patiently.ts";

export type FetchPatience = Patience & {
  readonly fetch: (request: Request) => Promise<Response>;
};

/** Statuses after which a request is retried: rate limit, bad gateway, busy, timeout. */
const busy: readonly number[] = [429, 502, 503, 504];

/**
 * A `fetch` that retries a request if the network fails or the service is busy. It waits as long as `Retry-After` says,
 * or else as `patiently` does. After `patienceMs`, by default two minutes, it returns or throws the last failure.
 *
 * Each POST that creates a record needs an `Idempotency-Key`, so that a retry does not create a second record.
 * @param credential the bearer token or site key; `undefined` for requests that need none
 */
export function patientFetch(
  credential: (() => Promise<string>) | undefined,
  { fetch = globalThis.fetch, ...patience }: Partial<FetchPatience> = {},
): (request: Request) => Promise<Response> {
  return (request) =>
    patiently<Response>(async () => {
      const attempt = new Request(request.clone());
      if (credential) attempt.headers.set("Authorization", `Bearer ${await credential()}`);
      const result = await fetch(attempt).catch((error: unknown) => ({ error }));
      if (result instanceof Response) {
        if (!busy.includes(result.status)) return { result };
        const again = `the service answers ${result.status}`;
        return { again, pauseMs: retryAfterMs(result), giveUp: () => result };
      }
      if (request.signal.aborted) throw result.error;
      return {
        again: "no connection",
        giveUp: () => {
          throw result.error;
        },
      };
    }, patience);
}

/** The pause that the service asks for (RFC 9110, section 10.2.3). The service sends seconds. */
function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
