import { expect, test } from "vitest";
import { makeAnnotations } from "../../bench/support/annotation-data.ts";
import { segmentsOf } from "../../bench/support/data-set-items.ts";
import { makeStreams } from "../../bench/support/stream-data.ts";
import { type Annotation, annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import { Countable } from "../../shared/domain/annotation/counts.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { listValues } from "../../shared/index/listed-values.ts";
import { annotationCounts } from "../../shared/store/annotation/counts.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import { annotationItem } from "../../shared/store/annotation/item.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import { userItem, userTerms } from "../../shared/store/person/user-item.ts";
import { captureSourceItem, listedSourceTerms } from "../../shared/store/source/item.ts";
import { listedSpeciesTerms, speciesItem } from "../../shared/store/species/item.ts";
import { videoStreamItem } from "../../shared/store/stream/item.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";
import { putAll } from "../support/dynamo/bulk.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainSource, plainSpecies } from "../support/plain-records.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { forSeeds, soak } from "./seeds.ts";

const database = useTable();

/** Users 1 to 6. Users 5 and 6 are deleted. The ids 7 and 8 belong to the site keys of the sources 1 and 2. */
const users = Array.from({ length: 6 }, (_, i): User => {
  const deleted = i >= 4;
  return {
    id: i + 1,
    email: `user${i + 1}@example.org`,
    displayName: `Person ${i + 1}`,
    role: "annotator",
    disabled: deleted,
    invited: false,
    version: 1,
  };
});
const nameOf = ({ id, disabled, displayName }: User) =>
  [id, disabled ? "deleted user" : displayName] as const;
const userNames = new Map(users.map(nameOf));
const sources = Array.from(
  { length: 4 },
  (_, i): CaptureSource => ({
    id: i + 1,
    name: `Camera ${i + 1}`,
    location: `${i % 3},7`,
    cameraHardware: "",
    ...plainSource,
    version: 1,
  }),
);
/** The species 9 to 40 have no votes. */
const species = Array.from(
  { length: 40 },
  (_, i): Species => ({
    id: i + 1,
    commonName: `Animal ${i + 1}`,
    scientificName: `Genus species${i + 1}`,
    ...plainSpecies,
    version: 1,
  }),
);
/** Id of the blank species. */
const blank = 3;
/** Offsets of clocks from UTC in minutes, including both sides of the date line. */
const offsets = [0, 330, -660, 840];
/** Typed observers. Two are also the names of users, and one is the name of a camera. */
const typed = ["Ranger", "Zoë", "Person 2", "deleted user", "Camera 1", "x".repeat(320), "🦊".repeat(320)];

type Records = { readonly streams: readonly VideoStream[]; readonly annotations: readonly Annotation[] };

function randomRecords(random: Random): Records {
  const streams = makeStreams(12, "clips", sources.length, random);
  const made = makeAnnotations(60 + below(random, 900), streams, species.slice(0, 8), random);
  // Ids have gaps, and some are in the next superblock.
  const far = below(random, made.length);
  const annotations = made.map((annotation, i) => {
    const [first] = annotation.identifications;
    const voted = [...new Set([first?.species ?? 1, 1 + below(random, 8)])].toSorted((a, b) => a - b);
    const bySite = random() < 0.2 && annotation.source <= 2;
    const author = bySite
      ? { id: annotation.source + 6, source: annotation.source }
      : { id: 1 + below(random, users.length), source: undefined };
    return {
      ...annotation,
      id: 3 * (i + 1) + (i < far ? 0 : 131_072),
      observer: random() < 0.5 ? oneOf(random, typed) : undefined,
      author,
      method: bySite ? "machine" : "human",
      moment: { ms: annotation.createdMs, offsetMinutes: oneOf(random, offsets) },
      identifications: bySite
        ? []
        : voted.map((each) => ({
            species: each,
            blank: each === blank,
            voters: oneOf(random, [[1], [2, 3], [4, 5, 6]]),
          })),
    } satisfies Annotation;
  });
  return { streams, annotations };
}

/** Streams with a corrected start, and a source with a corrected zone. No annotation has these corrections yet. */
const movedStreams = [3, 4];
const movedSource = { id: 2, timeZone: "+05:30" };
const delayMs = 5 * 3_600_000;

async function tableOf({ streams, annotations }: Records, moved: boolean): Promise<Table> {
  const table = await database.fresh();
  await putAll(table, [
    keys.completed("annotations"),
    ...users.map(userItem),
    ...sources.map((source) =>
      captureSourceItem(moved && source.id === movedSource.id ? { ...source, ...movedSource } : source),
    ),
    ...streams.map((stream) =>
      videoStreamItem(
        moved && movedStreams.includes(stream.id) ? { ...stream, startMs: stream.startMs + delayMs } : stream,
      ),
    ),
    ...(moved ? movedStreams.map((id) => ({ ...keys.task("moved-stream", id), id, dueMs: 0 })) : []),
    ...(moved ? [{ ...keys.task("moved-source", movedSource.id), id: movedSource.id, dueMs: 0 }] : []),
    ...species.map(speciesItem),
    ...annotations.map(annotationItem),
    ...segmentsOf("user", users, userTerms),
    ...segmentsOf("capturesource", sources, listedSourceTerms),
    ...segmentsOf("species", species, listedSpeciesTerms),
    ...segmentsOf("annotation", annotations, annotationTerms),
  ]);
  const voted = annotations.flatMap(({ identifications }) => identifications.map(({ species }) => species));
  await listValues(table, "annotation", voted);
  return table;
}

/** The values for which a record counts in each dimension, as the API's description says. */
const valuesOf: Record<Countable, (annotation: Annotation) => readonly (string | number)[]> = {
  species: ({ identifications }) => identifications.map(({ species }) => species),
  capturesource: ({ source }) => [source],
  videostream: ({ videostream }) => [videostream],
  day: (annotation) => [clockOf(annotation).slice(0, 10)],
  month: (annotation) => [clockOf(annotation).slice(0, 7)],
  hour: (annotation) => [Number(clockOf(annotation).slice(11, 13))],
  review: (annotation) => [reviewOf(annotation)],
  observer: ({ observer, author }) => [
    observer ??
      (author.source === undefined ? userNames.get(author.id) : sources[author.source - 1]?.name) ??
      "unknown user",
  ],
};

/** An annotation with the time that it will have when the corrections are carried over. */
function corrected(annotation: Annotation, streams: readonly VideoStream[]): Annotation {
  const { videostream, source, startMs } = annotation;
  const [late, zoned] = [movedStreams.includes(videostream), source === movedSource.id];
  if (!late && !zoned) return annotation;
  const start = (streams[videostream - 1]?.startMs ?? 0) + (late ? delayMs : 0);
  return { ...annotation, moment: { ms: start + startMs, offsetMinutes: zoned ? 330 : 0 } };
}

function clockOf({ moment }: Annotation): string {
  if (moment === undefined) throw new Error("An annotation has no time");
  return new Date(moment.ms + moment.offsetMinutes * 60_000).toISOString();
}

function reviewOf({ identifications, method }: Annotation): string {
  if (identifications.length === 0) return method === "machine" ? "unreviewed" : "one";
  const votes = identifications.map(({ voters }) => voters.length);
  const leaders = identifications.filter(({ voters }) => voters.length === Math.max(...votes));
  if (leaders.every((each) => each.blank)) return "rejected";
  return votes.length > 1 ? "disputed" : votes[0] === 1 ? "one" : "agreed";
}

function bruteForce(annotations: readonly Annotation[], by: readonly Countable[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const annotation of annotations) {
    const [first = [], second = [undefined]] = by.map((each): readonly (string | number | undefined)[] =>
      valuesOf[each](annotation),
    );
    for (const one of first)
      for (const other of second) {
        const name = JSON.stringify(by.length === 1 ? [one] : [one, other]);
        counts[name] = (counts[name] ?? 0) + 1;
      }
  }
  return counts;
}

function randomFilters(random: Random, annotations: readonly Annotation[]): AnnotationFilters {
  const some = oneOf(random, annotations);
  const maybe = <T>(value: T) => (random() < 0.25 ? value : undefined);
  return {
    name: maybe(`animal ${1 + below(random, 10)}`),
    videostream: maybe([some.videostream, oneOf(random, annotations).videostream]),
    capturesource: maybe(some.source),
    location: maybe(`${below(random, 4)},7`),
    observer: maybe(oneOf(random, [...typed, "Person 1", "user1@example.org", "deleted user"])),
    observation: maybe([["behaviour", oneOf(random, ["*", "feeding"])] as const]) ?? [],
  };
}

function randomBy(random: Random, { videostream }: AnnotationFilters): readonly Countable[] {
  const choices = Countable.options.filter((each) => each !== "videostream" || videostream !== undefined);
  const one = oneOf(random, choices);
  const other = oneOf(random, choices);
  return random() < 0.4 || one === other ? [one] : [one, other];
}

test(
  "counts from the index and counts from the records both equal those of the listed records",
  soak,
  async () => {
    let cellsSeen = 0;
    await forSeeds(async (seed) => {
      const random = seededRandom(seed);
      const records = randomRecords(random);
      const { annotations, streams } = records;
      const moved = seed % 2 === 0;
      const table = await tableOf(records, moved);
      const lookups = annotationLookups(table);
      const list = listAnnotations(table, lookups);
      for (let n = 0; n < 40; n++) {
        const filters = randomFilters(random, annotations);
        const by = randomBy(random, filters);
        const listed = await list(filters, { offset: 0, limit: Number.POSITIVE_INFINITY });
        const rows = moved ? listed.rows.map((row) => corrected(row, streams)) : listed.rows;
        const expected = { total: rows.length, counts: bruteForce(rows, by) };
        for (const maxRecords of [0, 500]) {
          const { total, cells } = await annotationCounts(table, lookups, maxRecords)(filters, by);
          if ("tooMany" in cells) throw new Error("too many");
          const counts = Object.fromEntries(
            cells.map(({ values, count }) => [JSON.stringify(values), count]),
          );
          const what = `${by} of ${JSON.stringify(filters)}, at most ${maxRecords} records`;
          expect({ total, counts }, what).toEqual(expected);
          expect(Object.keys(counts), what).toHaveLength(cells.length);
          cellsSeen += cells.length;
        }
      }
    });
    expect(cellsSeen).toBeGreaterThan(500);
  },
);
