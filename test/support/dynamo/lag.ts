import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "../../../shared/table/table.ts";
import { intercept, type WrittenItem, writtenItems } from "./call.ts";

/**
 * Makes secondary indexes lag behind writes, as they may on AWS. Every written item is copied to a second table after a
 * delay, and queries of an index read that table instead. So a query may return or count an old version of an item, but
 * never a part of an item.
 *
 * @param table the table, opened by a client without faults
 * @param follower the second table, which is empty and opened by a client without faults
 * @param delay called once for each written item
 */
export function dynamoLag(table: Table, follower: Table, delay: () => Promise<unknown>) {
  const copies = new Map<string, Promise<void>>();
  const copy = async ({ pk, sk }: WrittenItem) => {
    const Key = { pk, sk };
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
    );
    if (Item) await follower.client.send(new PutCommand({ TableName: follower.name, Item }));
    else await follower.client.send(new DeleteCommand({ TableName: follower.name, Key }));
  };
  return {
    addTo(client: DynamoDBClient): void {
      intercept(client, "before serialising", (call, send) =>
        call.input.IndexName === undefined ? send() : send({ ...call.input, TableName: follower.name }),
      );
      intercept(client, "each attempt", async (call, send) => {
        const output = await send();
        for (const item of writtenItems(call)) {
          const name = `${item.sk} ${item.pk}`;
          // Copies of the same item run one after the other. Otherwise an old version could overwrite a newer one.
          const turn = Promise.all([delay(), copies.get(name)]);
          copies.set(
            name,
            turn.then(() => copy(item)),
          );
        }
        return output;
      });
    },
    /** Waits until all writes are in the indexes. */
    async caughtUp(): Promise<void> {
      await Promise.all(copies.values());
    },
  };
}
