import type { Still } from "./excerpt.ts";
import { extractionError } from "./extraction-error.ts";
import type { StillResult } from "./extraction-job.ts";

/**
 * Writes several stills of one file: `<outputFile>-0`, `<outputFile>-1`, … Skips stills that would not end in time if
 * they took as long as the slowest so far.
 * @param cut writes one still into a file, and returns its size in bytes
 * @param endsAt on the clock of `performance.now()`
 * @returns the result of each still; `out-of-time` also when earlier stills used up the job's bytes or requests
 */
export async function cutStills(
  cut: (still: Still, file: string) => Promise<number>,
  stills: readonly Still[],
  outputFile: string,
  endsAt: number,
): Promise<StillResult[]> {
  const results: StillResult[] = [];
  let slowestMs = 0;
  for (const [i, still] of stills.entries()) {
    const startsAt = performance.now();
    if (startsAt + slowestMs > endsAt) {
      results.push({ ok: false, reason: "out-of-time", message: "Other stills used the time." });
      continue;
    }
    try {
      results.push({ ok: true, sizeBytes: await cut(still, `${outputFile}-${i}`) });
    } catch (error) {
      const known = extractionError(error);
      if (known === undefined) throw error;
      const reason = known.reason === "over-limit" && i > 0 ? "out-of-time" : known.reason;
      results.push({ ok: false, reason, message: known.message, durationMs: known.durationMs });
    }
    slowestMs = Math.max(slowestMs, performance.now() - startsAt);
  }
  return results;
}
