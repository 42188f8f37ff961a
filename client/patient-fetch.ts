export type Patience = {
  /** How long a request is repeated, in milliseconds. After that its last failure is the result. */
  readonly patienceMs: number;
  /** Told before each pause, so that a person sees why nothing moves. */
  readonly onPause: (pauseMs: number, reason: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly fetch: (request: Request) => Promise<Response>;
};

/** Statuses that say "not now": rate limit, gateway, busy, time-out. */
const busy: readonly number[] = [429, 502, 503, 504];

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * A `fetch` that repeats a request when the network fails or the service is busy. It waits as long as `Retry-After`
 * says, else 0.5 s, 1 s, 2 s and so on up to 30 s, and up to half as long again, so that clients do not come back
 * together.
 *
 * A repeated request must not do its work twice: each POST that makes a record needs an `Idempotency-Key`.
 * @param credential the bearer token or site key; `undefined` for requests that need none
 */
export function patientFetch(
  credential: (() => Promise<string>) | undefined,
  {
    patienceMs = 120_000,
    onPause = () => {},
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    fetch = globalThis.fetch,
  }: Partial<Patience> = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    let pausedMs = 0;
    for (let failures = 0; ; failures++) {
      const attempt = new Request(request.clone());
      if (credential) attempt.headers.set("Authorization", `Bearer ${await credential()}`);
      const result = await fetch(attempt).catch((error: unknown) => ({ error }));
      if (result instanceof Response && !busy.includes(result.status)) return result;
      const pauseMs = (retryAfterMs(result) ?? backoffMs(failures)) * (1 + Math.random() / 2);
      pausedMs += pauseMs;
      if (pausedMs > patienceMs || request.signal.aborted) {
        if (result instanceof Response) return result;
        throw result.error;
      }
      onPause(pauseMs, result instanceof Response ? `the service answers ${result.status}` : "no connection");
      await sleep(pauseMs);
    }
  };
}

function backoffMs(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
}

/** The pause that the service asks for (RFC 9110, section 10.2.3). The service sends seconds. */
function retryAfterMs(result: Response | { error: unknown }): number | undefined {
  const seconds =
    result instanceof Response ? Number(result.headers.get("retry-after") ?? Number.NaN) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
