import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { blockSums } from "./block-sums.ts";
import { checkBlock } from "./check-block.ts";
import { type CheckState, type Counts, initialState } from "./check-state.ts";
import { type Completion, type IndexCheck, type SegmentFault, segmentHash } from "./index-check.ts";
import { subtractFault, sumItem } from "./index-sums.ts";
import { listedTypeOf } from "./listed-type.ts";
import { scanPage } from "./scan-page.ts";
import { readStoredSegment, segmentsOnly } from "./stored-segment.ts";
import { sweepSegments } from "./sweep.ts";

/** The part of a check that one call does: from the start, or from the state of an earlier call. */
export type Slice = { readonly state?: CheckState | undefined; readonly timeLeftMs: number };

export type Progress = {
  readonly done: boolean;
  /** State for the next call, as plain JSON. */
  readonly state: CheckState;
  readonly counts: Counts;
};

/**
 * Finds every (term, id) pair that only the records or only the segments of the list index have. Calendars are
 * included, since the year, month and day of a stream's start are terms. Each wrong segment is read again in one
 * transaction with its records before it is reported, so that concurrent writes are not reported as faults.
 *
 * Each call works until its time is up, but always processes at least one page or block. A block may take a minute.
 */
export function verifyIndex(check: Omit<IndexCheck, "repair">): (slice: Slice) => Promise<Progress> {
  return runCheck({ ...check, repair: false });
}

/**
 * Like `verifyIndex`, but also repairs wrong segments, while other requests read and write. Before that it brings
 * records of older versions up to date. After adding a term, run it when every deployed function writes the term. It
 * may be stopped at any time.
 */
export function reindex(check: Omit<IndexCheck, "repair">): (slice: Slice) => Promise<Progress> {
  return runCheck({ ...check, repair: true });
}

function runCheck(check: IndexCheck) {
  const first = completionOf(check) ? { ...initialState, stage: "complete" as const } : initialState;
  return async ({ state = first, timeLeftMs }: Slice): Promise<Progress> => {
    const end = performance.now() + timeLeftMs;
    const work = resume(isComplete(check, state) ? state : first);
    do await stages[work.stage](check, work);
    while (!isOver(work) && performance.now() < end);
    return { done: isOver(work), state: store(work), counts: work.counts };
  };
}

/** Number of records completed between two checks of the time. */
const completedAtOnce = 100;

function completionOf({ repair, completion }: IndexCheck): Completion | undefined {
  return repair ? completion : undefined;
}

/**
 * Whether a state has all steps of the completion behind it, or ahead. The state of an older version or of `verifyIndex` may
 * be past the stage without them.
 */
function isComplete(check: IndexCheck, { stage, completed }: CheckState): boolean {
  return stage === "complete" || (completed?.step ?? 0) >= (completionOf(check)?.steps.length ?? 0);
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

/** One step of each stage. */
const stages: Record<CheckState["stage"], (check: IndexCheck, work: Work) => Promise<void>> = {
  /** Completes some records of one type. */
  async complete(check, work) {
    const { step: number, id: after, lastId: known } = work.completed ?? { step: 0, id: 0, lastId: 0 };
    const step = completionOf(check)?.steps[number];
    if (step === undefined) {
      work.stage = "sum";
      return;
    }
    const lastId = after === 0 ? await step.lastId() : known;
    const upTo = Math.min(after + completedAtOnce, lastId);
    await step.complete(Array.from({ length: upTo - after }, (_, i) => after + 1 + i));
    work.completed =
      upTo === lastId ? { step: number + 1, id: 0, lastId: 0 } : { step: number, id: upTo, lastId };
  },

  /** Adds a page of the table to the sums: records minus segments. */
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

  /** Checks one block whose sum is not 0. */
  async check(check, work) {
    const [first] = work.toCheck;
    if (first) {
      const [type, superblock, stripe] = first;
      const listed = listedTypeOf(check.types, type);
      const lastId = work.lastIds.get(type) ?? 0;
      const faults = await checkBlock(check, listed, { type, superblock, stripe }, lastId);
      for (const fault of faults) subtractFault(work.sums, fault);
      reportFaults(check, work, faults);
      work.toCheck.shift();
      work.counts.checked += 1;
    }
    if (work.toCheck.length > 0) return;
    if (!isOver(work)) work.stage = work.sums.differing().length > 0 ? "sweep" : "finish";
  },

  /** Checks a page of the table for segments of terms that no record of their block has. */
  async sweep(check, work) {
    const { items, next } = await scanPage(check.table, work.after, segmentsOnly);
    const segments = items
      .flatMap((item) => readStoredSegment(item) ?? [])
      .filter(({ block }) => work.sums.differs(block));
    reportFaults(check, work, await sweepSegments(check, segments));
    work.after = next;
    if (next === undefined && !isOver(work)) work.stage = "finish";
  },

  async finish(check, work) {
    await completionOf(check)?.finish();
    work.stage = "done";
  },

  async done() {},
  async stopped() {},
};

/** Maximum number of wrong segments to remember and report. The check then stops. */
const maxReported = 5000;

/** Counts and reports faults, once for each segment. */
function reportFaults({ repair, report }: IndexCheck, work: Work, faults: readonly SegmentFault[]): void {
  for (const fault of faults) {
    const hash = segmentHash(fault);
    if (work.reported.has(hash)) continue;
    if (!repair) work.reported.add(hash);
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
