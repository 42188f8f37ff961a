import type { Upload, UploadedStream } from "../../shared/domain/upload/upload.ts";
import { indexWrites } from "../../shared/index/list-index.ts";
import { creationWrites } from "../../shared/store/create-record.ts";
import { streamCreation } from "../../shared/store/stream/writer.ts";
import { uploadItem } from "../../shared/store/upload/item.ts";
import { uniqueFile } from "../../shared/store/upload/reader.ts";
import type { Created, Remember } from "../../shared/table/idempotency.ts";
import { nextId } from "../../shared/table/item.ts";
import type { Table } from "../../shared/table/table.ts";
import { completeTask } from "../../shared/table/tasks.ts";
import { readAhead, transact } from "../../shared/table/transaction.ts";
import { claimUnique } from "../../shared/table/unique.ts";
import { replace } from "../../shared/table/write.ts";

const refusals = ["changed-meanwhile", "repeated", "fingerprint-taken", "source-deleted"] as const;

/**
 * Creates the stream of an upload and marks the upload as done, in one transaction, so that an upload becomes only one
 * stream.
 * @param remember stores the idempotency key of the request (see `createOnce`)
 * @returns the id of the stream, the record that an earlier copy of the request created, or the reason for a refusal
 */
export function registerUpload(table: Table) {
  return async (
    upload: Upload,
    stream: UploadedStream,
    remember: Remember,
  ): Promise<number | Created | (typeof refusals)[number]> => {
    const id = await nextId(table, "V");
    const creation = streamCreation({ ...stream, id, version: 1 });
    const ahead = readAhead(table, indexWrites([creation.change]));
    const remembered = await remember(id);
    if ("id" in remembered) return remembered;
    const done = uploadItem({ ...upload, state: { kind: "done", stream: id } });
    const value = uniqueFile(stream.source, stream.file.fingerprint);
    const refused = await transact<(typeof refusals)[number] | "already-written">(
      table,
      [
        replace(done, upload.version, "changed-meanwhile"),
        ...creationWrites(creation),
        ...claimUnique("fingerprint", id, value, "fingerprint-taken"),
        completeTask({ kind: "video", id: upload.id }),
        ...remembered,
      ],
      ahead,
    );
    // An id is assigned only once. So this request created the stream, and DynamoDB's response was lost.
    if (refused.has("already-written")) return id;
    return refusals.find((refusal) => refused.has(refusal)) ?? id;
  };
}

export type RegisterUpload = ReturnType<typeof registerUpload>;
