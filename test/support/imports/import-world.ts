import { segmentsOf } from "../../../bench/support/data-set-items.ts";
import { datasets } from "../../../shared/store/dataset/datasets.ts";
import { userItem, userTerms } from "../../../shared/store/person/user-item.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Table } from "../../../shared/table/table.ts";
import { putAll } from "../dynamo/bulk.ts";
import type { TestTable } from "../dynamo/table.ts";
import { ann, ben, chi } from "../exports/export-world.ts";
import { fillWorld } from "../exports/fill-world.ts";
import { annotation, dataset, source, species, stream, type World } from "../formats/world.ts";

/**
 * Last id before the imports of the newest table. Each table starts at another id, because all tables share a bucket.
 */
let lastImport = 0;

/** Creates a table that contains only users and a dataset. */
export async function emptyTable(database: TestTable): Promise<Table> {
  const table = await undescribedTable(database);
  await datasets(table).replace(undefined, dataset);
  return table;
}

/** Creates a table that contains only users. Nobody has described its dataset. */
export async function undescribedTable(database: TestTable): Promise<Table> {
  const table = await database.fresh();
  lastImport += 100;
  const counter = { ...keys.counter("T"), n: lastImport };
  const users = [ann, ben, chi];
  await putAll(table, [counter, ...users.map(userItem), ...segmentsOf("user", users, userTerms)]);
  return table;
}

/** Creates a table that contains the users of `emptyTable()` and the records of a world. */
export async function filledTable(database: TestTable, of: World): Promise<Table> {
  const table = await database.fresh();
  lastImport += 100;
  const users = [ann, ben, chi].map(({ id, displayName, email }) => ({ id, name: displayName, email }));
  await fillWorld(table, { ...of, users });
  const imports = { ...keys.counter("T"), n: lastImport };
  const species = { ...keys.counter("S"), n: of.species.length };
  await putAll(table, [imports, species]);
  return table;
}

/** A world of 40 labels in four streams of two sources. */
export const world: World = {
  dataset,
  sources: [source(1), source(2, { name: "Ridge", location: "51.123456,4.987654", timeZone: "+01:00" })],
  streams: [1, 2, 3, 4].map((id) => stream(id, { source: (id % 2) + 1 })),
  species: [species(1, "Vulpes vulpes"), species(2, "Lutra lutra")],
  users: [],
  annotations: Array.from({ length: 40 }, (_, i) =>
    annotation(i + 1, {
      videostream: (i % 4) + 1,
      source: ((i % 4) + 1) % 2 === 0 ? 1 : 2,
      startMs: i * 1000,
      endMs: i * 1000 + 500,
      boundingBox: { x1: 10, y1: 10, x2: 20 + i, y2: 30 },
      observation: { species: i % 2 === 0 ? "Vulpes vulpes" : "Lutra lutra", behaviour: `foraging ${i}` },
    }),
  ),
};
