import type { Media } from "../../../shared/domain/media/media.ts";
import type { MediaObjects } from "../../../shared/media/files/objects.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly objects: Pick<MediaObjects, "exists">;
  readonly effects: Pick<Effects, "removeMedia" | "deleteFile" | "completePendingTask">;
  readonly nowMs: () => number;
};

/**
 * Completes a `media` task that is due. Removes a record without a file, or a file without a record. Keeps the task and
 * the record if the task was added again since it was read.
 */
export function reconcileMedia({ findMedia, objects, effects, nowMs }: Deps) {
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (task.dueMs > nowMs()) return;
    const { id } = task;
    const [media, hasFile] = await Promise.all([findMedia(id), objects.exists(id)]);
    if (media !== undefined && !hasFile && (await effects.removeMedia(media, task)) === "deleted") {
      run.recordChange("removedMedia", `Media ${id}: removed, because the file never arrived or was lost`);
    }
    if (media === undefined && hasFile) {
      await effects.deleteFile(id);
      run.recordChange("removedFiles", `Media ${id}: file removed, because it had no record`);
    }
    await effects.completePendingTask(task);
    run.recordChange("completedTasks", `Media ${id}: task completed`);
  };
}
