import type { Media } from "../../../shared/domain/media.ts";
import type { LiveLimits, VideoStream } from "../../../shared/domain/video-stream.ts";
import type { MediaObjects } from "../../../shared/media/objects.ts";
import type { TaskKind } from "../../../shared/table/schema.ts";
import type { Item } from "../../../shared/table/table.ts";
import { type PendingTask, readTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import { endLiveStreams } from "./end-live-streams.ts";
import { matchMedia } from "./match-media.ts";
import { processItems } from "./process-items.ts";
import { removeCutsBeyondEnd, removeCutsOfDeleted } from "./remove-cuts.ts";
import { type Counts, type Report, type Run, startRun } from "./run.ts";

export type Deps = {
  readonly liveStreamIds: (untilMs: number) => AsyncIterable<number>;
  readonly taskItems: (kind: TaskKind) => AsyncIterable<Item>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly mediaIdsOf: (videostream: number) => Promise<readonly number[]>;
  readonly objects: Pick<MediaObjects, "exists">;
  readonly effects: Effects;
  readonly limits: LiveLimits;
  readonly nowMs: () => number;
  readonly report: Report;
};

export type Slice = { readonly timeLeftMs: number; readonly maxChanges: number };

export type CleanedUp = {
  /** Whether everything was looked at; else the next run goes on. */
  readonly done: boolean;
  readonly counts: Counts;
};

/**
 * Ends live streams that are abandoned, and removes media that lack their record, their file or their stream.
 * What is still to be done is in the table itself: a run may be killed at any point, or meet another run, and
 * the next one goes on.
 */
export function cleanUp(deps: Deps) {
  return async (slice: Slice): Promise<CleanedUp> => {
    const run = startRun(slice, deps.report);
    await endLiveStreams(deps)(run);
    await processTasks(deps, run, "media", matchMedia(deps));
    await processTasks(deps, run, "deleted-stream", removeCutsOfDeleted(deps));
    await processTasks(deps, run, "ended-stream", removeCutsBeyondEnd(deps));
    return { done: !run.isCutShort(), counts: run.counts };
  };
}

async function processTasks(
  { taskItems }: Deps,
  run: Run,
  kind: TaskKind,
  work: (run: Run, note: PendingTask) => Promise<void>,
): Promise<void> {
  await processItems(
    run,
    taskItems(kind),
    (item) => `Pending work, ${kind} ${item === undefined ? "as a whole" : item["sk"]}`,
    (item) => work(run, readTask(kind, item)),
  );
}
