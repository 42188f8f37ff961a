import { createHash } from "node:crypto";
import { defaultName, displayNameKey } from "../../shared/domain/person/display-name.ts";
import { emailKey } from "../../shared/domain/person/email.ts";
import { nameKey } from "../../shared/domain/species/name-key.ts";
import { isBlank } from "../../shared/domain/species/species.ts";
import { bucketNumber, bucketsListed } from "../../shared/index/list-index.ts";
import { listedTypes } from "../../shared/store/listed-types.ts";
import { streamBasis } from "../../shared/store/stream/basis.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Item, Key } from "../../shared/table/table.ts";
import { indexProblems } from "./index-invariants.ts";
import { recordsOf, type TableRecords } from "./table-records.ts";

/**
 * Checks all derived items of a table against its records: the index (invariant 2 in docs/invariants.md), counters
 * of children and tombstones (invariant 8), unique values, the look-ups by name and by the beginning of a word, the packed
 * places (invariant 16), and the listed species and duration buckets (invariant 17).
 * @param items all items of the table
 * @returns a sentence for each wrong item
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
    ...placeProblems(items, records),
    ...childProblems(items, records),
    ...listedProblems(items, records),
    ...differences(
      items.filter(({ pk }) => /^[NPQ]#/.test(String(pk))),
      [...uniqueItems(records), ...nameItems(records), ...prefixItems(records)],
    ),
  ];
}

/** Checks that each existing source has its place in the packed items, and that no other id has a place. */
function placeProblems(items: readonly Item[], { sources }: TableRecords): readonly string[] {
  const packed = items.flatMap(({ pk, sk, places }) => {
    if (pk !== "L#places" || !(places instanceof Uint8Array)) return [];
    const numbers = Buffer.from(places);
    return Array.from({ length: numbers.length / 8 }, (_, i) => ({
      id: Number(sk) * 512 + i + 1,
      latitude: numbers.readInt32BE(8 * i),
      longitude: numbers.readInt32BE(8 * i + 4),
    })).filter(({ latitude }) => latitude !== -(2 ** 31));
  });
  const wanted = sources.map(({ id, location }) => {
    const [latitude, longitude] = location.split(",").map((degrees) => Math.round(Number(degrees) * 1e7));
    return { id, latitude, longitude };
  });
  const texts = (places: readonly object[]) => places.map((place) => JSON.stringify(place)).join();
  return texts(packed) === texts(wanted) ? [] : [`places ${texts(packed)} instead of ${texts(wanted)}`];
}

/**
 * Checks that each species with a vote on an annotation is listed, and the duration bucket of each stream if the table has
 * the mark that all are. Others may be listed, too.
 */
function listedProblems(items: readonly Item[], { annotations, streams }: TableRecords): readonly string[] {
  const listedIn = (partition: string) =>
    new Set(items.flatMap(({ pk, sk }) => (pk === partition ? [Number(sk)] : [])));
  const listed = listedIn("E#annotation");
  const identified = annotations.flatMap(({ identifications }) =>
    identifications.map(({ species }) => species),
  );
  const buckets = listedIn("E#videostream");
  const isComplete = buckets.has(Number(bucketsListed().key.sk));
  return [
    ...identified
      .filter((species) => !listed.has(species))
      .map((species) => `Species ${species} is not listed`),
    ...streams
      .filter((stream) => isComplete && !buckets.has(bucketNumber(stream)))
      .map(({ id }) => `The duration bucket of stream ${id} is not listed`),
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
  const deleted = new Set(counts.map(({ pk }) => String(pk)).filter((pk) => !parents.includes(pk)));
  const tombstones = [...deleted].flatMap((pk) =>
    Array.from({ length: 32 }, (_, shard) => ({ ...keys.childCount({ pk }, shard), dead: true })),
  );
  const byShard = Map.groupBy(children, ({ id, parent }) => nameOf(keys.childCount(parent, (id - 1) % 32)));
  const counted = [...byShard.values()].flatMap(([first, ...more]) =>
    first ? [{ ...keys.childCount(first.parent, (first.id - 1) % 32), n: 1 + more.length }] : [],
  );
  return [
    ...children.flatMap(({ id, parent: { pk } }) =>
      parents.includes(pk) ? [] : [`${pk}, the parent of ${id}, is missing`],
    ),
    // A counter of 0 may remain.
    ...differences(
      counts.flatMap(({ origin: _, ...count }) => (isEmpty(count) ? [] : [count])),
      [...counted, ...tombstones],
    ),
    ...basisProblems(counts, records),
  ];
}

function isEmpty({ n, dead }: Item): boolean {
  return (n === undefined || n === 0) && dead === undefined;
}

/** Checks the stored values that children depend on: a stream's start and source, or whether a species is blank (1 or 0). */
function basisProblems(counts: readonly Item[], { streams, species }: TableRecords): readonly string[] {
  const bases = new Map<string, string | number>([
    ...streams.map(
      ({ id, startMs, source }) => [keys.videoStream(id).pk, streamBasis(startMs, source)] as const,
    ),
    ...species.map((each) => [keys.species(each.id).pk, Number(isBlank(each))] as const),
  ]);
  return counts.flatMap(({ pk, sk, origin }) => {
    const actual = bases.get(String(pk));
    return origin === undefined || origin === actual
      ? []
      : [`${pk} ${sk} has ${origin} instead of ${actual}`];
  });
}

function uniqueItems({ sources, streams, species, media, users }: TableRecords): readonly Key[] {
  return [
    ...media.flatMap(({ id, cut }) => (cut === undefined ? [] : [{ ...keys.unique("cut", cut), owner: id }])),
    ...streams.flatMap(({ id, source, file }) =>
      file === undefined
        ? []
        : [{ ...keys.unique("fingerprint", `${source}#${file.fingerprint}`), owner: id }],
    ),
    ...sources.flatMap(({ id, siteId }) =>
      siteId === undefined ? [] : [{ ...keys.unique("site_id", siteId), owner: id }],
    ),
    ...species.flatMap(({ id, externalTaxonId: taxon }) =>
      taxon === undefined ? [] : [{ ...keys.unique("external_taxon_id", taxon), owner: id }],
    ),
    ...species.map(({ id, scientificName }) => ({
      ...keys.unique("scientific_name", nameKey(scientificName)),
      owner: id,
    })),
    ...users.flatMap(({ id, email, displayName, disabled }) => [
      { ...keys.unique("email", emailKey(email)), owner: id },
      ...(disabled || displayName === defaultName(id)
        ? []
        : [{ ...keys.unique("display_name", hashOf(displayNameKey(displayName))), owner: id }]),
    ]),
  ];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function nameItems({ species }: TableRecords): readonly Key[] {
  return species.flatMap(({ id, commonName, scientificName, kind }) => {
    const names = [...new Set([nameKey(commonName), nameKey(scientificName)])];
    return names.map((name) => ({ ...keys.speciesName(name, id), id, names, ...(kind ? { kind } : {}) }));
  });
}

/** Makes the look-ups of each name: the rest of it from the beginning of each of its first eight words. */
function prefixItems({ species, sources }: TableRecords): readonly Key[] {
  const rests = (name: string) => {
    const key = nameKey(name);
    const starts = [...key].flatMap((letter, i) =>
      i === 0 || (/[\p{L}\p{N}]/u.test(letter) && !/[\p{L}\p{N}]/u.test(key[i - 1] ?? "")) ? [i] : [],
    );
    return starts.slice(0, 8).map((start) => key.slice(start));
  };
  return [
    ...species.flatMap(({ id, commonName, scientificName }) =>
      [...new Set([commonName, scientificName].flatMap(rests))].map((rest) => keys.namePrefix("S", rest, id)),
    ),
    ...sources.flatMap(({ id, name }) =>
      [...new Set(rests(name))].map((rest) => keys.namePrefix("C", rest, id)),
    ),
  ];
}

function differences(stored: readonly Item[], expected: readonly Key[]): readonly string[] {
  const [actual = new Set(), wanted = new Set()] = [stored, expected].map(
    (items) => new Set(items.map(textOf)),
  );
  return [
    ...[...actual].filter((text) => !wanted.has(text)).map((text) => `${text} is unexpected`),
    ...[...wanted].filter((text) => !actual.has(text)).map((text) => `${text} is missing`),
  ];
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

function textOf(item: Item | Key): string {
  return JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
