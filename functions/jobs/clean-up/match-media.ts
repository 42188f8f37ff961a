import type { Media } from "../../../shared/domain/media.ts";
import type { MediaObjects } from "../../../shared/media/objects.ts";
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
 * Settles a note that a record may lack its file, or a file its record, once it is due: either both are there
 * afterwards, or neither is. A note that was made anew meanwhile stays for later, and so does its record.
 */
export function matchMedia({ findMedia, objects, effects, nowMs }: Deps) {
  return async (run: Run, note: PendingTask): Promise<void> => {
    if (note.dueMs > nowMs()) return;
    const { id } = note;
    const [media, hasFile] = await Promise.all([findMedia(id), objects.exists(id)]);
    if (media !== undefined && !hasFile && (await effects.removeMedia(media, note)) === "deleted") {
      run.did("removedMedia", `Media ${id} are removed: their file never came, or is lost`);
    }
    if (media === undefined && hasFile) {
      await effects.deleteFile(id);
      run.did("removedFiles", `The file of media ${id} is removed: it has no record`);
    }
    await effects.completePendingTask(note);
    run.did("completedTasks", `Media ${id} are settled`);
  };
}
