import { randomUUID } from "node:crypto";
import { TransactionCanceledException, TransactionInProgressException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/wire/fault.ts";
import { handled, untilAdmitted } from "../runtime/admission.ts";
import { retry } from "../runtime/retry.ts";
import type { Table, Write } from "./table.ts";
import { merged } from "./write.ts";

/** Maximum number of writes in a transaction (DynamoDB's limit). */
export const maxWrites = 100;

/** Maximum wait before the first retry, about the duration of a transaction. */
const firstWaitMs = 40;

/** Reads the table and returns the writes that follow from its contents, such as those of an index. */
export type DerivedWrites = (table: Table) => Promise<readonly Write[]>;

/** Derived writes of several kinds. */
export function allOf(...kinds: readonly DerivedWrites[]): DerivedWrites {
  return async (table) => (await Promise.all(kinds.map((derived) => derived(table)))).flat();
}

/** Starts to compute derived writes, so that a transaction finds them ready. */
export function readAhead(table: Table, derived: DerivedWrites): DerivedWrites {
  let first: ReturnType<DerivedWrites> | undefined = handled(derived(table));
  return (again) => {
    const ready = first ?? derived(again);
    first = undefined;
    return ready;
  };
}

/**
 * Writes all or nothing, once the request's caller is admitted. A write conflict is retried, with `derived` computed
 * again. A failed condition of `writes` is final.
 * @param derived writes that depend on what other requests write: if only the conditions of these writes fail, that is
 * a conflict
 * @returns the refusals of the writes whose conditions failed, in the order of `writes`; empty on success
 * @throws Fault `unavailable` if conflicts continue until the request's time is up
 */
export async function transact<R extends string>(
  table: Table,
  writes: readonly Write<R>[],
  derived: DerivedWrites = async () => [],
): Promise<ReadonlySet<R>> {
  const own = mergeAdditions(writes);
  const refused = await retry("conflict", firstWaitMs, async () => {
    const all = [...own, ...(await derived(table))];
    checkLimits(all);
    await untilAdmitted();
    const failed = await send(table, all);
    if (failed === "conflict") return failed;
    const refusals = new Set(own.flatMap(({ refusal }, i) => (failed.has(i) && refusal ? [refusal] : [])));
    return refusals.size === 0 && failed.size > 0 ? "conflict" : refusals;
  });
  if (refused === "conflict") {
    throw new Fault("unavailable", "Too many requests are changing the same records. Try again.");
  }
  return refused;
}

/**
 * Sends a transaction until its outcome is certain. If a response is lost, the transaction may have
 * succeeded. It is sent again with the same token, so that DynamoDB does not apply it twice. With a new
 * token, its conditions could fail because of its own writes.
 * @returns the positions of the writes whose conditions failed, or `conflict`
 */
async function send(table: Table, writes: readonly Write[]): Promise<ReadonlySet<number> | "conflict"> {
  const TransactItems = writes.map((write) => write.toItem(table.name));
  const ClientRequestToken = randomUUID();
  let sent = 0;
  const failed = await retry("uncertain", firstWaitMs, async () => {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
      return new Set<number>();
    } catch (error) {
      const inProgress = error instanceof TransactionInProgressException;
      if (!inProgress && !(error instanceof TransactionCanceledException)) throw error;
      sent += error.$metadata.attempts ?? 1;
      if (inProgress) return "uncertain";
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None");
      const positions = new Set(codes.flatMap((code, i) => (code === "ConditionalCheckFailed" ? [i] : [])));
      if (positions.size > 0) return positions;
      if (!codes.some((code) => transientCodes.has(code))) throw error;
      return sent > 1 ? "uncertain" : "conflict";
    }
  });
  if (failed !== "uncertain") return failed;
  throw new Fault("unavailable", "The request may or may not have succeeded. Try again.");
}

/** Reasons for which DynamoDB cancels a transaction that may succeed a moment later. */
const transientCodes: ReadonlySet<string> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Merges additions to one counter, since a transaction may contain an item only once. */
function mergeAdditions<R extends string>(writes: readonly Write<R>[]): readonly Write<R>[] {
  const byItem = new Map<string, Write<R>>();
  for (const write of writes) {
    const name = itemName(write);
    const before = byItem.get(name);
    const both = before ? merged(before, write) : write;
    if (!both) throw new Error(`A transaction has two writes to ${name}`);
    byItem.set(name, both);
  }
  return [...byItem.values()];
}

function checkLimits(writes: readonly Write[]): void {
  if (writes.length > maxWrites) throw new Error(`A transaction has ${writes.length} writes`);
  const names = new Set(writes.map(itemName));
  if (names.size < writes.length) throw new Error("A transaction has two writes to one item");
}

function itemName({ key }: Write): string {
  return `${key.sk} ${key.pk}`;
}
