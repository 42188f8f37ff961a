import { formatTimestamp } from "../time/timestamp.ts";
import { invalid } from "../wire/fault.ts";

const maxDays = 366;

/** Maximum duration of a stream, in milliseconds: a year. A longer one comes from a wrong clock or a damaged file. */
export const maxStreamMs = maxDays * 24 * 3_600_000;

/** @throws Fault `invalid-request` */
export function checkStreamTimes(startMs: number, endMs: number): void {
  if (startMs > endMs) throw invalid("/endTime", "`endTime` must not be before `startTime`.");
  if (endMs - startMs > maxStreamMs) {
    throw invalid("/endTime", `\`endTime\` must be at most ${maxDays} days after \`startTime\`.`);
  }
}

/** @throws Fault `invalid-request` */
export function checkLiveStart(startMs: number, nowMs: number): void {
  if (startMs > nowMs) {
    throw invalid(
      "/startTime",
      `\`startTime\` must not be in the future: it is ${formatTimestamp(nowMs)} now.`,
    );
  }
}
