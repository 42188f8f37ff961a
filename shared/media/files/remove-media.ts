import type { Media } from "../../domain/media/media.ts";
import type { MediaObjects } from "./objects.ts";

type Deps = {
  readonly media: {
    /** Deletes the record and, in the same transaction, adds a task to delete its file. */
    readonly delete: (media: Media) => Promise<"deleted" | "not-found">;
    readonly completeTask: (id: number) => Promise<void>;
  };
  readonly objects: Pick<MediaObjects, "delete">;
};

/**
 * Deletes a record, then its file. A crash in between leaves a task, and the clean-up deletes the file. The task of
 * an upload always stays, since its file may still arrive.
 */
export function removeMedia({ media, objects }: Deps) {
  return async (record: Media): Promise<"deleted" | "not-found"> => {
    const outcome = await media.delete(record);
    if (outcome === "not-found") return "not-found";
    await objects.delete(record.id);
    if (record.cut !== undefined) await media.completeTask(record.id);
    return "deleted";
  };
}
