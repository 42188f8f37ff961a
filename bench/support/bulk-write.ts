import type { Key, Table } from "../../shared/table/table.ts";
import { putAll } from "../../test/support/dynamo/bulk.ts";

/** Maximum number of items in a BatchWriteItem (DynamoDB's limit). */
const itemsPerCall = 25;

/** The embedded database writes one call at a time. Meanwhile other calls are prepared and parsed. */
const callsAtOnce = 3;

/** Writes the items without conditions. Calls `onWritten` with the number of items written so far. */
export async function bulkWrite(
  table: Table,
  items: Iterator<Key>,
  onWritten: (written: number) => void = () => {},
): Promise<void> {
  let written = 0;
  const write = async () => {
    for (let batch = take(items); batch.length > 0; batch = take(items)) {
      await putAll(table, batch);
      written += batch.length;
      onWritten(written);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, write));
}

function take(items: Iterator<Key>): readonly Key[] {
  const batch: Key[] = [];
  while (batch.length < itemsPerCall) {
    const next = items.next();
    if (next.done) break;
    batch.push(next.value);
  }
  return batch;
}
