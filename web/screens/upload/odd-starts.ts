import { oddTime } from "../../../client/recording/odd-time.ts";
import { isStart, type Planned } from "./plan.ts";

/** Returns the files that would be sent with an odd start. @param nowMs milliseconds since 1970 */
export function withOddStart(files: readonly Planned[], nowMs: number): readonly Planned[] {
  return files.filter(({ start }) => isStart(start) && oddTime(start.ms, nowMs) !== undefined);
}

/**
 * Returns corrected starts, by the file's id, for the files of a camera whose clock was wrong: the person has corrected
 * the odd start of one of these files, and the others with odd starts are moved by the same time. Starts that would
 * still be odd are left out.
 */
export function sameCorrection(files: readonly Planned[], nowMs: number): ReadonlyMap<number, number> {
  const odd = files.flatMap(({ chosen: { id }, found, start }) => {
    const isUsual = found === "no zone" || (isStart(found) && oddTime(found.ms, nowMs) === undefined);
    if (isUsual || (isStart(start) && start.from === "before")) return [];
    const startMs = isStart(start) && start.from === "person" ? start.ms : undefined;
    return { id, foundMs: found.ms, startMs };
  });
  const corrected = odd.find(({ startMs }) => startMs !== undefined);
  if (corrected?.startMs === undefined) return new Map();
  const byMs = corrected.startMs - corrected.foundMs;
  return new Map(
    odd
      .filter(({ startMs, foundMs }) => startMs === undefined && oddTime(foundMs + byMs, nowMs) === undefined)
      .map(({ id, foundMs }) => [id, foundMs + byMs]),
  );
}
