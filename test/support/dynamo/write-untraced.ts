import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Table, Write } from "../../../shared/table/table.ts";

/** Writes and removes items one by one. Records change without a trace, as nothing in the service does. */
export async function writeUntraced(table: Table, writes: readonly Write[]): Promise<void> {
  for (const { Put, Delete } of writes.map((write) => write.toItem(table.name))) {
    if (Put) await table.client.send(new PutCommand(Put));
    if (Delete) await table.client.send(new DeleteCommand(Delete));
  }
}
