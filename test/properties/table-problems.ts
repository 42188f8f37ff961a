import { nameKey } from "../../shared/domain/name-key.ts";
import { listedTypes } from "../../shared/store/listed-types.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Item, Key } from "../../shared/table/table.ts";
import { indexProblems } from "./index-invariants.ts";
import { recordsOf, type TableRecords } from "./table-records.ts";

/**
 * What in a table is not as its records say: the index (invariant 2), the counts of children and the
 * tombstones (invariant 8), who owns which unique value, and the look-up of species by name.
 * @param items all items of the table
 * @returns a sentence for each item that should be another
 */
export function tableProblems(items: readonly Item[]): readonly string[] {
  const records = recordsOf(items);
  const indexed = items.flatMap((item) =>
    listedTypes.flatMap(({ type, read }) => {
      const record = read(item);
      return record ? [{ ...record, type }] : [];
    }),
  );
  return [
    ...indexProblems(items, indexed),
    ...childProblems(items, records),
    ...differences(
      items.filter(({ pk }) => /^[NQ]#/.test(String(pk))),
      [...uniqueItems(records), ...nameItems(records)],
    ),
  ];
}

function childProblems(items: readonly Item[], records: TableRecords): readonly string[] {
  const parents = [
    ...records.sources.map(({ id }) => keys.captureSource(id)),
    ...records.streams.map(({ id }) => keys.videoStream(id)),
    ...records.species.map(({ id }) => keys.species(id)),
  ].map(({ pk }) => pk);
  const children = [
    ...records.streams.map(({ id, source }) => ({ id, parent: keys.captureSource(source) })),
    ...records.annotations.map(({ id, videostream }) => ({ id, parent: keys.videoStream(videostream) })),
    ...records.media.flatMap(({ id, stream, cut }) =>
      stream === undefined || cut !== undefined ? [] : [{ id, parent: keys.videoStream(stream) }],
    ),
    ...records.annotations.flatMap(({ id, identifications }) =>
      identifications.map(({ species }) => ({ id, parent: keys.species(species) })),
    ),
  ];
  const counts = items.filter(({ sk }) => String(sk).startsWith("REF#"));
  const dead = new Set(counts.map(({ pk }) => String(pk)).filter((pk) => !parents.includes(pk)));
  const tombstones = [...dead].flatMap((pk) =>
    Array.from({ length: 32 }, (_, shard) => ({ ...keys.childCount({ pk }, shard), dead: true })),
  );
  const byShard = Map.groupBy(children, ({ id, parent }) => nameOf(keys.childCount(parent, (id - 1) % 32)));
  const counted = [...byShard.values()].flatMap(([first, ...more]) =>
    first ? [{ ...keys.childCount(first.parent, (first.id - 1) % 32), n: 1 + more.length }] : [],
  );
  return [
    ...children.flatMap(({ id, parent: { pk } }) =>
      parents.includes(pk) ? [] : [`${pk}, of which ${id} is a child, is not there`],
    ),
    // A count that went down to 0 may stay.
    ...differences(
      counts.filter(({ n }) => n !== 0),
      [...counted, ...tombstones],
    ),
  ];
}

function uniqueItems({ sources, species, media }: TableRecords): readonly Key[] {
  return [
    ...media.flatMap(({ id, cut }) => (cut === undefined ? [] : [{ ...keys.unique("cut", cut), owner: id }])),
    ...sources.flatMap(({ id, siteId }) =>
      siteId === undefined ? [] : [{ ...keys.unique("site_id", siteId), owner: id }],
    ),
    ...species.flatMap(({ id, externalTaxonId: taxon }) =>
      taxon === undefined ? [] : [{ ...keys.unique("external_taxon_id", taxon), owner: id }],
    ),
  ];
}

function nameItems({ species }: TableRecords): readonly Key[] {
  return species.flatMap(({ id, commonName, scientificName }) => {
    const names = [...new Set([nameKey(commonName), nameKey(scientificName)])];
    return names.map((name) => ({ ...keys.speciesName(name, id), id, names }));
  });
}

function differences(stored: readonly Item[], expected: readonly Key[]): readonly string[] {
  const [are, should] = [stored, expected].map((items) => new Set(items.map(textOf)));
  return [
    ...[...(are ?? [])].filter((text) => !should?.has(text)).map((text) => `${text} should not be`),
    ...[...(should ?? [])].filter((text) => !are?.has(text)).map((text) => `${text} is missing`),
  ];
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

function textOf(item: Item | Key): string {
  return JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
