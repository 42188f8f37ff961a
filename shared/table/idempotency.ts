import * as z from "zod/mini";
import { Fault } from "../domain/fault.ts";
import type { Idempotency } from "../domain/idempotency.ts";
import { getItem } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";

/** How long a repeated request gets the first response again. A camera site may be offline for a season. */
const keptSeconds = 90 * 24 * 3600;

const IdempotencyItem = z.object({ hash: z.string(), id: z.int(), exp: z.int() });

/** The record that a request created. `replayed`: an earlier copy of the request created it. */
export type Created = { readonly id: number; readonly replayed: boolean };

/**
 * Creates a record once, however often its request is sent: the idempotency item is written in the same
 * transaction as the record.
 * @param create writes the record together with the writes that `remember` returns for its id; returns the id, or
 *   `repeated` when those writes were refused
 * @throws Fault `unprocessable` when the same key came with another body
 */
export async function createOnce<F extends string>(
  table: Table,
  idempotency: Idempotency | undefined,
  create: (remember: (id: number) => readonly Write<"repeated">[]) => Promise<number | F | "repeated">,
): Promise<Created | F> {
  const before = await recall(table, idempotency);
  if (before) return before;
  const created = await create((id) => (idempotency ? [rememberWrite(idempotency, id)] : [])).catch(asFault);
  if (typeof created === "number") return { id: created, replayed: false };
  // The conflict may come from a copy of this request that has finished meanwhile.
  const other = await recall(table, idempotency);
  if (other) return other;
  if (created instanceof Fault) throw created;
  if (created !== "repeated") return created;
  throw new Fault("unavailable", "The same request is still being processed. Try again.");
}

/**
 * The record that an earlier copy of this request created, or `undefined`.
 * @throws Fault `unprocessable` when the key was used for another request
 */
export async function recall(
  table: Table,
  idempotency: Idempotency | undefined,
): Promise<Created | undefined> {
  if (idempotency === undefined) return undefined;
  const item = await getItem(table, keys.idempotency(idempotency.digest), IdempotencyItem);
  // DynamoDB may delete expired items days later.
  if (item === undefined || item.exp <= nowSeconds()) return undefined;
  if (item.hash === idempotency.bodyHash) return { id: item.id, replayed: true };
  throw new Fault(
    "unprocessable",
    "This Idempotency-Key was used before with another body. Use a new key for a new request.",
  );
}

/** Stores what a request created, in the transaction that creates it. */
export function rememberWrite({ digest, bodyHash }: Idempotency, id: number): Write<"repeated"> {
  const seconds = nowSeconds();
  const key = keys.idempotency(digest);
  return {
    key,
    refusal: "repeated",
    toItem: (TableName) => ({
      Put: {
        TableName,
        Item: { ...key, hash: bodyHash, id, exp: seconds + keptSeconds },
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
