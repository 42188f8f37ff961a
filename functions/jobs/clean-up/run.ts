/** Counts of a clean-up run. A dry run counts the changes that a real run would make. */
export type Counts = {
  /** Live streams that were old enough to be checked. */
  liveStreams: number;
  endedStreams: number;
  /** Uploads that were not complete in time. */
  endedUploads: number;
  /** Media records deleted with their files. */
  removedMedia: number;
  /** Deleted files that had no record or no stream. */
  removedFiles: number;
  completedTasks: number;
  /** Items that could not be processed. The next run retries them. */
  failures: number;
};

type Change = Exclude<keyof Counts, "liveStreams" | "failures">;

export type Report = {
  readonly changed: (sentence: string) => void;
  readonly failed: (what: string, error: unknown) => void;
};

/** One run, with its limits and its counts so far. */
export type Run = ReturnType<typeof startRun>;

/** @param limits `maxChanges` limits the load on the table and the bucket */
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
    /** Returns whether the run reached a limit before it had processed everything. */
    stoppedEarly: () => stoppedEarly,

    /** Returns whether the run may start another item. */
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
