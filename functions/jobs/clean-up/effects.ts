import type { Media } from "../../../shared/domain/media.ts";
import type { MediaObjects } from "../../../shared/media/objects.ts";
import { removeMedia } from "../../../shared/media/remove-media.ts";
import { mediaWriter } from "../../../shared/store/media-writer.ts";
import { type VideoStreamWriter, videoStreamWriter } from "../../../shared/store/video-stream-writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { completePendingTask, type PendingTask } from "../../../shared/table/tasks.ts";

/** All that the clean-up changes. */
export type Effects = {
  readonly updateStream: VideoStreamWriter["update"];
  /** Removes a record and its file; by a note, unless that was made anew since it was read. */
  readonly removeMedia: (media: Media, note?: PendingTask) => Promise<"deleted" | "not-found">;
  readonly deleteFile: (mediaId: number) => Promise<void>;
  readonly completePendingTask: (note: PendingTask) => Promise<void>;
};

export function effectsOn(table: Table, objects: MediaObjects): Effects {
  const { delete: remove, completeTask } = mediaWriter(table);
  return {
    updateStream: videoStreamWriter(table).update,
    removeMedia: (media, note) =>
      removeMedia({ media: { delete: (record) => remove(record, note), completeTask }, objects })(media),
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
