import type { Media } from "../../domain/media/media.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import { addChild, checkParent, removeChild } from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { addTask, completeTask, type PendingTask, postponeTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { moveUnique } from "../../table/unique.ts";
import { putNew, removeExisting } from "../../table/write.ts";
import { createRecord } from "../create-record.ts";
import { mediaItem, mediaTerms } from "./item.ts";

/** Time after which the clean-up checks that a cut file has a record, and that an upload's record has a file. */
const cutDueMs = 3_600_000;
const uploadDueMs = 24 * 3_600_000;

const changeOf = termChanges("media", mediaTerms);

/**
 * Writes media records. A file and its record are in two stores. So before a request writes or deletes a file or a
 * record, it adds a task of the kind `media`: if the request crashes, the clean-up finishes or reverses its work.
 */
export function mediaWriter(table: Table) {
  return {
    /** Reserves an id for media to be cut. The clean-up deletes a file of that id if no record follows. */
    async reserve(nowMs: number): Promise<number> {
      const id = await nextId(table, "M");
      await transact(table, [addTask({ kind: "media", id }, nowMs + cutDueMs)]);
      return id;
    },

    /** Creates the record of a cut file, under its reserved id, unless another request has recorded the same cut. */
    async recordCut(
      media: Media & { readonly cut: string; readonly stream: number },
    ): Promise<"recorded" | "cut-before" | "stream-deleted"> {
      const refused = await transact(
        table,
        [
          putNew(mediaItem(media), "recorded"),
          ...moveUnique("cut", media.id, undefined, media.cut, "cut-before"),
          checkParent(keys.videoStream(media.stream), media.id, "stream-deleted"),
          completeTask({ kind: "media", id: media.id }),
        ],
        indexWrites([changeOf(undefined, media)]),
      );
      // Only this request has the id. So if the item exists already, an earlier try has written it, and its response
      // was lost.
      if (refused.has("recorded")) return "recorded";
      if (refused.has("stream-deleted")) return "stream-deleted";
      return refused.size > 0 ? "cut-before" : "recorded";
    },

    /**
     * Creates the record of a file that is to be uploaded, once for an idempotent request.
     * @param build checks the request; not used for a replay
     */
    createUpload(
      build: () => Promise<Omit<Media, "id" | "cut">>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "stream-deleted"> {
      return createRecord(table, idempotency, async () => {
        const [fields, id] = await Promise.all([build(), nextId(table, "M")]);
        const media: Media = { ...fields, id, cut: undefined };
        const { stream } = media;
        return {
          id,
          item: mediaItem(media),
          writes: [
            ...(stream === undefined
              ? []
              : [addChild(keys.videoStream(stream), id, "stream-deleted" as const)]),
            addTask({ kind: "media", id }, media.createdMs + uploadDueMs),
          ],
          change: changeOf(undefined, media),
        };
      });
    },

    /** Gives the file of an upload another day to arrive. Call this before you return the upload's address again. */
    async awaitUpload(id: number, nowMs: number): Promise<void> {
      await transact(table, [addTask({ kind: "media", id }, nowMs + uploadDueMs)]);
    },

    /**
     * Deletes a record and adds a task to delete its file. The file of an upload is deleted after a day, since it may
     * still arrive at an address that was returned earlier.
     * @param task the task that this deletion completes, if any. The record stays if that task was added again after it
     * was read
     * @returns `not-found` if the record does not exist, or if the task has changed
     */
    async delete(media: Media, task?: PendingTask): Promise<"deleted" | "not-found"> {
      const dueMs = media.cut === undefined ? Date.now() + uploadDueMs : 0;
      const refused = await transact(
        table,
        [
          removeExisting(keys.media(media.id), "not-found"),
          ...moveUnique("cut", media.id, media.cut, undefined, "not-found"),
          ...removeFromStream(media),
          task ? postponeTask(task, dueMs) : addTask({ kind: "media", id: media.id }, dueMs),
        ],
        indexWrites([changeOf(media, undefined)]),
      );
      return refused.size > 0 ? "not-found" : "deleted";
    },

    /** Completes a record's task: its file exists, or neither record nor file does. */
    async completeTask(id: number): Promise<void> {
      await transact(table, [completeTask({ kind: "media", id })]);
    },
  };
}

export type MediaWriter = ReturnType<typeof mediaWriter>;

/** An upload is a child of its stream; a cut is not, since it is deleted with the stream. */
function removeFromStream({ id, stream, cut }: Media): readonly Write<"not-found">[] {
  if (stream === undefined || cut !== undefined) return [];
  return [removeChild(keys.videoStream(stream), id, "not-found")];
}
