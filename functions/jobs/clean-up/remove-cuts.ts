import type { Media } from "../../../shared/domain/media/media.ts";
import { isInStream } from "../../../shared/domain/media/range.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import { processItems } from "./process-items.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly mediaIdsOf: (videostream: number) => Promise<readonly number[]>;
  readonly effects: Pick<Effects, "removeMedia" | "completePendingTask">;
  readonly nowMs: () => number;
};

/** Removes the media cut from a deleted stream, then completes the stream's task. */
export function removeCutsOfDeleted(deps: Deps) {
  const remove = removeCuts(deps);
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (!(await remove(run, task.id, () => true))) return;
    await deps.effects.completePendingTask(task);
    run.recordChange("completedTasks", `Video stream ${task.id}: deleted, and has no media left`);
  };
}

/**
 * How long after a stream's end media may still be recorded that were requested while it was live. A request takes
 * at most half a minute.
 */
const lateCutsMs = 2 * 60_000;

/**
 * Removes the media cut from a stream that extend beyond its end, once the task is due. The task stays
 * pending until no request that started before the end can record more.
 */
export function removeCutsBeyondEnd(deps: Deps) {
  const remove = removeCuts(deps);
  return async (run: Run, task: PendingTask): Promise<void> => {
    const overdueMs = deps.nowMs() - task.dueMs;
    if (overdueMs < 0) return;
    const stream = await deps.findStream(task.id);
    const isBeyond = ({ range }: Media) =>
      stream !== undefined && range !== undefined && !isInStream(stream, range);
    if (!(await remove(run, task.id, isBeyond)) || overdueMs < lateCutsMs) return;
    await deps.effects.completePendingTask(task);
    run.recordChange("completedTasks", `Video stream ${task.id}: has no media beyond its end`);
  };
}

/** Removes the `unwanted` media among those cut from a stream. Returns whether all of them are removed. */
function removeCuts({ findMedia, mediaIdsOf, effects }: Deps) {
  return async (run: Run, stream: number, unwanted: (media: Media) => boolean): Promise<boolean> =>
    processItems(
      run,
      await mediaIdsOf(stream),
      (id) => `Media ${id}`,
      async (id) => {
        const media = await findMedia(id);
        if (media?.cut === undefined || !unwanted(media)) return;
        if ((await effects.removeMedia(media)) === "not-found") return;
        run.recordChange("removedMedia", `Media ${id}, cut from video stream ${stream}: removed`);
      },
    );
}
