import type { Counts } from "./run.ts";

/** Describes the changes of a run, or those that a dry run would have made. */
export function describeCounts(counts: Counts, dryRun: boolean): string {
  const { liveStreams, endedStreams, endedUploads, removedMedia, removedFiles, completedTasks, failures } =
    counts;
  return [
    `${dryRun ? "Dry run, nothing was changed. Would end" : "Ended"}: ${endedStreams} of ${liveStreams} old live streams, ${endedUploads} uploads`,
    `${dryRun ? "would remove" : "removed"}: ${removedMedia} media, ${removedFiles} files without a record`,
    `${dryRun ? "would complete" : "completed"}: ${completedTasks} tasks`,
    `failed: ${failures}`,
  ].join("; ");
}
