import { randomUUID } from "node:crypto";
import { TransactionCanceledException, TransactionInProgressException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/fault.ts";
import { indexWrites, type TermChange } from "../index/list-index.ts";
import { retry } from "../runtime/retry.ts";
import type { Table, Write } from "./table.ts";
import { merged } from "./write.ts";

/** DynamoDB's limit on the items of a transaction. */
export const maxWrites = 100;

/** The longest wait before the first new try: about the time that a transaction takes. */
const firstWaitMs = 40;

/**
 * Writes records and their index entries, all or nothing. A meeting with other writers is tried again with
 * the index read afresh; a condition that fails is not.
 * @returns the refusals of the writes whose conditions failed; none when everything was written
 * @throws Fault `unavailable` when other writers were in the way until the time was up
 */
export async function transact<R extends string>(
  table: Table,
  writes: readonly Write<R>[],
  changes: readonly TermChange[] = [],
): Promise<ReadonlySet<R>> {
  const own = mergeAdditions(writes);
  const refused = await retry("meeting", firstWaitMs, async () => {
    const all = [...own, ...(await indexWrites(table, changes))];
    checkLimits(all);
    const failed = await send(table, all);
    if (failed === "meeting") return failed;
    const refusals = new Set(own.filter((_, i) => failed.has(i)).map(({ refusal }) => refusal));
    return refusals.size === 0 && failed.size > 0 ? "meeting" : refusals;
  });
  if (refused === "meeting")
    throw new Fault("unavailable", "Others are writing at the same place. Try again.");
  return refused;
}

/**
 * Sends a transaction until it is certain what became of it. An answer that was lost may have been that of a
 * success: while that can be, it is sent again under its own token, for which DynamoDB does nothing twice.
 * Under a new token it would be refused for what it wrote itself.
 * @returns the positions of the writes whose conditions failed, or that others were in the way
 */
async function send(table: Table, writes: readonly Write[]): Promise<ReadonlySet<number> | "meeting"> {
  const TransactItems = writes.map((write) => write.toItem(table.name));
  const ClientRequestToken = randomUUID();
  let sent = 0;
  const failed = await retry("in doubt", firstWaitMs, async () => {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
      return new Set<number>();
    } catch (error) {
      const isUnderWay = error instanceof TransactionInProgressException;
      if (!isUnderWay && !(error instanceof TransactionCanceledException)) throw error;
      sent += error.$metadata.attempts ?? 1;
      if (isUnderWay) return "in doubt";
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None");
      const places = new Set(codes.flatMap((code, i) => (code === "ConditionalCheckFailed" ? [i] : [])));
      if (places.size > 0) return places;
      if (!codes.some((code) => transientCodes.has(code))) throw error;
      return sent > 1 ? "in doubt" : "meeting";
    }
  });
  if (failed !== "in doubt") return failed;
  throw new Fault("unavailable", "This may have been written or not. Try again.");
}

/** Reasons for which DynamoDB cancels a transaction that may go through a moment later. */
const transientCodes: ReadonlySet<string> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** A transaction may name an item once, so additions to one counter become one. */
function mergeAdditions<R extends string>(writes: readonly Write<R>[]): readonly Write<R>[] {
  const byItem = new Map<string, Write<R>>();
  for (const write of writes) {
    const name = itemName(write);
    const before = byItem.get(name);
    const both = before ? merged(before, write) : write;
    if (!both) throw new Error(`Two writes of one transaction to ${name}`);
    byItem.set(name, both);
  }
  return [...byItem.values()];
}

function checkLimits(writes: readonly Write[]): void {
  if (writes.length > maxWrites) throw new Error(`${writes.length} writes in one transaction`);
  const names = new Set(writes.map(itemName));
  if (names.size < writes.length) throw new Error("Two writes of one transaction to one item");
}

function itemName({ key }: Write): string {
  return `${key.sk} ${key.pk}`;
}
