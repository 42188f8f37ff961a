import * as z from "zod/mini";
import { Fault } from "../domain/wire/fault.ts";
import type { Idempotency, PendingIdempotency } from "../domain/wire/idempotency.ts";
import { handled } from "../runtime/admission.ts";
import { getItem } from "./item.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";

/**
 * Time for which a repeated request gets the response of the first request again. A camera site may be offline for a
 * season.
 */
const keptSeconds = 90 * 24 * 3600;

const IdempotencyItem = z.object({ hash: z.string(), id: z.int(), exp: z.int() });

/** The record that a request created. `replayed`: an earlier copy of the request created it. */
export type Created = { readonly id: number; readonly replayed: boolean };

/** Returns the writes that store what a request created, or the record that an earlier copy of it created. */
export type Remember = (id: number) => Promise<readonly Write<"repeated">[] | Created>;

/**
 * Creates a record once, even if its request is sent several times: the idempotency item is written in the same
 * transaction as the record. That item is looked up while `create` prepares the record.
 * @param create prepares the record, calls `remember` with its id, and writes it together with the writes that
 *   `remember` returns; returns the id, `repeated` if those writes were refused, or the `Created` of `remember`
 * @throws Fault `unprocessable` if the same key was used with another body
 */
export async function createOnce<F extends string>(
  table: Table,
  pending: PendingIdempotency,
  create: (remember: Remember) => Promise<number | F | "repeated" | Created>,
): Promise<Created | F> {
  const recalled = handled(recall(table, pending));
  const remember: Remember = async (id) => {
    const [before, idempotency] = await Promise.all([recalled, pending]);
    return before ?? (idempotency ? [rememberWrite(idempotency, id)] : []);
  };
  const created = await create(remember).catch(asFault);
  if (typeof created === "number") return { id: created, replayed: false };
  if (typeof created === "object" && !(created instanceof Fault)) return created;
  // Another copy of this request may have caused the conflict, and may have finished in the meantime.
  const other = (await recalled) ?? (await recall(table, pending));
  if (other) return other;
  if (created instanceof Fault) throw created;
  if (created !== "repeated") return created;
  throw new Fault("unavailable", "The same request is still being processed. Try again.");
}

/**
 * The record that an earlier copy of this request created, or `undefined`.
 * @throws Fault `unprocessable` if the key was used for another request
 */
export async function recall(table: Table, pending: PendingIdempotency): Promise<Created | undefined> {
  const idempotency = await pending;
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

/** Stores the id of the record that a request created, in the transaction that creates it. */
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
