import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { blockSums } from "./block-sums.ts";
import { checkBlock } from "./check-block.ts";
import { type CheckState, type Counts, initialState } from "./check-state.ts";
import { type IndexCheck, type SegmentFault, segmentHash } from "./index-check.ts";
import { subtractFault, sumItem } from "./index-sums.ts";
import { listedTypeOf } from "./listed-type.ts";
import { scanPage } from "./scan-page.ts";
import { readStoredSegment, segmentsOnly } from "./stored-segment.ts";
import { sweepSegments } from "./sweep.ts";

/** Work for so long, from the beginning or from where an earlier call stopped. */
export type Slice = { readonly state?: CheckState | undefined; readonly timeLeftMs: number };

export type Progress = {
  readonly done: boolean;
  /** For the next call; plain JSON. */
  readonly state: CheckState;
  readonly counts: Counts;
};

/**
 * Finds every (term, id) pair that only the records or only the segments of the list index have, and so
 * also whether the calendars agree: a stream has one year, one month and one day. Each wrong segment is
 * reported once what is wrong has been read again as at one instant, so that writers are no fault.
 *
 * Each call goes on until its time is up, a page or a block at the least; a block may take a minute.
 */
export function verifyIndex(check: Omit<IndexCheck, "repair">): (slice: Slice) => Promise<Progress> {
  return runCheck({ ...check, repair: false });
}

/**
 * As `verifyIndex`, and puts right what is wrong while others read and write. For a new term, run it when
 * every function has the code that writes the term. What it has done is right whenever it ends.
 */
export function reindex(check: Omit<IndexCheck, "repair">): (slice: Slice) => Promise<Progress> {
  return runCheck({ ...check, repair: true });
}

function runCheck(check: IndexCheck) {
  return async ({ state = initialState, timeLeftMs }: Slice): Promise<Progress> => {
    const end = performance.now() + timeLeftMs;
    const work = resume(state);
    do await stages[work.stage](check, work);
    while (!isOver(work) && performance.now() < end);
    return { done: isOver(work), state: store(work), counts: work.counts };
  };
}

type Work = ReturnType<typeof resume>;

function resume(state: CheckState) {
  return {
    ...state,
    sums: blockSums(state.sums),
    lastIds: new Map(Object.entries(state.lastIds)),
    toCheck: [...state.toCheck],
    reported: new Set(state.reported),
    counts: { ...state.counts },
  };
}

function store({ sums, lastIds, reported, ...rest }: Work): CheckState {
  return { ...rest, sums: sums.store(), lastIds: Object.fromEntries(lastIds), reported: [...reported] };
}

function isOver({ stage }: Work): boolean {
  return stage === "done" || stage === "stopped";
}

/** What each stage does of its work at a time. */
const stages: Record<CheckState["stage"], (check: IndexCheck, work: Work) => Promise<void>> = {
  /** Sums up records against segments, a page of the table. */
  async sum({ table, types }, work) {
    if (work.after === undefined) {
      const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
      work.counts.itemsExpected = Table?.ItemCount ?? 0;
    }
    const { items, next } = await scanPage(table, work.after);
    for (const item of items) {
      const record = sumItem(work.sums, types, item);
      if (record) work.lastIds.set(record.type, Math.max(record.id, work.lastIds.get(record.type) ?? 0));
    }
    work.counts.items += items.length;
    work.after = next;
    if (next) return;
    work.toCheck = work.sums.differing().map(({ type, superblock, stripe }) => [type, superblock, stripe]);
    work.counts.suspicious = work.toCheck.length;
    work.stage = "check";
  },

  /** Looks closely at a block that differs. */
  async check(check, work) {
    const [first] = work.toCheck;
    if (first) {
      const [type, superblock, stripe] = first;
      const listed = listedTypeOf(check.types, type);
      const lastId = work.lastIds.get(type) ?? 0;
      const faults = await checkBlock(check, listed, { type, superblock, stripe }, lastId);
      for (const fault of faults) subtractFault(work.sums, fault);
      recordFaults(check, work, faults);
      work.toCheck.shift();
      work.counts.checked += 1;
    }
    if (work.toCheck.length > 0) return;
    if (!isOver(work)) work.stage = work.sums.differing().length > 0 ? "sweep" : "done";
  },

  /** Looks for segments of terms that no record of their block has, a page of the table. */
  async sweep(check, work) {
    const { items, next } = await scanPage(check.table, work.after, segmentsOnly);
    const segments = items
      .flatMap((item) => readStoredSegment(item) ?? [])
      .filter(({ block }) => work.sums.differs(block));
    recordFaults(check, work, await sweepSegments(check, segments));
    work.after = next;
    if (next === undefined && !isOver(work)) work.stage = "done";
  },

  async done() {},
  async stopped() {},
};

/** What is remembered of reported segments is bounded: nobody reads on. */
const maxReported = 5000;

/** Counts and reports faults, each segment's once. */
function recordFaults({ repair, report }: IndexCheck, work: Work, faults: readonly SegmentFault[]): void {
  for (const fault of faults) {
    const name = segmentHash(fault);
    if (work.reported.has(name)) continue;
    if (!repair) work.reported.add(name);
    work.counts.segments += 1;
    work.counts.missing += fault.missing.length;
    work.counts.stale += fault.stale.length;
    if (fault.flaw) work.counts.flawed += 1;
    report(fault);
    if (work.reported.size === maxReported) {
      work.stage = "stopped";
      return;
    }
  }
}
