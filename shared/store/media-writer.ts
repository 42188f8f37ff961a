import type { Idempotency } from "../domain/idempotency.ts";
import type { Media } from "../domain/media.ts";
import type { TermChange } from "../index/list-index.ts";
import { addChild, checkParent, removeChild } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { mediaItem, mediaTerms } from "./media-item.ts";
import { type Note, addTask, postponeTask, completeTask } from "../table/tasks.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { moveUnique } from "../table/unique.ts";
import { putNew, removeExisting } from "../table/write.ts";

/** When the clean-up looks after a file that should have its record by then, or a record its file. */
const cutDueMs = 3_600_000;
const uploadDueMs = 24 * 3_600_000;

/**
 * Writes media records. A file and its record are in two stores, so whoever is about to have only one of them
 * notes that first (pending work `media`): whatever dies then, the clean-up settles it.
 */
export function mediaWriter(table: Table) {
  return {
    /** An id for what is to be cut: its file may be put under it, and is deleted if no record follows. */
    async reserve(nowMs: number): Promise<number> {
      const id = await nextId(table, "M");
      await transact(table, [addTask({ kind: "media", id }, nowMs + cutDueMs)]);
      return id;
    },

    /** Records what was cut, under the id that was reserved for it, unless another request has cut the same. */
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
        [termChange(media.id, undefined, media)],
      );
      // What is there under its id is this very record, from a try whose answer was lost.
      if (refused.has("recorded")) return "recorded";
      if (refused.has("stream-deleted")) return "stream-deleted";
      return refused.size > 0 ? "cut-before" : "recorded";
    },

    /** Makes the record of a file that is to be uploaded, once for an idempotency. */
    createUpload(
      build: () => Promise<Omit<Media, "id" | "cut">>,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "stream-deleted"> {
      return createOnce(table, idempotency, async (remember) => {
        const media: Media = { ...(await build()), id: await nextId(table, "M"), cut: undefined };
        const refused = await transact(
          table,
          [
            putNew(mediaItem(media), "already-written"),
            ...(media.stream === undefined
              ? []
              : [addChild(keys.videoStream(media.stream), media.id, "stream-deleted")]),
            addTask({ kind: "media", id: media.id }, media.createdMs + uploadDueMs),
            ...remember(media.id),
          ],
          [termChange(media.id, undefined, media)],
        );
        if (refused.has("already-written")) return media.id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "stream-deleted" : media.id;
      });
    },

    /** Gives the file of an upload another day to come: noted before its address is given out again. */
    async awaitUpload(id: number, nowMs: number): Promise<void> {
      await transact(table, [addTask({ kind: "media", id }, nowMs + uploadDueMs)]);
    },

    /**
     * Deletes a record, and notes that its file must go too: that of an upload once more after a day, for it can
     * still come to an address that was given out before.
     * @param note by which it is deleted, if by any: the record stays when that was made anew since it was read
     * @returns `gone` when the record, or the note as it was read, is not there any more
     */
    async delete(media: Media, note?: Note): Promise<"deleted" | "gone"> {
      const dueMs = media.cut === undefined ? Date.now() + uploadDueMs : 0;
      const refused = await transact(
        table,
        [
          removeExisting(keys.media(media.id), "gone"),
          ...moveUnique("cut", media.id, media.cut, undefined, "gone"),
          ...childless(media),
          note ? postponeTask(note, dueMs) : addTask({ kind: "media", id: media.id }, dueMs),
        ],
        [termChange(media.id, media, undefined)],
      );
      return refused.size > 0 ? "gone" : "deleted";
    },

    /** Says that a record has its file, or that neither is left. */
    async settled(id: number): Promise<void> {
      await transact(table, [completeTask({ kind: "media", id })]);
    },
  };
}

export type MediaWriter = ReturnType<typeof mediaWriter>;

/** What is cut goes with its stream; an upload is a child of it. */
function childless({ id, stream, cut }: Media): readonly Write<"gone">[] {
  return stream === undefined || cut !== undefined ? [] : [removeChild(keys.videoStream(stream), id, "gone")];
}

function termChange(id: number, before: Media | undefined, after: Media | undefined): TermChange {
  return {
    type: "media",
    id,
    before: before ? mediaTerms(before) : [],
    after: after ? mediaTerms(after) : [],
  };
}
