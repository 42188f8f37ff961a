import type { Idempotency } from "../domain/idempotency.ts";
import { isShortened, type VideoStream } from "../domain/video-stream.ts";
import type { TermChange } from "../index/list-index.ts";
import { addChild, forbidChildren, countChildren, removeChild } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { addTask } from "../table/tasks.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { videoStreamItem, videoStreamTerms } from "./video-stream-item.ts";
import { putNew, remove, replace } from "../table/write.ts";

/** Writes streams and, in the same transaction, their source's count of them and the calendars of starts. */
export function videoStreamWriter(table: Table) {
  return {
    /** Makes a stream, once for an idempotency; `build` checks the request, unless it was answered before. */
    create(
      build: () => Promise<Omit<VideoStream, "id" | "version">>,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "source-deleted"> {
      return createOnce(table, idempotency, async (remember) => {
        const created: VideoStream = { ...(await build()), id: await nextId(table, "V"), version: 1 };
        const refused = await transact(
          table,
          [
            // Ids are given once: what is there already is this very stream, from a try whose answer was lost.
            putNew(videoStreamItem(created), "already-written"),
            addChild(keys.captureSource(created.source), created.id, "source-deleted"),
            ...remember(created.id),
          ],
          [termChange(created.id, undefined, created)],
        );
        if (refused.has("already-written")) return created.id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "source-deleted" : created.id;
      });
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(before: VideoStream, after: VideoStream): Promise<"updated" | "changed-meanwhile"> {
      const refused = await transact(
        table,
        [replace(videoStreamItem(after), before.version, "changed-meanwhile"), ...noteEnd(before, after)],
        [termChange(before.id, before, after)],
      );
      return refused.size > 0 ? "changed-meanwhile" : "updated";
    },

    /**
     * Deletes the stream as it was read, unless something refers to it: then their number. What was cut out of
     * it goes afterwards.
     */
    async delete(stream: VideoStream): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.videoStream(stream.id);
      const refused = await transact(
        table,
        [
          remove(key, "ver", stream.version, "changed-meanwhile"),
          removeChild(keys.captureSource(stream.source), stream.id, "changed-meanwhile"),
          ...forbidChildren(key, "has-children"),
          addTask({ kind: "deleted-stream", id: stream.id }),
        ],
        [termChange(stream.id, stream, undefined)],
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type VideoStreamWriter = ReturnType<typeof videoStreamWriter>;

/** For so long an end by the clean-up waits for that of its site, whose link may be down. */
const provisionalMs = 7 * 24 * 3_600_000;

/** Notes that what was cut out of the stream may lie beyond its end; the note of another end replaces it. */
function noteEnd(before: VideoStream, after: VideoStream): readonly Write<"never">[] {
  const { endedBy } = after.live ?? {};
  if (!isShortened(before, after) && endedBy === before.live?.endedBy) return [];
  const waitMs = endedBy === "cleanup" ? provisionalMs : 0;
  return [addTask({ kind: "ended-stream", id: after.id }, Date.now() + waitMs)];
}

function termChange(id: number, before: VideoStream | undefined, after: VideoStream | undefined): TermChange {
  return {
    type: "videostream",
    id,
    before: before ? videoStreamTerms(before) : [],
    after: after ? videoStreamTerms(after) : [],
  };
}
