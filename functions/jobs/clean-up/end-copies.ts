import { type Copy, unusedAtMs } from "../../../shared/domain/copy/copy.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly effects: Pick<Effects, "discardCopy" | "removeCopyFiles" | "postponeTask" | "completePendingTask">;
  readonly nowMs: () => number;
};

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
    if (copy.url === stream?.url && untilMs > nowMs()) return effects.postponeTask(task, untilMs);
    if ((await effects.discardCopy(copy)) === "changed-meanwhile") return;
    run.recordChange("removedFiles", `Video stream ${id}: playable copy removed`);
  };
}
