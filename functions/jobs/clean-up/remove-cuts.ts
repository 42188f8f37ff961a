import type { Media } from "../../../shared/domain/media.ts";
import { isInStream } from "../../../shared/domain/media-range.ts";
import type { VideoStream } from "../../../shared/domain/video-stream.ts";
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

/** Removes what was cut out of a stream that is deleted. */
export function removeCutsOfDeleted(deps: Deps) {
  const remove = removeCuts(deps);
  return async (run: Run, note: PendingTask): Promise<void> => {
    if (!(await remove(run, note.id, () => true))) return;
    await deps.effects.completePendingTask(note);
    run.did("completedTasks", `Video stream ${note.id}, which is deleted, has no media left`);
  };
}

/** A cut of what was live when it began is recorded by then: no request records one after its half a minute. */
const cutMs = 2 * 60_000;

/**
 * Removes what was cut out of a stream beyond its end, or across it, once the note is due. It stays for what
 * was being cut when it was made.
 */
export function removeCutsBeyondEnd(deps: Deps) {
  const remove = removeCuts(deps);
  return async (run: Run, note: PendingTask): Promise<void> => {
    const sinceMs = deps.nowMs() - note.dueMs;
    if (sinceMs < 0) return;
    const stream = await deps.findStream(note.id);
    const isBeyond = ({ range }: Media) =>
      stream !== undefined && range !== undefined && !isInStream(stream, range);
    if (!(await remove(run, note.id, isBeyond)) || sinceMs < cutMs) return;
    await deps.effects.completePendingTask(note);
    run.did("completedTasks", `Video stream ${note.id} has no media beyond its end`);
  };
}

/** Removes those media of a stream that were cut out of it and are `unwanted`; says whether all are removed. */
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
        run.did("removedMedia", `Media ${id}, cut out of video stream ${stream}, are removed`);
      },
    );
}
