import { ScanCommand, type ScanCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Item, Table } from "../../table/table.ts";

/** The key after which a Scan continues. */
export const ScanPosition = z.object({ pk: z.string(), sk: z.string() });
type ScanPosition = z.infer<typeof ScanPosition>;

export type ScanPage = {
  readonly items: readonly Item[];
  /** `undefined` on the last page. */
  readonly next: ScanPosition | undefined;
};

/** Reads one page of the whole table, strongly consistent: at most 1 MB (DynamoDB's limit). */
export async function scanPage(
  table: Table,
  after: ScanPosition | undefined,
  filter: Partial<ScanCommandInput> = {},
): Promise<ScanPage> {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new ScanCommand({
      TableName: table.name,
      ConsistentRead: true,
      ...filter,
      ...(after ? { ExclusiveStartKey: after } : {}),
    }),
  );
  return {
    items: Items,
    next: LastEvaluatedKey && z.parse(ScanPosition, LastEvaluatedKey),
  };
}
