import { SourceError } from "./source-error.ts";

/** Limits for all requests of one job together. */
export type FetchLimits = {
  readonly maxBytes: number;
  /** Including redirects. */
  readonly maxRequests: number;
  /** Maximum time without data from the source. A slow trickle of bytes is limited only by `totalMs`. */
  readonly idleMs: number;
  readonly totalMs: number;
};

const mebibyte = 2 ** 20;

export const jobLimits = {
  still: { maxBytes: 128 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 20_000 },
  facts: { maxBytes: 128 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 10_000 },
  /** Several stills of one video. The request also needs time to look up, store and record them. */
  stills: { maxBytes: 256 * mebibyte, maxRequests: 400, idleMs: 4000, totalMs: 14_000 },
  /** Stills of one video for an export, which no caller waits for. */
  exported: { maxBytes: 2048 * mebibyte, maxRequests: 4000, idleMs: 10_000, totalMs: 60_000 },
  /** Codec and length of the original of a copy. */
  original: { maxBytes: 128 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 20_000 },
  /** A piece of 60 seconds of a copy, which no caller waits for. Its source may have 500 Mbit/s. */
  piece: { maxBytes: 4096 * mebibyte, maxRequests: 4000, idleMs: 10_000, totalMs: 240_000 },
  clip: { maxBytes: 256 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 25_000 },
  /** A request reads the original first, which refuses the clip. */
  "clip-of-copy": { maxBytes: 256 * mebibyte, maxRequests: 200, idleMs: 4000, totalMs: 20_000 },
} as const satisfies Record<string, FetchLimits>;

/** Counts the requests and bytes of a job. */
export type FetchMeter = {
  readonly idleMs: number;
  /** Aborts at the end of the job's time, with a SourceError `out-of-time`. */
  readonly end: AbortSignal;
  /** Counts a request before it is sent. @throws SourceError `over-limit`, `out-of-time` */
  countRequest(): void;
  /** Counts received bytes. @throws SourceError `over-limit` */
  countBytes(count: number): void;
  /** Requests and bytes so far. */
  used(): { requests: number; bytes: number };
};

/** Starts a job's meter and clock. The clock does not keep the process alive. */
export function startMeter(limits: FetchLimits): FetchMeter {
  const clock = new AbortController();
  const stop = () => clock.abort(new SourceError("out-of-time", "The job's time is up."));
  setTimeout(stop, limits.totalMs).unref();
  let requests = 0;
  let bytes = 0;
  const checkBytes = () => {
    if (bytes > limits.maxBytes) throw new SourceError("over-limit", "The job read too many bytes.");
  };
  return {
    idleMs: limits.idleMs,
    end: clock.signal,
    countRequest() {
      clock.signal.throwIfAborted();
      checkBytes();
      if (requests >= limits.maxRequests) {
        throw new SourceError("over-limit", "The job sent too many requests.");
      }
      requests += 1;
    },
    countBytes(count) {
      bytes += count;
      checkBytes();
    },
    used: () => ({ requests, bytes }),
  };
}
