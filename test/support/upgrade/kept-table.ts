import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "../../../shared/table/table.ts";

const file = path.join(import.meta.dirname, "../../fixtures/table-0.2.0.jsonl.gz");

/** A table that version 0.2.0 wrote, in the format of `write-table.ts`. The first line has the site key. */
const [first = "", ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");

const items: { readonly pk: { readonly S: string } }[] = lines.map((line) =>
  JSON.parse(line, (_, value) =>
    typeof value?.B === "string" ? { B: Buffer.from(value.B, "base64") } : value,
  ),
);

/** Site key of the capture source "Kept weir". */
export const keptSiteKey: string = JSON.parse(first).siteKey;

/** Fills an empty table with the items that version 0.2.0 wrote, or only with the items of some partitions. */
export async function loadKeptTable(
  table: Table,
  isKept: (pk: string) => boolean = () => true,
): Promise<void> {
  const some = items.filter(({ pk }) => isKept(pk.S));
  for (let i = 0; i < some.length; i += 25) {
    const puts = some.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: puts } }));
  }
}
