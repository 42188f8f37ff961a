import fc from "fast-check";
import { expect, test } from "vitest";
import { type ObservationRow, observationColumns } from "../../../../shared/formats/camtrap-dp/standard.ts";
import type { AnnotationRecord } from "../../../../shared/formats/camtrap-dp/write/records.ts";
import { csvLine, csvLines } from "../../../../shared/formats/csv-text.ts";
import { frictionless, hasFrictionless } from "../../../support/formats/frictionless.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import { randomWorld } from "../../../support/formats/random-world.ts";
import { readBack } from "../../../support/formats/read-back.ts";
import { dataset, type World } from "../../../support/formats/world.ts";
import { type Options, writePackage } from "../../../support/formats/write-package.ts";

/** Number of random packages, which `INTERCHANGE_RUNS` can increase. */
const numRuns = Number(process.env["INTERCHANGE_RUNS"] ?? 50);

const options = fc.record<Options>({
  level: fc.constantFrom("media", "event", "both"),
  streams: fc.constantFrom("annotated", "all"),
  people: fc.constantFrom("names", "pseudonyms"),
});

/** Time limit of tests with random packages, in milliseconds. */
const timeLimit = 30_000 + numRuns * 1000;

const wholeOptions = fc.record<Options>({
  level: fc.constantFrom("media", "both"),
  streams: fc.constantFrom("annotated", "all"),
});

test(
  "packages of the service conform to the standard",
  async () => {
    await fc.assert(
      fc.asyncProperty(randomWorld, options, async (world, how) => {
        const { texts, descriptor } = writePackage(world, how);
        expect(profileFaults(descriptor)).toEqual([]);
        const { findings } = await readBack(texts, dataset);
        expect(findings.filter(({ level }) => level !== "warning")).toEqual([]);
      }),
      { numRuns },
    );
  },
  timeLimit,
);

test(
  "a package contains no e-mail address, neither of a user nor of a typed observer",
  () => {
    fc.assert(
      fc.property(
        randomWorld,
        options,
        fc.constantFrom("ana@example.org", "stranger@example.org"),
        (world, how, observer) => {
          const annotations = world.annotations.map((each) => ({ ...each, observer }));
          expect(Object.values(writePackage({ ...world, annotations }, how).texts).join("")).not.toContain(
            observer,
          );
        },
      ),
      { numRuns },
    );
  },
  timeLimit,
);

test(
  "a package of the service is imported unchanged into another service",
  async () => {
    await fc.assert(
      fc.asyncProperty(randomWorld, wholeOptions, async (before, shown) => {
        const how: Options = { ...shown, people: "names", coordinates: "exact" };
        const first = writePackage(before, how);
        const { world: after, findings } = await readBack(first.texts, dataset);
        expect(findings).toEqual([]);
        if (after === undefined) throw new Error("not read");
        expect(after.annotations).toHaveLength(before.annotations.length);
        for (const [i, label] of before.annotations.entries())
          expectSame(label, before, after.annotations[i], after);
        const second = writePackage(after, { ...how, nowMs: Date.parse(first.descriptor.created) });
        for (const table of ["deployments.csv", "media.csv"])
          expect(second.texts[table]).toBe(first.texts[table]);
        expect(second.rows.map(sortedTags)).toEqual(first.rows.map(sortedTags));
      }),
      { numRuns },
    );
  },
  timeLimit,
);

/** Edits of a cell that somebody may make in R or in a spreadsheet. */
const edit = fc.oneof(
  ...[
    ["count", ["1", "7", undefined]],
    ["sex", ["female", "male", undefined]],
    ["lifeStage", ["adult", "juvenile", undefined]],
    ["behavior", ["foraging", undefined]],
    ["individualID", ["Ada", undefined]],
    ["observationComments", ['with cubs, "two"', undefined]],
  ].map(([column, values]) => fc.tuple(fc.constant(column), fc.constantFrom(...(values ?? [])))),
);

test(
  "an edited cell in a package of the service keeps its new value, and no other cell changes",
  async () => {
    await fc.assert(
      fc.asyncProperty(randomWorld, fc.nat(), edit, async (before, nth, [column, value]) => {
        const how: Options = { level: "media", people: "names", coordinates: "exact" };
        const first = writePackage(before, how);
        const row = first.rows[nth % Math.max(1, first.rows.length)];
        if (row === undefined) return;
        const edited = first.rows.map((each) => (each === row ? { ...row, [String(column)]: value } : each));
        const texts = {
          ...first.texts,
          "observations.csv": csvLine(observationColumns) + csvLines(observationColumns, edited),
        };
        const { world, findings } = await readBack(texts, dataset);
        expect(findings).toEqual([]);
        if (world === undefined) throw new Error("not read");
        const second = writePackage(world, { ...how, nowMs: Date.parse(first.descriptor.created) });
        const named = (each: ObservationRow) =>
          second.rows.find((other) => other.observationID === each.observationID);
        for (const each of edited) {
          const again = named(each);
          expect(again && plain(again)).toEqual(plain(each));
        }
      }),
      { numRuns },
    );
  },
  timeLimit,
);

/** Removes fields that are not set. */
function plain(row: ObservationRow): object {
  return JSON.parse(JSON.stringify(sortedTags(row)));
}

/**
 * Expects the same label in two services. Votes are not imported, but the imported pairs and method contain their
 * result.
 */
function expectSame(
  label: AnnotationRecord,
  before: World,
  again: AnnotationRecord | undefined,
  after: World,
) {
  const { startMs, endMs, keypoints, boundingBox, observation, method, confidence, machine } = label;
  expect(again).toMatchObject({ startMs, endMs, keypoints, boundingBox, identifications: [] });
  const stream = before.streams.find(({ id }) => id === label.videostream);
  const same = after.streams.find(({ id }) => id === again?.videostream);
  expect(same).toMatchObject({ startMs: stream?.startMs, size: stream?.size });
  if (stream?.endMs !== undefined) expect(same?.endMs).toBe(stream.endMs);
  const zoneIn = ({ sources }: World, id: number | undefined) =>
    sources.find((each) => each.id === id)?.timeZone;
  expect(zoneIn(after, same?.source)).toBe(zoneIn(before, stream?.source));
  if (label.identifications.length > 0) return;
  expect(again).toMatchObject({ method, confidence, machine });
  // Only the exporting service knows which species is a vehicle.
  const { observationType: _, ...pairs } = again?.observation ?? {};
  const { observationType: __, ...expected } = observation ?? {};
  expect(pairs).toEqual(expected);
}

test.skipIf(!hasFrictionless)(
  "frictionless finds no errors in packages of the service",
  () => {
    const worlds = fc.sample(fc.tuple(randomWorld, options), { numRuns: Math.ceil(numRuns / 10), seed: 17 });
    const found = frictionless(worlds.map(([world, how]) => writePackage(world, how).texts));
    expect(found.flatMap(({ errors }) => errors)).toEqual([]);
    expect(found.every(({ rows }) => (rows["deployments"] ?? 0) > 0)).toBe(true);
  },
  timeLimit,
);

/** Returns a row with sorted tags, because the order of tags has no meaning. */
function sortedTags(row: ObservationRow): ObservationRow {
  return { ...row, observationTags: row.observationTags?.split(" | ").toSorted().join(" | ") };
}
