import type * as z from "zod/mini";
import type { ImportTable } from "../../domain/job/import-job.ts";
import { type Claim, firstVersion, importClaims } from "../../store/job/import-claims.ts";
import { foundBy } from "../../table/rows.ts";
import type { Key, Table, Write } from "../../table/table.ts";

export type Keyed = { readonly key: string };

export type Versioned = { readonly id: number; readonly version: number };

/**
 * A row without a record. `claim` makes the write of its claim, for the transaction that creates the record with this
 * id.
 */
type MissingRow<Made> = {
  readonly made: Made;
  readonly claim: (owner: number) => Write<"changed-meanwhile">;
};

/** A row whose record was made by an earlier import. */
export type KnownRow<Made, Recorded> = {
  readonly made: Made;
  readonly record: Recorded;
  /** True if nobody has changed the record since the import, apart from the service's own corrections. */
  readonly isUntouched: boolean;
  /** The write of the claim, for the transaction that changes the record. */
  readonly claim: Write<"changed-meanwhile">;
};

export type KnownRows<Made, Recorded> = {
  readonly missing: readonly MissingRow<Made>[];
  readonly there: readonly KnownRow<Made, Recorded>[];
  /** Numbers of rows whose records this import made or changed in an earlier attempt. */
  readonly made: number;
  readonly changed: number;
};

export type RecordsOf<T> = {
  readonly table: Table;
  readonly packageId: string;
  readonly of: ImportTable;
  readonly keyOf: (id: number) => Key;
  readonly schema: z.core.$ZodType<T>;
};

/**
 * Finds the records of a package's rows. A row whose record was deleted counts as missing, so that it is created again.
 * @param isAsImported returns true if a record shows that only the service has changed it since the import
 */
export async function knownRows<Made extends Keyed, Recorded extends Versioned>(
  { table, packageId, of, keyOf, schema }: RecordsOf<Recorded>,
  importId: number,
  rows: readonly Made[],
  isAsImported: (record: Recorded, row: Made) => boolean = () => false,
): Promise<KnownRows<Made, Recorded>> {
  const claims = importClaims(table, packageId, of);
  const claimed = await claims.find(rows.map(({ key }) => key));
  const found = await ownersOf(table, claimed, keyOf, schema);
  const missing: MissingRow<Made>[] = [];
  const there: KnownRow<Made, Recorded>[] = [];
  let [made, changed] = [0, 0];
  for (const row of rows) {
    const before = claimed.get(row.key);
    const record = found.get(row.key);
    if (before === undefined || record === undefined) {
      const claim = (owner: number) =>
        claims.claim(row.key, { owner, importId, version: firstVersion }, before);
      missing.push({ made: row, claim });
    } else if (before.importId !== importId) {
      const after = { owner: record.id, importId, version: record.version + 1 };
      const isUntouched = record.version === before.version || isAsImported(record, row);
      there.push({ made: row, record, isUntouched, claim: claims.claim(row.key, after, before) });
    } else if (before.version === firstVersion) made += 1;
    else changed += 1;
  }
  return { missing, there, made, changed };
}

/** Reads the records of rows, by the rows' keys. */
export async function recordsOfRows<Recorded extends { readonly id: number }>(
  { table, packageId, of, keyOf, schema }: RecordsOf<Recorded>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Recorded>> {
  const claimed = await importClaims(table, packageId, of).find(keys);
  return ownersOf(table, claimed, keyOf, schema);
}

async function ownersOf<Recorded extends { readonly id: number }>(
  table: Table,
  claimed: ReadonlyMap<string, Claim>,
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<Recorded>,
): Promise<ReadonlyMap<string, Recorded>> {
  const owners = [...claimed.values()].map(({ owner }) => owner);
  const records = await foundBy(table, owners, keyOf, schema);
  return new Map(
    [...claimed].flatMap(([key, { owner }]) => {
      const record = records.get(owner);
      return record === undefined ? [] : [[key, record] as const];
    }),
  );
}
