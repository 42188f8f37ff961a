import type { Key, Table } from "../../shared/table/table.ts";
import { putAll } from "../../test/support/dynamo/bulk.ts";

/** What a BatchWriteItem takes (DynamoDB's limit). */
const itemsPerCall = 25;

/** While one call is being written, others are made and read: the embedded database writes one at a time. */
const callsAtOnce = 3;

/** Writes the items without conditions; `onWritten` is told their number so far. */
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
