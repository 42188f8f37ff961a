import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Item, Table } from "../../../shared/table/table.ts";

/** Reads all items of a table. */
export async function readAll(table: Table): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let next: Item | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    );
    items.push(...Items);
    if (LastEvaluatedKey === undefined) return items;
    next = LastEvaluatedKey;
  }
}
