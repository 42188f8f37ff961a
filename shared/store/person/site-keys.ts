import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { SiteKey } from "../../domain/person/site-key.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { checkParent } from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import { queryAll, type Table } from "../../table/table.ts";
import { transact } from "../../table/transaction.ts";
import { drop, put, removeExisting } from "../../table/write.ts";
import { createRecord } from "../create-record.ts";
import { SiteKeyItem, siteKeyItem } from "./site-key-item.ts";

/** Minimum time between two writes of `last_used`, so that a busy site does not cause a write for each request. */
const useRecordedMs = 3_600_000;

const Pointer = z.object({ id: z.int() });

/** The site keys of capture sources. Admins create, list and revoke them. */
export function siteKeys(table: Table) {
  return {
    /**
     * Creates a key, once for an idempotent request. Keys are authors like users, so their ids come from the same
     * counter.
     */
    create(
      source: number,
      hash: Uint8Array,
      nowMs: number,
      idempotency: PendingIdempotency,
    ): Promise<Created | "source-deleted"> {
      return createRecord(table, idempotency, async () => {
        const id = await nextId(table, "U");
        return {
          id,
          item: siteKeyItem({ id, source, hash, createdMs: nowMs, usedMs: undefined }),
          writes: [
            checkParent(keys.captureSource(source), id, "source-deleted" as const),
            put({ ...keys.siteKeyOfSource(source, id), id }),
          ],
        };
      });
    },

    /** The keys of a source, by id. */
    async list(source: number): Promise<readonly SiteKey[]> {
      const pointers = await queryAll(table, {
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": keys.captureSource(source).pk, ":prefix": keys.siteKeyPrefix },
        ConsistentRead: true,
      });
      const ids = pointers.map((item) => z.parse(Pointer, item).id);
      return rowsOf(table, ids, keys.siteKey, SiteKeyItem);
    },

    /** Revokes a key of this source. Later requests with the key are refused. */
    async revoke(source: number, id: number): Promise<"revoked" | "not-found"> {
      const refused = await transact(table, [
        removeExisting(keys.siteKeyOfSource(source, id), "not-found"),
        drop(keys.siteKey(id)),
      ]);
      return refused.size > 0 ? "not-found" : "revoked";
    },
  };
}

export type SiteKeys = ReturnType<typeof siteKeys>;

/** Records that a key is used, at most once an hour. */
export function recordSiteKeyUse(table: Table, nowMs: () => number): (key: SiteKey) => Promise<void> {
  return async ({ id, usedMs }) => {
    const now = nowMs();
    if (usedMs !== undefined && now - usedMs < useRecordedMs) return;
    const update = table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keys.siteKey(id),
        UpdateExpression: "SET used = :now",
        ExpressionAttributeValues: { ":now": now },
        // Prevents the update from restoring a key that was revoked a moment ago.
        ConditionExpression: "attribute_exists(pk)",
      }),
    );
    await update.catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
}
