import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { untilAdmitted } from "../runtime/admission.ts";
import { keys } from "../table/schema.ts";
import { queryAll, type Table } from "../table/table.ts";
import type { ListType } from "./term.ts";

/** Maximum number of values that a function keeps in memory. */
const maxRemembered = 10_000;

/** The values that this function has listed. Values stay listed, so they need no second write. */
const remembered = new WeakMap<Table["client"], Set<string>>();

/**
 * Lists values that records have, so that reads leave out those that no record has: the species that annotations are
 * identified as, and the duration buckets of streams. A read of each value costs a Query, and a deployment may have
 * thousands of other species.
 *
 * Must complete before the records are written: a listed value may have no record, but every record's value must be
 * listed. Waits until the request's caller is admitted.
 */
export async function listValues(table: Table, type: ListType, values: Iterable<number>): Promise<void> {
  const known = remembered.get(table.client) ?? new Set();
  remembered.set(table.client, known);
  if (known.size > maxRemembered) known.clear();
  const missing = [...new Set(values)].filter((value) => !known.has(`${table.name} ${type} ${value}`));
  if (missing.length === 0) return;
  await untilAdmitted();
  await Promise.all(
    missing.map(async (value) => {
      await table.client.send(new PutCommand({ TableName: table.name, Item: keys.listedValue(type, value) }));
      known.add(`${table.name} ${type} ${value}`);
    }),
  );
}

const Listed = z.object({ sk: z.string() });

/** The listed values, in order. There may be no records with them any more. */
export async function listedValues(table: Table, type: ListType): Promise<readonly number[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": keys.listedValue(type, 0).pk },
    ConsistentRead: true,
  });
  return items.map((item) => Number(z.parse(Listed, item).sk));
}
