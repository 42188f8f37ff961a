import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Attempt } from "../domain/attempt.ts";
import type { SiteKey } from "../domain/site-key.ts";
import { checkParent } from "./child-guard.ts";
import { type Made, makeOnce } from "./idempotency.ts";
import { nextId } from "./item.ts";
import { rowsOf } from "./rows.ts";
import { keys } from "./schema.ts";
import { SiteKeyItem, siteKeyItem } from "./site-key-item.ts";
import { queryAll, type Table } from "./table.ts";
import { transact } from "./transaction.ts";
import { drop, put, putNew, removeExisting } from "./write.ts";

/** `last_used` is written at most so often: a busy site must not pay a write a call. */
const useNotedMs = 3_600_000;

const Pointer = z.object({ id: z.int() });

/** The keys of capture sources: made, listed and revoked by admins. */
export function siteKeys(table: Table) {
  return {
    /** Makes a key, once for an attempt. Its id is of the users' counter, since it can be an author as they are. */
    create(
      source: number,
      hash: Uint8Array,
      nowMs: number,
      attempt: Attempt | undefined,
    ): Promise<Made | "source-gone"> {
      return makeOnce(table, attempt, async (remember) => {
        const id = await nextId(table, "U");
        const key: SiteKey = { id, source, hash, createdMs: nowMs, usedMs: undefined };
        const refused = await transact(table, [
          putNew(siteKeyItem(key), "made-before"),
          checkParent(keys.captureSource(source), id, "source-gone"),
          put({ ...keys.siteKeyOfSource(source, id), id }),
          ...remember(id),
        ]);
        if (refused.has("made-before")) return id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "source-gone" : id;
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
