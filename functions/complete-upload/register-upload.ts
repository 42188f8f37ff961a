import { type Copy, newCopy } from "../../shared/domain/copy/copy.ts";
import { dayMs } from "../../shared/domain/time/local-days.ts";
import type { Upload, UploadedStream } from "../../shared/domain/upload/upload.ts";
import { indexWrites } from "../../shared/index/list-index.ts";
import { queuedCopy } from "../../shared/store/copy/writer.ts";
import { creationWrites } from "../../shared/store/create-record.ts";
import { madeNow } from "../../shared/store/history/actor-item.ts";
import { streamCreation } from "../../shared/store/stream/writer.ts";
import { uploadItem } from "../../shared/store/upload/item.ts";
import { uniqueFile } from "../../shared/store/upload/reader.ts";
import type { Created, Remember } from "../../shared/table/idempotency.ts";
import { nextId } from "../../shared/table/item.ts";
import type { Table, Write } from "../../shared/table/table.ts";
import { completeTask } from "../../shared/table/tasks.ts";
import { readAhead, transact } from "../../shared/table/transaction.ts";
import { claimUnique } from "../../shared/table/unique.ts";
import { replace } from "../../shared/table/write.ts";

const refusals = ["changed-meanwhile", "repeated", "fingerprint-taken", "source-deleted"] as const;

type Options = { readonly copyMinutesPerDay: number; readonly nowMs: () => number };

/** What the copy of an uploaded file needs to know of it. */
type Original = Pick<Copy, "codec" | "lengthMs">;

/** A copy waits this many days at most for room in the quota. Without room, nothing is queued: people may ask for it. */
const mostDays = 30;

/**
 * Creates the stream of an upload and marks the upload as done, in one transaction, so that an upload becomes only one
 * stream.
 * @param original of a file that no browser plays: the same transaction queues its copy, on the first day with room
 * @param remember stores the idempotency key of the request (see `createOnce`)
 * @returns the id of the stream, the record that an earlier copy of the request created, or the reason for a refusal
 */
export function registerUpload(table: Table, { copyMinutesPerDay, nowMs }: Options) {
  return async (
    upload: Upload,
    stream: UploadedStream,
    original: Original | undefined,
    remember: Remember,
  ): Promise<number | Created | (typeof refusals)[number]> => {
    const [id, made] = await Promise.all([nextId(table, "V"), madeNow()]);
    const creation = streamCreation({ ...stream, id, made, version: 1 });
    const ahead = readAhead(table, indexWrites([creation.change]));
    const remembered = await remember(id);
    if ("id" in remembered) return remembered;
    const done = uploadItem({ ...upload, state: { kind: "done", stream: id } });
    const value = uniqueFile(stream.source, stream.file.fingerprint);
    const maker = "user" in upload.maker ? upload.maker.user : 0;
    const isCopied = original !== undefined && copyMinutesPerDay > 0;
    const copy = isCopied ? newCopy({ id, maker, url: stream.url, ...original }, nowMs()) : undefined;
    const create = (copyWrites: readonly Write<"quota-reached">[]) =>
      transact<(typeof refusals)[number] | "already-written" | "quota-reached">(
        table,
        [
          replace(done, upload.version, "changed-meanwhile"),
          ...creationWrites(creation),
          ...claimUnique("fingerprint", id, value, "fingerprint-taken"),
          completeTask({ kind: "video", id: upload.id }),
          ...remembered,
          ...copyWrites,
        ],
        ahead,
      );
    let refused = await create(copy === undefined ? [] : queuedCopy(copy, copyMinutesPerDay));
    for (let days = 1; copy !== undefined && days <= mostDays; days += 1) {
      if (!refused.has("quota-reached") || refused.size > 1) break;
      const notBeforeMs = startOfDay(copy.createdMs) + days * dayMs;
      refused = await create(queuedCopy({ ...copy, notBeforeMs }, copyMinutesPerDay));
    }
    if (refused.has("quota-reached")) refused = await create([]);
    // An id is assigned only once. So this request created the stream, and DynamoDB's response was lost.
    if (refused.has("already-written")) return id;
    return refusals.find((refusal) => refused.has(refusal)) ?? id;
  };
}

function startOfDay(ms: number): number {
  return ms - (ms % dayMs);
}

export type RegisterUpload = ReturnType<typeof registerUpload>;
