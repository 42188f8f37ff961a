import type { Media } from "../domain/media.ts";
import type { MediaObjects } from "./objects.ts";

type Deps = {
  readonly media: {
    /** Deletes the record and notes in the same transaction that the file must go. */
    readonly delete: (media: Media) => Promise<"deleted" | "gone">;
    readonly settled: (id: number) => Promise<void>;
  };
  readonly objects: Pick<MediaObjects, "delete">;
};

/** Deletes a record, then its file. What dies in between leaves a note by which the clean-up goes on. */
export function removeMedia({ media, objects }: Deps) {
  return async (record: Media): Promise<"deleted" | "gone"> => {
    const outcome = await media.delete(record);
    if (outcome === "gone") return "gone";
    await objects.delete(record.id);
    await media.settled(record.id);
    return "deleted";
  };
}
