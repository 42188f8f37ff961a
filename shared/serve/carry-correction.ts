import { timeIsUp, withShareOfTime } from "../runtime/retry.ts";
import { type Corrected, carryCorrections } from "../store/annotation/carry-corrections.ts";
import type { Table } from "../table/table.ts";

/** Share of the request's time in which annotations are corrected. The clean-up corrects the rest. */
const shareOfTime = 0.6;

export type CarryCorrection = (corrected: Corrected) => Promise<{ readonly [header: string]: string }>;

/**
 * Carries a correction over to the annotations while the request has time.
 * @returns the header `Pending-Annotations` with the number of annotations that are left
 */
export function carryCorrection(table: Table): CarryCorrection {
  const carry = carryCorrections(table);
  return async (corrected) => {
    let left = 0;
    const report = (now: number) => {
      left = now;
    };
    await withShareOfTime(shareOfTime, async () => {
      // Requests that read the old time zone may still be running, so the task of a time zone is left to the clean-up.
      await carry(corrected, { canContinue: () => !timeIsUp(), nowMs: 0, report });
    });
    return left === 0 ? {} : { "Pending-Annotations": String(left) };
  };
}
