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

/** The same for a log, which others read than the records: without the term's value, an e-mail among others. */
export function describeFaultForLog(fault: SegmentFault): string {
  return describeFault({ ...fault, term: fault.term.replace(/=.*/s, "=…") });
}

/** A line about how far an check is. */
export function describeProgress({ stage, counts }: CheckState): string {
  const { items, itemsExpected, suspicious, checked } = counts;
  if (stage === "sum") {
    const percent =
      itemsExpected > 0 ? ` (${Math.min(99, Math.floor((100 * items) / itemsExpected))} %)` : "";
    return `${number(items)} items read${percent}`;
  }
  if (stage === "check") return `${number(checked)} of ${number(suspicious)} suspicious places looked at`;
  return "looking for terms that no record has";
}

/** What was wrong, in a sentence. */
export function describeCounts({ segments, missing, stale, flawed }: Counts): string {
  return (
    `${number(segments)} segments: ${number(missing)} ids missing, ${number(stale)} ids stale, ` +
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
