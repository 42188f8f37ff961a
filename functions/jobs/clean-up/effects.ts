import type { Media } from "../../../shared/domain/media.ts";
import type { MediaObjects } from "../../../shared/media/objects.ts";
import { removeMedia } from "../../../shared/media/remove-media.ts";
import { mediaWriter } from "../../../shared/store/media-writer.ts";
import { completePendingTask, type Note } from "../../../shared/table/tasks.ts";
import type { Table } from "../../../shared/table/table.ts";
import { type VideoStreamWriter, videoStreamWriter } from "../../../shared/store/video-stream-writer.ts";

/** All that the clean-up changes. */
export type Effects = {
  readonly updateStream: VideoStreamWriter["update"];
  /** Removes a record and its file; by a note, unless that was made anew since it was read. */
  readonly removeMedia: (media: Media, note?: Note) => Promise<"deleted" | "gone">;
  readonly deleteFile: (mediaId: number) => Promise<void>;
  readonly completePendingTask: (note: Note) => Promise<void>;
};

export function effectsOn(table: Table, objects: MediaObjects): Effects {
  const { delete: remove, settled } = mediaWriter(table);
  return {
    updateStream: videoStreamWriter(table).update,
    removeMedia: (media, note) =>
      removeMedia({ media: { delete: (record) => remove(record, note), settled }, objects })(media),
    deleteFile: objects.delete,
    completePendingTask: (note) => completePendingTask(table, note),
  };
}

/** Those of a dry run: everything succeeds, nothing is written. */
export const pretended: Effects = {
  updateStream: async () => "updated",
  removeMedia: async () => "deleted",
  deleteFile: async () => {},
  completePendingTask: async () => {},
};
