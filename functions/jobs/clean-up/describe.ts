import type { Counts } from "./run.ts";

/** What a run did, or a dry run would have done, in a sentence. */
export function describeCounts(counts: Counts, dryRun: boolean): string {
  const { liveStreams, endedStreams, removedMedia, removedFiles, completedTasks, failures } = counts;
  return [
    `${dryRun ? "Dry run, nothing was written. To end" : "Ended"}: ${endedStreams} of ${liveStreams} old live streams`,
    `${dryRun ? "to remove" : "removed"}: ${removedMedia} media, ${removedFiles} files without a record`,
    `${dryRun ? "to settle" : "settled"}: ${completedTasks} notes of pending work`,
    `failed: ${failures}`,
  ].join("; ");
}
