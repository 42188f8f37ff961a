import type * as z from "zod/mini";
import type { ImportTable } from "../../domain/job/import-job.ts";
import { type Claim, firstVersion, importClaims } from "../../store/job/import-claims.ts";
import { recordsById } from "../../table/rows.ts";
import type { Key, Table, Write } from "../../table/table.ts";

export type Keyed = { readonly key: string };

export type Versioned = { readonly id: number; readonly version: number };

/** A row without a record. `claim` is for the transaction that makes it, under this id. */
type MissingRow<Made> = {
  readonly made: Made;
  readonly claim: (owner: number) => Write<"changed-meanwhile">;
};

/** A row whose record an earlier import has made. */
export type KnownRow<Made, Recorded> = {
  readonly made: Made;
  readonly record: Recorded;
  /** Whether the record is as the import has left it, but for what the service itself has put right. */
  readonly isUntouched: boolean;
  /** For the transaction that changes the record. */
  readonly claim: Write<"changed-meanwhile">;
};

export type KnownRows<Made, Recorded> = {
  readonly missing: readonly MissingRow<Made>[];
  readonly there: readonly KnownRow<Made, Recorded>[];
  /** Rows that this import has made or changed records of, in a try before this one. */
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
 * Which rows of a package are records already. A record that was deleted since is missing: it may be made again.
 * @param isAsImported whether a record says that nobody but the service has changed it since an import wrote it
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

/** The records that rows have become, by the rows' keys. */
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
  const owners = new Set([...claimed.values()].map(({ owner }) => owner));
  const records = await recordsById(table, [...owners], keyOf, schema);
  return new Map(
    [...claimed].flatMap(([key, { owner }]) => {
      const record = records.get(owner);
      return record === undefined ? [] : [[key, record] as const];
    }),
  );
}
