import { type Upload, type UploadRefusal, uploadLifetimeMs } from "../../domain/upload/upload.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { checkParent } from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { takeFromQuota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { addTask, type PendingTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { remove, replace } from "../../table/write.ts";
import { createRecord } from "../create-record.ts";
import { uploadItem } from "./item.ts";
import { quotaOf, returnedTo } from "./quota.ts";

/** A new upload, and the daily quota of its maker in bytes. */
export type NewUploadRecord = Omit<Upload, "id" | "multipartId" | "state" | "version"> & {
  readonly bytesPerDay: number;
};

/** A signed URL of a part is valid for an hour, so parts may still arrive during the hour after an upload has ended. */
const lateMs = 3_600_000;
/** A refused completion gets the same response for a day. */
const refusedMs = 24 * 3_600_000;

/**
 * Writes uploads. From its creation, each upload has a task of the kind `video`: the clean-up ends the upload when it
 * expires, and deletes the file of an ended upload.
 */
export function uploadWriter(table: Table) {
  return {
    /**
     * Creates an upload, once for an idempotent request.
     * @param build checks the request; not used for a replay
     */
    create(
      build: () => Promise<NewUploadRecord>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "source-deleted" | "quota-reached"> {
      return createRecord(table, idempotency, async () => {
        const [{ bytesPerDay, ...fields }, id] = await Promise.all([build(), nextId(table, "F")]);
        const { source, maker, sizeBytes, createdMs } = fields;
        const upload = {
          ...fields,
          id,
          multipartId: undefined,
          state: { kind: "open" },
          version: 1,
        } as const;
        const quota = quotaOf(maker, createdMs, bytesPerDay);
        return {
          id,
          item: uploadItem(upload),
          writes: [
            checkParent(keys.captureSource(source), id, "source-deleted" as const),
            takeFromQuota(quota, sizeBytes, "quota-reached" as const),
            addTask({ kind: "video", id }, createdMs + uploadLifetimeMs),
          ],
        };
      });
    },

    /** Replaces an upload as it was read, with another state or with the id of its multipart upload. */
    async update(before: Upload, after: Upload): Promise<"updated" | "changed-meanwhile"> {
      const refused = await transact(table, [
        replace(uploadItem(after), before.version, "changed-meanwhile"),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "updated";
    },

    /**
     * Ends an upload without a stream. The caller then deletes its file, and the clean-up deletes it again later.
     * @param unsentBytes the bytes to return to the quota of the day on which the upload was created
     */
    async end(
      upload: Upload,
      refusal: UploadRefusal | undefined,
      { nowMs, unsentBytes = 0 }: { nowMs: number; unsentBytes?: number },
    ): Promise<"ended" | "changed-meanwhile"> {
      const { id, maker, createdMs, version } = upload;
      const refused = await transact<"changed-meanwhile">(table, [
        replace(uploadItem({ ...upload, state: { kind: "ended", refusal } }), version, "changed-meanwhile"),
        addTask({ kind: "video", id }, nowMs + (refusal === undefined ? lateMs : refusedMs)),
        ...returnedTo(maker, createdMs, nowMs, unsentBytes),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "ended";
    },

    /** Deletes the record of an upload whose file was deleted, unless the task was added again after it was read. */
    async forget(upload: Upload | undefined, task: PendingTask): Promise<"forgotten" | "changed-meanwhile"> {
      const writes: Write<"changed-meanwhile">[] = [
        remove(keys.task("video", task.id), "dueMs", task.dueMs, "changed-meanwhile"),
      ];
      if (upload) writes.push(remove(keys.upload(upload.id), "ver", upload.version, "changed-meanwhile"));
      return (await transact(table, writes)).size > 0 ? "changed-meanwhile" : "forgotten";
    },
  };
}

export type UploadWriter = ReturnType<typeof uploadWriter>;
