import type { GuardedFetch } from "./guarded-fetch.ts";
import type { FetchMeter } from "./limits.ts";

/** The minimum that mediabunny reads at once. */
const minBytes = 2 ** 19;

/**
 * Gives a range without an end (RFC 9110, section 14.1.2) an end, so that a part is as long as all that the
 * job has read so far. A reader that needs more asks again. Without an end, a server sends until its
 * connection is closed: several megabytes that are never read. Since parts grow, a long read needs few more
 * requests.
 */
export function fetchInParts(get: GuardedFetch, meter: FetchMeter): GuardedFetch {
  return async (input, init) => {
    const [, from] = /^bytes=(\d+)-$/.exec(new Headers(init?.headers).get("range") ?? "") ?? [];
    if (from === undefined) return get(input, init);
    const last = Number(from) + Math.max(minBytes, meter.used().bytes) - 1;
    const response = await get(input, { ...init, headers: { Range: `bytes=${from}-${last}` } });
    // If the response omits the whole size (section 14.4), the reader would take the part for the whole file.
    if (response.status !== 206 || /\/\d+$/.test(response.headers.get("content-range") ?? ""))
      return response;
    await response.body?.cancel();
    return get(input, init);
  };
}
