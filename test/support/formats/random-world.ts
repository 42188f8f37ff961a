import fc from "fast-check";
import type { Box } from "../../../shared/domain/stream/box.ts";
import type { AnnotationRecord } from "../../../shared/formats/camtrap-dp/write/records.ts";
import { annotation, dataset, source, species, startMs, stream, vote, type World } from "./world.ts";

/** Texts that a careless program would write or read incorrectly. */
const hostile = fc.constantFrom(
  '"',
  '""',
  ",",
  "\n",
  "\r\n",
  "\r",
  " ",
  "|",
  " | ",
  "=1+1",
  ":",
  "🦊",
  "é",
  "̈",
  "NA",
  "'",
  "\t",
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: "grapheme", maxLength: 8 })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join("").toWellFormed())
  // The standard reads a cell with one of these texts as empty.
  .filter((made) => /\S/u.test(made) && !["NA", "NaN", "nan"].includes(made));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const sources = [
  source(1, { timeZone: undefined, siteId: 7, coordinateUncertainty: 5 }),
  source(2, { timeZone: "-03:30", location: "51.5,-0.12" }),
  source(3, { timeZone: "Europe/Berlin", cameraHardware: "" }),
];

const allSpecies = [
  species(1, "Vulpes vulpes", { externalTaxonId: 5219243 }),
  species(2, "Lutra lutra"),
  species(3, "Homo sapiens", { kind: "human" }),
  species(4, "car", { kind: "vehicle" }),
  species(5, "nothing", { kind: "blank" }),
];

const streams = fc.tuple(
  ...[1, 2, 3, 4].map((id) =>
    fc
      .record({
        sourceId: fc.integer({ min: 1, max: 3 }),
        afterMs: fc.nat(1e7),
        kind: fc.constantFrom("video", "picture", "live"),
        size: optional(
          fc.record({
            width: fc.integer({ min: 1, max: 65_535 }),
            height: fc.integer({ min: 1, max: 65_535 }),
          }),
        ),
        name: text,
      })
      .map(({ sourceId, afterMs, kind, size, name }) =>
        stream(id, {
          source: sourceId,
          startMs: startMs + afterMs,
          endMs: kind === "live" ? undefined : startMs + afterMs + (kind === "picture" ? 0 : 3_600_000),
          size,
          mediaType: kind === "picture" ? "image/jpeg" : undefined,
          url: `https://videos.example/${encodeURIComponent(name)}/..x.mp4`,
        }),
      ),
  ),
);

const keys = fc.oneof(
  fc.constantFrom(
    "species",
    "common_name",
    "observationType",
    "count",
    "sex",
    "lifeStage",
    "behaviour",
    "comments",
  ),
  text,
);
const values = fc.oneof(
  fc.constantFrom("Vulpes vulpes", "the car", "human", "3", "f", "adult", "https://x.example/?a=1"),
  text,
);
const observation = fc.dictionary(keys, values, { minKeys: 1, maxKeys: 5 }).map((pairs) => {
  // An import creates a species for each unknown name, so no common name may equal one of these values.
  const { common_name: common, ...others } = pairs;
  return common === undefined || common === "the car"
    ? { ...pairs }
    : { ...others, common_name: `a ${common}` };
});

const pixel = fc.nat(65_535);
const box = fc.tuple(pixel, pixel, pixel, pixel).map(
  ([a, b, c, d]): Box => ({
    x1: Math.min(a, b),
    y1: Math.min(c, d),
    x2: Math.max(a, b),
    y2: Math.max(c, d),
  }),
);

const votes = fc
  .uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.integer({ min: 1, max: 3 }).map((n) => vote(id, [1, 2, 3].slice(0, n), id === 5)),
      ),
    ),
  )
  .map((list) => list.toSorted((a, b) => a.species - b.species));

type Drawn = Partial<AnnotationRecord> & { readonly on: number; readonly lengthMs: number };

const drawn = fc.record<Drawn>({
  on: fc.integer({ min: 1, max: 4 }),
  startMs: fc.nat(3_000_000),
  lengthMs: fc.nat(100_000),
  keypoints: optional(
    fc
      .array(fc.tuple(box, fc.nat(100_000)), { minLength: 1, maxLength: 3 })
      .map((list) =>
        list.map(([each, timeMs]) => ({ box: each, timeMs })).toSorted((a, b) => a.timeMs - b.timeMs),
      ),
  ),
  boundingBox: optional(box),
  observer: optional(text),
  observation: optional(observation),
  identifications: votes,
  method: fc.constantFrom("human", "machine"),
  // The table cannot store a smaller positive number.
  confidence: optional(fc.double({ min: 1e-130, max: 1, noNaN: true })),
  machine: optional(fc.record({ detector: text.map((name) => name.slice(0, 100).toWellFormed()) })),
});

/** Generates random records of a whole service. */
export const randomWorld: fc.Arbitrary<World> = fc
  .record({
    streams,
    labels: fc.array(drawn, { minLength: 1, maxLength: 12 }),
    names: fc.tuple(text, text, text),
  })
  .map(({ streams: made, labels, names }) => ({
    dataset,
    sources: sources.map((each, i) => ({ ...each, name: names[i] ?? each.name })),
    streams: made,
    species: allSpecies,
    users: [
      { id: 1, name: "Ana Duarte", email: "ana@example.org" },
      { id: 2, name: "Ben", email: "ben@example.org" },
    ],
    annotations: labels.map(({ on, lengthMs, startMs: start = 0, ...more }, i) => {
      const at = made.find(({ id }) => id === on);
      const isPicture = at?.startMs === at?.endMs;
      const method = more.method ?? "human";
      return annotation(i + 1, {
        ...more,
        ...(method === "human" ? { confidence: undefined, machine: undefined } : {}),
        videostream: on,
        source: at?.source ?? 1,
        startMs: isPicture ? 0 : start,
        endMs: isPicture ? 0 : start + lengthMs,
      });
    }),
  }));
