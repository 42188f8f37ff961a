import type { FetchMeter } from "./fetch-limits.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** The least that mediabunny reads at once. */
const leastBytes = 2 ** 19;

/**
 * Makes "from here to the end" (RFC 9110, section 14.1.2) "from here, as much as the job has taken until now"; when
 * the reader goes on it asks again. Without an end a server sends until its connection is closed, several megabytes
 * that nobody reads. As parts grow, a long reading takes few more requests.
 */
export function fetchInParts(get: GuardedFetch, budget: FetchMeter): GuardedFetch {
  return async (input, init) => {
    const [, from] = /^bytes=(\d+)-$/.exec(new Headers(init?.headers).get("range") ?? "") ?? [];
    if (from === undefined) return get(input, init);
    const last = Number(from) + Math.max(leastBytes, budget.taken().bytes) - 1;
    const response = await get(input, { ...init, headers: { Range: `bytes=${from}-${last}` } });
    // Where the whole size is not told (section 14.4), the reader would take the part for all that there is.
    if (response.status !== 206 || /\/\d+$/.test(response.headers.get("content-range") ?? ""))
      return response;
    await response.body?.cancel();
    return get(input, init);
  };
}
