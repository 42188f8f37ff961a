/** What a run of the clean-up found and did; a dry run counts what it would have done. */
export type Counts = {
  /** Live streams that were old enough to be looked at. */
  liveStreams: number;
  endedStreams: number;
  /** Media records that were removed with their files, */
  removedMedia: number;
  /** files that had no record, */
  removedFiles: number;
  /** and notes of pending work that were crossed out. */
  completedTasks: number;
  /** Things that could not be done; the next run tries again. */
  failures: number;
};

type Change = Exclude<keyof Counts, "liveStreams" | "failures">;

export type Report = {
  readonly did: (sentence: string) => void;
  readonly failed: (what: string, error: unknown) => void;
};

/** One run: how much more it may do, and what it has done. */
export type Run = ReturnType<typeof startRun>;

/** @param maxChanges bounds what one run does to the table and the bucket, so that it never floods them */
export function startRun(limits: { timeLeftMs: number; maxChanges: number }, report: Report) {
  const endMs = performance.now() + limits.timeLeftMs;
  const counts: Counts = {
    liveStreams: 0,
    endedStreams: 0,
    removedMedia: 0,
    removedFiles: 0,
    completedTasks: 0,
    failures: 0,
  };
  let changes = 0;
  let isCutShort = false;
  return {
    counts,
    /** Whether something was left because the run had to end. */
    isCutShort: () => isCutShort,

    /** Whether the next thing may begin. */
    mayGoOn(): boolean {
      isCutShort ||= performance.now() >= endMs || changes >= limits.maxChanges;
      return !isCutShort;
    },

    did(change: Change, sentence: string): void {
      counts[change] += 1;
      changes += 1;
      report.did(sentence);
    },

    failed(what: string, error: unknown): void {
      counts.failures += 1;
      report.failed(what, error);
    },
  };
}
