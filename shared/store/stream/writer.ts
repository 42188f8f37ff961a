import type { Actor } from "../../domain/person/actor.ts";
import { type FrameSize, isSameSize } from "../../domain/stream/frame-size.ts";
import { isShortened, type VideoStream } from "../../domain/stream/video-stream.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { bucketNumber, indexWrites, termChanges } from "../../index/list-index.ts";
import {
  addChild,
  changeBasis,
  changeBasisWithoutChildren,
  countChildren,
  forbidChildren,
  removeChild,
  requireNoChildren,
} from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { addTask } from "../../table/tasks.ts";
import { readAhead, transact } from "../../table/transaction.ts";
import { moveUnique } from "../../table/unique.ts";
import { createRecord } from "../create-record.ts";
import { currentActor, madeNow } from "../history/actor-item.ts";
import { recordChange } from "../history/record-change.ts";
import { uniqueFile } from "../upload/reader.ts";
import { streamBasis } from "./basis.ts";
import { heartbeat, isHeartbeat } from "./heartbeat.ts";
import { videoStreamItem, videoStreamTerms } from "./item.ts";

const changeOf = termChanges("videostream", videoStreamTerms, (stream) => [bucketNumber(stream)]);

/** The record to create for a new stream, with the writes that belong to it. */
export function streamCreation(created: VideoStream) {
  return {
    id: created.id,
    item: videoStreamItem(created),
    writes: [addChild(keys.captureSource(created.source), created.id, "source-deleted" as const)],
    change: changeOf(undefined, created),
  };
}

/** Writes streams and, in the same transaction, the number of streams of their source and the calendar entries. */
export function videoStreamWriter(table: Table) {
  return {
    /**
     * Creates a stream, once for an idempotent request.
     * @param build checks the request; not used for a replay
     */
    create(
      build: () => Promise<Omit<VideoStream, "id" | "made" | "version">>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "source-deleted"> {
      return createRecord(table, idempotency, async () => {
        const [fields, id, made] = await Promise.all([build(), nextId(table, "V"), madeNow()]);
        return streamCreation({ ...fields, id, made, version: 1 });
      });
    },

    /**
     * Replaces a stream as it was read. If records that refer to the stream prevent a change of its frame size, in
     * which their boxes are measured, returns their number.
     * @param others writes of the same transaction
     */
    async update(
      before: VideoStream,
      after: VideoStream,
      others: readonly Write<"changed-meanwhile">[] = [],
    ): Promise<"updated" | "changed-meanwhile" | { children: number }> {
      const key = keys.videoStream(before.id);
      const derived = readAhead(
        table,
        indexWrites(isHeartbeat(before, after) ? [] : [changeOf(before, after)]),
      );
      const refused = await transact(
        table,
        [...changeWrites(before, after, await currentActor()), ...others],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "updated";
    },

    /**
     * Replaces a stream as it was read, with another source. If records refer to the stream, returns their number: they
     * are made from its source.
     * @returns `file-taken` if the new source has the same file
     */
    async move(
      before: VideoStream,
      after: VideoStream,
    ): Promise<"updated" | "changed-meanwhile" | "source-deleted" | "file-taken" | { children: number }> {
      const derived = readAhead(table, indexWrites([changeOf(before, after)]));
      const refused = await transact(
        table,
        [
          ...changeWrites(before, after, await currentActor()),
          removeChild(keys.captureSource(before.source), before.id, "changed-meanwhile"),
          addChild(keys.captureSource(after.source), after.id, "source-deleted"),
          ...moveUnique("fingerprint", after.id, uniqueFileOf(before), uniqueFileOf(after), "file-taken"),
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("source-deleted")) return "source-deleted";
      if (refused.has("file-taken")) return "file-taken";
      const key = keys.videoStream(before.id);
      return refused.size > 0 ? { children: await countChildren(table, key) } : "updated";
    },

    /**
     * Sets the frame size of a stream without one, as it was read. Refused if a record refers to the stream, since it
     * may have a box.
     */
    async giveSize(before: VideoStream, size: FrameSize): Promise<"given" | "changed-meanwhile" | "in-use"> {
      const after = { ...before, size };
      const refused = await transact(
        table,
        [
          ...streamChange(before, after, await currentActor()),
          ...requireNoChildren(keys.videoStream(before.id), "in-use"),
        ],
        indexWrites([changeOf(before, after)]),
      );
      if (refused.size === 0) return "given";
      return refused.has("changed-meanwhile") ? "changed-meanwhile" : "in-use";
    },

    /**
     * Deletes a stream as it was read. If it has annotations or uploads, returns their number instead. Tasks later
     * delete the media that were cut from it, its copy, and its own file.
     */
    async delete(stream: VideoStream): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.videoStream(stream.id);
      const derived = readAhead(table, indexWrites([changeOf(stream, undefined)]));
      const refused = await transact(
        table,
        [
          ...streamChange(stream, undefined, await currentActor()),
          removeChild(keys.captureSource(stream.source), stream.id, "changed-meanwhile"),
          ...forbidChildren(key, "has-children"),
          addTask({ kind: "deleted-stream", id: stream.id }),
          addTask({ kind: "unused-copy", id: stream.id }),
          ...fileRemoval(stream),
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

/** The writes that replace a stream, with their tasks and the guards of the records that refer to it. */
function changeWrites(before: VideoStream, after: VideoStream, by: Actor) {
  return [
    ...(isHeartbeat(before, after) ? [heartbeat(after)] : streamChange(before, after, by)),
    ...endedStreamTask(before, after),
    ...movedStreamTask(before, after),
    ...otherVideoTask(before, after),
    ...childGuards(before, after),
  ];
}

function streamChange(before: VideoStream, after: VideoStream | undefined, by: Actor) {
  return recordChange(videoStreamItem(before), after && videoStreamItem(after), by);
}

function uniqueFileOf({ source, file }: VideoStream): string | undefined {
  return file && uniqueFile(source, file.fingerprint);
}

/**
 * The task to delete the file of an uploaded stream, and the release of its fingerprint: the same file can be uploaded
 * again at once.
 */
function fileRemoval(stream: VideoStream): readonly Write<"changed-meanwhile">[] {
  if (stream.file === undefined) return [];
  return [
    addTask({ kind: "video", id: stream.file.upload }),
    ...moveUnique("fingerprint", stream.id, uniqueFileOf(stream), undefined, "changed-meanwhile"),
  ];
}

export type VideoStreamWriter = ReturnType<typeof videoStreamWriter>;

/** Annotations are made from the start and the source of their stream, and their boxes are measured in its frames. */
function childGuards(before: VideoStream, after: VideoStream): readonly Write<"has-children">[] {
  const key = keys.videoStream(after.id);
  const basis = streamBasis(after.startMs, after.source);
  const isOther = basis !== streamBasis(before.startMs, before.source);
  const isResized = before.size !== undefined && !isSameSize(before.size, after.size);
  const isChildless = isResized || before.source !== after.source;
  if (isOther && isChildless) return changeBasisWithoutChildren(key, basis, "has-children");
  if (isOther) return changeBasis(key, basis);
  return isChildless ? requireNoChildren(key, "has-children") : [];
}

/** The task to correct the times of the annotations of a stream whose start has changed. */
function movedStreamTask(before: VideoStream, after: VideoStream): readonly Write<never>[] {
  if (before.startMs === after.startMs) return [];
  return [addTask({ kind: "moved-stream", id: after.id }, Date.now())];
}

/** The task to remove the copy of a video that a stream no longer has. */
function otherVideoTask(before: VideoStream, after: VideoStream): readonly Write<never>[] {
  return before.url === after.url ? [] : [addTask({ kind: "unused-copy", id: after.id })];
}

/** Time for which an end set by the clean-up stays provisional, since the stream's site may be offline. */
const provisionalMs = 7 * 24 * 3_600_000;

/** The task to delete media that extend beyond the stream's end. The task of a later end replaces it. */
function endedStreamTask(before: VideoStream, after: VideoStream): readonly Write<never>[] {
  const { endedBy } = after.live ?? {};
  if (!isShortened(before, after) && endedBy === before.live?.endedBy) return [];
  const waitMs = endedBy === "cleanup" ? provisionalMs : 0;
  return [addTask({ kind: "ended-stream", id: after.id }, Date.now() + waitMs)];
}
