import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Idempotency } from "../domain/idempotency.ts";
import type { SiteKey } from "../domain/site-key.ts";
import { checkParent } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import { SiteKeyItem, siteKeyItem } from "./site-key-item.ts";
import { queryAll, type Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { drop, put, putNew, removeExisting } from "../table/write.ts";

/** `last_used` is written at most so often: a busy site must not pay a write a call. */
const useNotedMs = 3_600_000;

const Pointer = z.object({ id: z.int() });

/** The keys of capture sources: made, listed and revoked by admins. */
export function siteKeys(table: Table) {
  return {
    /** Makes a key, once for an idempotency. Its id is of the users' counter, since it can be an author as they are. */
    create(
      source: number,
      hash: Uint8Array,
      nowMs: number,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "source-deleted"> {
      return createOnce(table, idempotency, async (remember) => {
        const id = await nextId(table, "U");
        const key: SiteKey = { id, source, hash, createdMs: nowMs, usedMs: undefined };
        const refused = await transact(table, [
          putNew(siteKeyItem(key), "already-written"),
          checkParent(keys.captureSource(source), id, "source-deleted"),
          put({ ...keys.siteKeyOfSource(source, id), id }),
          ...remember(id),
        ]);
        if (refused.has("already-written")) return id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "source-deleted" : id;
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

    /** Takes a key of this source out of use at once. */
    async revoke(source: number, id: number): Promise<"revoked" | "not-there"> {
      const refused = await transact(table, [
        removeExisting(keys.siteKeyOfSource(source, id), "not-there"),
        drop(keys.siteKey(id)),
      ]);
      return refused.size > 0 ? "not-there" : "revoked";
    },
  };
}

export type SiteKeys = ReturnType<typeof siteKeys>;

/** Notes that a key is used, at most once an hour. */
export function noteSiteKeyUse(table: Table, nowMs: () => number): (key: SiteKey) => Promise<void> {
  return async ({ id, usedMs }) => {
    const now = nowMs();
    if (usedMs !== undefined && now - usedMs < useNotedMs) return;
    const update = table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keys.siteKey(id),
        UpdateExpression: "SET used = :now",
        ExpressionAttributeValues: { ":now": now },
        // A key that was revoked a moment ago must not come back as a stub.
        ConditionExpression: "attribute_exists(pk)",
      }),
    );
    await update.catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
}
