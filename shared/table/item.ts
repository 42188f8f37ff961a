import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { load } from "./load.ts";
import { keys, type RecordType } from "./schema.ts";
import { existing, type Key, type Table } from "./table.ts";

/** Reads and parses one item, strongly consistent. `undefined` if it does not exist, or is a deleted record. */
export async function getItem<T>(table: Table, key: Key, schema: z.core.$ZodType<T>): Promise<T | undefined> {
  const item = existing(await load(table, key));
  return item === undefined ? undefined : z.parse(schema, item);
}

/**
 * Returns the next id of a record type, from 1. No id is returned twice, since the counter is one atomic ADD. If the
 * record is then not written, its id stays unused.
 */
export async function nextId(table: Table, type: RecordType): Promise<number> {
  const [id] = await nextIds(table, type, 1);
  if (id === undefined) throw new Error("DynamoDB returned no id");
  return id;
}

/** The next `count` consecutive ids of a record type. */
export async function nextIds(table: Table, type: RecordType, count: number): Promise<readonly number[]> {
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.counter(type),
      UpdateExpression: "ADD n :count",
      ExpressionAttributeValues: { ":count": count },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  const last = z.parse(Counter, Attributes).n;
  return Array.from({ length: count }, (_, i) => last - count + 1 + i);
}

/** The last id that was assigned to a record type. The type has at most this number of records. */
export async function lastId(table: Table, type: RecordType): Promise<number> {
  return (await getItem(table, keys.counter(type), Counter))?.n ?? 0;
}

const Counter = z.object({ n: z.int() });
