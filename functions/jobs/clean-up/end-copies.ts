import { type Copy, unusedAtMs } from "../../../shared/domain/copy/copy.ts";
import { aviType } from "../../../shared/domain/stream/media-type.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { dayMs } from "../../../shared/domain/time/local-days.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly effects: Pick<Effects, "discardCopy" | "removeCopyFiles" | "postponeTask" | "completePendingTask">;
  readonly nowMs: () => number;
};

/** The copy of an AVI is looked at again after this time. */
const checkedMs = 90 * dayMs;

/**
 * Completes an `unused-copy` task that is due: removes the copy of a stream that was deleted or has another video, and a
 * copy that nobody played for 90 days. A later run removes the file that a worker may have left meanwhile, and completes
 * the task.
 */
export function endCopies({ findStream, findCopy, effects, nowMs }: Deps) {
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (task.dueMs > nowMs()) return;
    const { id } = task;
    const [stream, copy] = await Promise.all([findStream(id), findCopy(id)]);
    if (copy === undefined) {
      await effects.removeCopyFiles(id);
      return effects.completePendingTask(task);
    }
    const untilMs = unusedAtMs(copy);
    // Without its copy, nothing plays an AVI.
    if (copy.url === stream?.url && stream.mediaType === aviType) {
      return effects.postponeTask(task, nowMs() + checkedMs);
    }
    if (copy.url === stream?.url && untilMs > nowMs()) return effects.postponeTask(task, untilMs);
    if ((await effects.discardCopy(copy)) === "changed-meanwhile") return;
    run.recordChange("removedFiles", `Video stream ${id}: playable copy removed`);
  };
}
