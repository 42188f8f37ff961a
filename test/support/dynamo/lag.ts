import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "../../../shared/table/table.ts";
import { intercept, type WrittenItem, writtenItems } from "./call.ts";

/**
 * Makes secondary indexes follow a write only later, as on AWS they may. The indexes of a second, empty
 * table are read in place of the table's own; every item written goes there when its `later` has passed. So
 * a query of an index sees old items whole, counts among them, and each item follows by itself.
 *
 * @param table as the follower, of a client without faults
 */
export function dynamoLag(table: Table, follower: Table, later: () => Promise<unknown>) {
  const following = new Map<string, Promise<void>>();
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
          // One copy of an item after the other, or an old one could stay.
          const turn = Promise.all([later(), following.get(name)]);
          following.set(
            name,
            turn.then(() => copy(item)),
          );
        }
        return output;
      });
    },
    /** Waits until the indexes have followed every write. */
    async settled(): Promise<void> {
      await Promise.all(following.values());
    },
  };
}
