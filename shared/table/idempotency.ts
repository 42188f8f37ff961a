import * as z from "zod/mini";
import type { Idempotency } from "../domain/idempotency.ts";
import { Fault } from "../domain/fault.ts";
import { getItem } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";

/** For so long a request that is sent again is answered again; a camera site may be cut off for a season. */
const rememberedSeconds = 90 * 24 * 3600;

const IdempotencyItem = z.object({ hash: z.string(), id: z.int(), exp: z.int() });

/** The record that an idempotency made, by this request or by an earlier one. */
export type Created = { readonly id: number; readonly replayed: boolean };

/**
 * Makes a record once, however often its request is sent: what remembers the idempotency is written in the same
 * transaction as the record.
 * @param make writes the record together with what `remember` gives for its id; answers the id, or `repeated`
 *   when that write was refused
 * @throws Fault `unprocessable` when the same key came with another body
 */
export async function createOnce<F extends string>(
  table: Table,
  idempotency: Idempotency | undefined,
  make: (remember: (id: number) => readonly Write<"repeated">[]) => Promise<number | F | "repeated">,
): Promise<Created | F> {
  const before = await recall(table, idempotency);
  if (before) return before;
  const made = await make((id) => (idempotency ? [rememberWrite(idempotency, id)] : [])).catch(asFault);
  if (typeof made === "number") return { id: made, replayed: false };
  // What stands in the way may be what this very idempotency, sent twice, has made meanwhile.
  const twin = await recall(table, idempotency);
  if (twin) return twin;
  if (made instanceof Fault) throw made;
  if (made !== "repeated") return made;
  throw new Fault("unavailable", "The same request is being answered. Try again.");
}

/**
 * What an idempotency made before, if it did.
 * @throws Fault `unprocessable` when it was another request
 */
export async function recall(table: Table, idempotency: Idempotency | undefined): Promise<Created | undefined> {
  if (idempotency === undefined) return undefined;
  const item = await getItem(table, keys.idempotency(idempotency.digest), IdempotencyItem);
  // DynamoDB deletes expired items days later.
  if (item === undefined || item.exp <= nowSeconds()) return undefined;
  if (item.hash === idempotency.bodyHash) return { id: item.id, replayed: true };
  throw new Fault("unprocessable", "This Idempotency-Key has been used with another body.");
}

/** Remembers what an idempotency made, for the transaction that makes it. */
export function rememberWrite({ digest, bodyHash }: Idempotency, id: number): Write<"repeated"> {
  const seconds = nowSeconds();
  const key = keys.idempotency(digest);
  return {
    key,
    refusal: "repeated",
    toItem: (TableName) => ({
      Put: {
        TableName,
        Item: { ...key, hash: bodyHash, id, exp: seconds + rememberedSeconds },
        ConditionExpression: "attribute_not_exists(pk) OR exp <= :now",
        ExpressionAttributeValues: { ":now": seconds },
      },
    }),
  };
}

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
