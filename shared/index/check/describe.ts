import type { CheckState, Counts } from "./check-state.ts";
import type { SegmentFault } from "./index-check.ts";

/** A line about a wrong segment. */
export function describeFault({ term, block, missing, stale, flaw }: SegmentFault): string {
  const what = [
    ...(missing.length > 0 ? [`${missing.length} missing (${some(missing)})`] : []),
    ...(stale.length > 0 ? [`${stale.length} stale (${some(stale)})`] : []),
    ...(flaw ? [flaw] : []),
  ];
  return `${term} ${block.superblock}/${block.stripe}: ${what.join(", ")}`;
}

/**
 * Like `describeFault`, but without the term's value, which may be an e-mail address: more people can read the logs.
 */
export function describeFaultForLog(fault: SegmentFault): string {
  return describeFault({ ...fault, term: fault.term.replace(/=.*/s, "=…") });
}

/** A line about the progress of a check. */
export function describeProgress({ stage, counts, completed }: CheckState): string {
  const { items, itemsExpected, suspicious, checked } = counts;
  if (stage === "sum") {
    const percent =
      itemsExpected > 0 ? ` (${Math.min(99, Math.floor((100 * items) / itemsExpected))} %)` : "";
    return `${number(items)} items read${percent}`;
  }
  if (stage === "check") return `${number(checked)} of ${number(suspicious)} suspicious blocks checked`;
  if (stage !== "complete") return "looking for terms that no record has";
  const { step, id, lastId } = completed ?? { step: 0, id: 0, lastId: 0 };
  return `step ${step + 1} of bringing older records up to date: ${number(id)} of ${number(lastId)}`;
}

/** A sentence about all faults. */
export function describeCounts({ segments, missing, stale, flawed }: Counts): string {
  return (
    `${number(segments)} wrong segments: ${number(missing)} ids missing, ${number(stale)} ids stale, ` +
    `${number(flawed)} miscounted or unreadable`
  );
}

const namedIds = 10;

function some(ids: readonly number[]): string {
  const named = ids.slice(0, namedIds).join(", ");
  return ids.length > namedIds ? `${named}, …` : named;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
