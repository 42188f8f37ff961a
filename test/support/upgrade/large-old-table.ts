import * as z from "zod/mini";
import { annotationTerms } from "../../../shared/domain/annotation/annotation.ts";
import { packKeypoints } from "../../../shared/domain/annotation/keypoint.ts";
import { calendarTerms } from "../../../shared/index/list-index.ts";
import type { ListType, Term } from "../../../shared/index/term.ts";
import { AnnotationItem } from "../../../shared/store/annotation/item.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Item, Key, Table } from "../../../shared/table/table.ts";
import { putAll, segmentItems } from "../dynamo/bulk.ts";
import { readAll } from "../dynamo/read-all.ts";
import { below, oneOf, type Random, seededRandom } from "../seeded-random.ts";
import { loadOldTable } from "./old-table.ts";

/** The id of an annotation with 110 voters: a transaction has no room for them. Version 0.1.0 allowed 1,000. */
export const crowded = 100;
const crowd = Array.from({ length: 110 }, (_, i) => 7 + i);

/** The last id of its streams. */
const lastOldStream = 45;

/** A record's item. */
type Written = Item & Key & { readonly id: number };

/** Fills an empty table as version 0.1.0 would have: `count` annotations of every kind of the kept table. */
export async function loadLargeOldTable(table: Table, count: number, seed: number): Promise<void> {
  await loadOldTable(table);
  const kept = await readAll(table);
  const keptOf = (type: string) => kept.filter((item): item is Written => item["sk"] === type);
  const random = seededRandom(seed);
  const ended = keptOf("V").filter(({ live }) => live !== true);
  const streams = range(6, lastOldStream).map((id) => streamLike(oneOf(random, ended), id));
  const kinds = keptOf("A");
  const labels = range(8, count).map((id) => {
    const kind = oneOf(random, kinds);
    // A site key labels the streams of its own source.
    const possible = streams.filter(({ source }) => kind["key"] === undefined || source === kind["cs"]);
    return labelLike(kind, id, oneOf(random, possible), random);
  });
  const users = crowd.map(userWithId);
  const [allStreams, allLabels] = [
    [...keptOf("V"), ...streams],
    [...kinds, ...labels],
  ];
  await putAll(table, [
    ...[...streams, ...labels, ...users],
    ...[lastId("V", lastOldStream), lastId("A", count), lastId("U", Math.max(...crowd))],
    ...users.map(({ id, email }) => ({ ...keys.unique("email", String(email)), owner: id })),
    ...childCounts(allLabels, (label) => [keys.videoStream(Number(label["vs"])), ...speciesOf(label)]),
    ...childCounts(allStreams, (stream) => [keys.captureSource(Number(stream["source"]))]),
    ...segments("annotation", allLabels, labelTerms),
    ...segments("user", [...keptOf("U"), ...users], () => [["*"]]),
    ...segments("videostream", allStreams, ({ startMs }) => calendarTerms(Number(startMs))),
  ]);
}

function lastId(type: "A" | "U" | "V", n: number) {
  return { ...keys.counter(type), n };
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function streamLike(stream: Written, id: number): Written {
  // 31 hours later each, so that they start at many hours of many days.
  const laterMs = id * 31 * 3_600_000;
  const [startMs, endMs] = [Number(stream["startMs"]) + laterMs, Number(stream["endMs"]) + laterMs];
  const gStart = `${String(startMs).padStart(15, "0")}#${String(id).padStart(16, "0")}`;
  const gClassStart = `${stream["gClass"]}#${gStart}`;
  return { ...stream, ...keys.videoStream(id), id, startMs, endMs, gStart, gClassStart };
}

function userWithId(id: number): Written {
  const email = `person${id}@demo.localhost`;
  return { ...keys.user(id), id, email, name: `Person ${id}`, role: "annotator", ver: 1 };
}

function labelLike(kind: Written, id: number, stream: Written, random: Random): Written {
  const start = below(random, 10_000);
  const isMachine = kind["key"] !== undefined;
  return {
    ...kind,
    ...keys.annotation(id),
    id,
    gId: id,
    gVideostream: stream.id,
    vs: stream.id,
    cs: stream["source"],
    start,
    end: start + 500,
    ...(kind["kp"] ? { kp: packKeypoints([{ box: { x1: 1, y1: 2, x2: 3, y2: 4 }, timeMs: start }]) } : {}),
    votes: id === crowded ? votesOfCrowd : isMachine ? [] : randomVotes(random),
    ver: 1,
  };
}

const votesOfCrowd = [1, 2, 3].map((s) => ({ s, by: crowd.filter((user) => user % 3 === s - 1) }));

function randomVotes(random: Random) {
  const species = new Set(range(1, below(random, 3)).map(() => 1 + below(random, 7)));
  const voters = () => [2 + below(random, 2), 4].slice(0, 1 + below(random, 2));
  return [...species].toSorted((a, b) => a - b).map((s) => ({ s, by: voters() }));
}

function speciesOf({ votes }: Item): readonly Key[] {
  return z.parse(z.array(z.object({ s: z.int() })), votes).map(({ s }) => keys.species(s));
}

/** The counts of children beside their parents. */
function childCounts(items: readonly Written[], parentsOf: (item: Item) => readonly Key[]): readonly Key[] {
  const counted = items.flatMap((item) =>
    parentsOf(item).map((parent) => keys.childCount(parent, (item.id - 1) % 32)),
  );
  const groups = Map.groupBy(counted, ({ pk, sk }) => `${pk} ${sk}`);
  return [...groups.values()].flatMap((group) => (group[0] ? { ...group[0], n: group.length } : []));
}

/** The terms that version 0.1.0 wrote. The author's address stood for an author without a typed name. */
function labelTerms(item: Item): readonly Term[] {
  const terms: readonly Term[] = annotationTerms(z.parse(AnnotationItem, item));
  return terms.map((term) => (term[0] === "au" ? ["ob", String(item["gObserver"])] : term));
}

function segments(type: ListType, items: readonly Written[], termsOf: (item: Item) => readonly Term[]) {
  const pairs = items.flatMap((item) => termsOf(item).map((term) => ({ term, id: item.id })));
  const groups = Map.groupBy(pairs, ({ term }) => JSON.stringify(term));
  return [...groups.values()].flatMap((group) => {
    const ids = group.map(({ id }) => id);
    return group[0] ? [...segmentItems(type, group[0].term, ids)] : [];
  });
}
