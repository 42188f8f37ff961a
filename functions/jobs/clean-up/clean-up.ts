import type { Copy } from "../../../shared/domain/copy/copy.ts";
import type { ExportJob } from "../../../shared/domain/job/export-job.ts";
import type { ImportJob } from "../../../shared/domain/job/import-job.ts";
import type { Media } from "../../../shared/domain/media/media.ts";
import type { Actor } from "../../../shared/domain/person/actor.ts";
import type { LiveLimits } from "../../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import type { Upload } from "../../../shared/domain/upload/upload.ts";
import type { MediaObjects } from "../../../shared/media/files/objects.ts";
import { asActor } from "../../../shared/runtime/admission.ts";
import type { TaskKind } from "../../../shared/table/schema.ts";
import type { Item } from "../../../shared/table/table.ts";
import { type PendingTask, readTask } from "../../../shared/table/tasks.ts";
import { carryCorrections } from "./carry-corrections.ts";
import type { Effects } from "./effects.ts";
import { endCopies } from "./end-copies.ts";
import { endExports } from "./end-exports.ts";
import { endImports } from "./end-imports.ts";
import { endLiveStreams } from "./end-live-streams.ts";
import { endUploads } from "./end-uploads.ts";
import { processItems } from "./process-items.ts";
import { reconcileMedia } from "./reconcile-media.ts";
import { removeCutsBeyondEnd, removeCutsOfDeleted } from "./remove-cuts.ts";
import { type Counts, type Report, type Run, startRun } from "./run.ts";

export type Deps = {
  readonly liveStreamIds: (untilMs: number) => AsyncIterable<number>;
  readonly taskItems: (kind: TaskKind) => AsyncIterable<Item>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly mediaIdsOf: (videostream: number) => Promise<readonly number[]>;
  readonly objects: Pick<MediaObjects, "exists">;
  readonly effects: Effects;
  readonly limits: LiveLimits;
  readonly nowMs: () => number;
  readonly report: Report;
};

export type Slice = { readonly timeLeftMs: number; readonly maxChanges: number };

export type CleanUpResult = {
  /** `true` if everything was processed. Otherwise, the next run continues. */
  readonly done: boolean;
  readonly counts: Counts;
};

/** The actor of the changes of records. */
const cleaner: Actor = { job: "clean-up" };

/**
 * Ends abandoned live streams and uploads. Removes media without a record, a file or a stream, unused copies, and
 * expired exports and imports. Stores a checkpoint of changes. Pending tasks are stored in the table, so a run may crash
 * at any point or overlap with another run.
 */
export function cleanUp(deps: Deps) {
  return async (slice: Slice): Promise<CleanUpResult> => {
    const run = startRun(slice, deps.report);
    await deps.effects
      .storeCheckpoint()
      .catch((error) => run.recordFailure("The checkpoint of changes", error));
    await asActor(cleaner, () => endLiveStreams(deps)(run));
    await processTasks(deps, run, "moved-stream", carryCorrections(deps, "moved-stream"));
    await processTasks(deps, run, "moved-source", carryCorrections(deps, "moved-source"));
    await processTasks(deps, run, "media", reconcileMedia(deps));
    await processTasks(deps, run, "deleted-stream", removeCutsOfDeleted(deps));
    await processTasks(deps, run, "ended-stream", removeCutsBeyondEnd(deps));
    await processTasks(deps, run, "video", endUploads(deps));
    await processTasks(deps, run, "unused-copy", endCopies(deps));
    await processTasks(deps, run, "ended-export", endExports(deps));
    await processTasks(deps, run, "idle-import", endImports(deps));
    return { done: !run.stoppedEarly(), counts: run.counts };
  };
}

async function processTasks(
  { taskItems }: Deps,
  run: Run,
  kind: TaskKind,
  work: (run: Run, task: PendingTask) => Promise<void>,
): Promise<void> {
  await processItems(
    run,
    taskItems(kind),
    (item) => (item === undefined ? `Tasks of kind ${kind}` : `Task ${kind} ${item["sk"]}`),
    (item) => work(run, readTask(kind, item)),
  );
}
