import { SourceError } from "./source-error.ts";

/** What all requests of one job may take together. */
export type FetchLimits = {
  readonly maxBytes: number;
  /** Redirects count too. */
  readonly maxRequests: number;
  /** The longest silence of a source while it is waited for. A trickle breaks it: `totalMs` is what holds. */
  readonly idleMs: number;
  readonly totalMs: number;
};

const mebibyte = 2 ** 20;

export const jobLimits = {
  still: { maxBytes: 128 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 20_000 },
  clip: { maxBytes: 256 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 25_000 },
} as const satisfies Record<string, FetchLimits>;

export type FetchMeter = {
  readonly idleMs: number;
  /** Aborts at the end of the job's time, with a SourceError `out-of-time`. */
  readonly end: AbortSignal;
  /** Books a request. @throws SourceError `over-limit`, `out-of-time` */
  countRequest(): void;
  /** Books bytes that came. @throws SourceError `over-limit` */
  countBytes(count: number): void;
  /** What was taken until now. */
  taken(): { requests: number; bytes: number };
};

/** The clock of the job starts now; it keeps no process alive. */
export function startMeter(limits: FetchLimits): FetchMeter {
  const clock = new AbortController();
  const stop = () => clock.abort(new SourceError("out-of-time", "The job's time is up."));
  setTimeout(stop, limits.totalMs).unref();
  let requests = 0;
  let bytes = 0;
  const checkBytes = () => {
    if (bytes > limits.maxBytes) throw new SourceError("over-limit", "The job's bytes are used up.");
  };
  return {
    idleMs: limits.idleMs,
    end: clock.signal,
    countRequest() {
      clock.signal.throwIfAborted();
      checkBytes();
      if (requests >= limits.maxRequests) {
        throw new SourceError("over-limit", "The job's requests are used up.");
      }
      requests += 1;
    },
    countBytes(count) {
      bytes += count;
      checkBytes();
    },
    taken: () => ({ requests, bytes }),
  };
}
