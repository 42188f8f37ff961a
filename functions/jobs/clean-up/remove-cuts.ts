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
    run.recordChange(
      "completedTasks",
      `Video stream ${task.id}: it was deleted, and now all of its media are removed`,
    );
  };
}

/**
 * Time after a stream's end in which a request that began before it can still record media, in milliseconds. A request
 * takes at most half a minute.
 */
const lateCutsMs = 2 * 60_000;

/**
 * Removes media that extend beyond the end of their stream, once the task is due. The task stays pending until requests
 * from before the end can no longer record media.
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
    run.recordChange("completedTasks", `Video stream ${task.id}: all media beyond its end removed`);
  };
}

/** Removes the `unwanted` media that were cut from a stream. Returns false if a removal failed or time ran out. */
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
