import * as z from "zod/mini";
import type { ImportTable } from "../../domain/job/import-job.ts";
import { foundBy } from "../../table/rows.ts";
import { keys, shortName } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";

/** The version of a new record. */
export const firstVersion = 1;

/** The record that was made from a row of a package. A claim stays when its record is deleted. */
export type Claim = {
  readonly owner: number;
  /** The import that made the record, or last changed it. */
  readonly importId: number;
  /**
   * The record's version after that import wrote it. If the record has another version, something other than an import
   * has changed it since then.
   */
  readonly version: number;
};

const ClaimItem = z.object({
  owner: z.int(),
  import: z.int(),
  ver: z._default(z.int(), firstVersion),
});

/**
 * The records that were made from the rows of a package, by the rows' ids. With them, a retry, or an import of the same
 * package next year, creates nothing twice.
 * @param packageId the package's own id
 */
export function importClaims(table: Table, packageId: string, of: ImportTable) {
  const keyOf = (rowId: string) => keys.unique("ext", `${shortName(packageId)}/${of}/${rowId}`);
  return {
    /** The claims of these rows. Rows without one are left out. */
    async find(rowIds: readonly string[]): Promise<ReadonlyMap<string, Claim>> {
      const items = await foundBy(table, rowIds, keyOf, ClaimItem);
      return new Map(
        [...items].map(([rowId, item]) => [
          rowId,
          { owner: item.owner, importId: item.import, version: item.ver },
        ]),
      );
    },

    /**
     * Claims a row for a record, in the transaction that makes or changes it.
     * @param before the claim as it was read, of the same record or of a record that was deleted
     */
    claim(
      rowId: string,
      { owner, importId, version }: Claim,
      before: Claim | undefined,
    ): Write<"changed-meanwhile"> {
      const key = keyOf(rowId);
      const condition =
        before === undefined
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "#owner = :before",
              ExpressionAttributeNames: { "#owner": "owner" },
              ExpressionAttributeValues: { ":before": before.owner },
            };
      return {
        key,
        refusal: "changed-meanwhile",
        toItem: (TableName) => ({
          Put: { TableName, Item: { ...key, owner, import: importId, ver: version }, ...condition },
        }),
      };
    },
  };
}
