/** What a run of the clean-up found and changed. A dry run counts what it would have changed. */
export type Counts = {
  /** Live streams old enough to be checked. */
  liveStreams: number;
  endedStreams: number;
  /** Uploads that were not complete in time. */
  endedUploads: number;
  /** Media records deleted with their files. */
  removedMedia: number;
  /** Deleted files that had no record or no stream. */
  removedFiles: number;
  completedTasks: number;
  /** Items that could not be processed. The next run tries them again. */
  failures: number;
};

type Change = Exclude<keyof Counts, "liveStreams" | "failures">;

export type Report = {
  readonly changed: (sentence: string) => void;
  readonly failed: (what: string, error: unknown) => void;
};

/** One run: its limits, and what it has done so far. */
export type Run = ReturnType<typeof startRun>;

/** @param maxChanges maximum number of changes to the table and the bucket, so that a run never floods them */
export function startRun(limits: { timeLeftMs: number; maxChanges: number }, report: Report) {
  const endMs = performance.now() + limits.timeLeftMs;
  const counts: Counts = {
    liveStreams: 0,
    endedStreams: 0,
    endedUploads: 0,
    removedMedia: 0,
    removedFiles: 0,
    completedTasks: 0,
    failures: 0,
  };
  let changes = 0;
  let stoppedEarly = false;
  return {
    counts,
    /** Whether the run reached a limit before it had processed everything. */
    stoppedEarly: () => stoppedEarly,

    /** Whether the run may start on another item. */
    canContinue(): boolean {
      stoppedEarly ||= performance.now() >= endMs || changes >= limits.maxChanges;
      return !stoppedEarly;
    },

    recordChange(change: Change, sentence: string): void {
      counts[change] += 1;
      changes += 1;
      report.changed(sentence);
    },

    recordFailure(what: string, error: unknown): void {
      counts.failures += 1;
      report.failed(what, error);
    },
  };
}
