import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { keys, type RecordType } from "./schema.ts";
import type { Key, Table } from "./table.ts";

/** One item, strongly consistent, parsed; `undefined` when it is not there. */
export async function getItem<T>(table: Table, key: Key, schema: z.core.$ZodType<T>): Promise<T | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : z.parse(schema, Item);
}

/**
 * The next id of a record type, from 1. An id whose record is never written is skipped, and none is ever
 * given twice: the counter is one atomic ADD.
 */
export async function nextId(table: Table, type: RecordType): Promise<number> {
  const [id] = await nextIds(table, type, 1);
  if (id === undefined) throw new Error("no id was given");
  return id;
}

/** The next `count` ids of a record type, one after the other. */
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

const Counter = z.object({ n: z.int() });
