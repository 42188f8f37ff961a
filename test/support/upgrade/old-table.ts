import { readFileSync } from "node:fs";
import path from "node:path";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "../../../shared/table/table.ts";

/**
 * A table that version 0.1.0 wrote, in DynamoDB's JSON: the demonstration, a label with a site key, and species 2, 5 and
 * 6 with one scientific name.
 */
const fixture: Record<string, never>[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../fixtures/table-0.1.0.json"), "utf8"),
  (_, value) => (typeof value?.B === "string" ? { B: Buffer.from(value.B, "base64") } : value),
);

/** Fills an empty table with the items that version 0.1.0 wrote. */
export async function loadOldTable(table: Table): Promise<void> {
  for (let i = 0; i < fixture.length; i += 25) {
    const puts = fixture.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: puts } }));
  }
}
