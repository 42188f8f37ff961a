import { beforeAll, describe, expect, test } from "vitest";
import { segmentsOf } from "../../../../bench/support/data-set-items.ts";
import { type Annotation, annotationTerms } from "../../../../shared/domain/annotation/annotation.ts";
import type { Countable } from "../../../../shared/domain/annotation/counts.ts";
import { annotationCounts } from "../../../../shared/store/annotation/counts.ts";
import { annotationItem } from "../../../../shared/store/annotation/item.ts";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { keys } from "../../../../shared/table/schema.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { putAll } from "../../../support/dynamo/bulk.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainAnnotation } from "../../../support/plain-records.ts";

/** One more than the maximum number of values that each of two properties may have. Most observers have a single annotation. */
const observers = 201;
const annotations = Array.from(
  { length: 1500 },
  (_, i): Annotation => ({
    id: 90 * i + 1,
    videostream: 1 + (i % 2),
    source: 1,
    startMs: 0,
    endMs: 0,
    keypoints: undefined,
    boundingBox: undefined,
    observer: `Observer ${i % 7 === 0 ? (i / 7) % observers : 1}`,
    observation: undefined,
    identifications: [],
    ...plainAnnotation,
    moment: { ms: 3_600_000 * (i % 24), offsetMinutes: 0 },
    author: { id: 1, source: undefined },
    createdMs: 0,
    changedMs: 0,
    version: 1,
  }),
);

const database = useTable();
let table: Table;
const meter = dynamoMeter();
beforeAll(async () => {
  ({ table } = database);
  meter.addTo(database.client);
  await putAll(table, [keys.completed("annotations"), ...annotations.map(annotationItem)]);
  await putAll(table, [...segmentsOf("annotation", annotations, annotationTerms)]);
});

const count = (by: readonly Countable[], videostream?: number[], maxRecords?: number) =>
  annotationCounts(table, annotationLookups(table), maxRecords)({ videostream, observation: [] }, by);

test("a count finds each of many observers, even the rarest, and reads few records for it", async () => {
  meter.reset();
  const { total, cells } = await count(["observer"]);
  if ("tooMany" in cells) throw new Error("There are too many observers");
  const names = Map.groupBy(annotations, ({ observer }) => observer);
  expect(new Map(cells.map(({ values, count }) => [values[0], count]))).toEqual(
    new Map([...names].map(([name, same]) => [name, same.length])),
  );
  expect([total, cells.length]).toEqual([1500, observers]);
  // It reads the index, makes a Query for each observer, and reads at most the records of the 215 annotations that are
  // not by Observer 1.
  expect(meter.rcu).toBeLessThan(2 * observers + 450);
});

describe.each([
  ["the index", 0],
  ["the records", 5000],
])("counts from %s", (_, maxRecords) => {
  test("are refused for 201 values of one of two properties", async () => {
    const tooMany = { tooMany: 200, dimension: 1 };
    expect((await count(["hour", "observer"], undefined, maxRecords)).cells).toEqual(tooMany);
  });

  test("include all of 201 values of a single property", async () => {
    expect((await count(["observer"], undefined, maxRecords)).cells).toHaveLength(observers);
  });

  test("include all values if filters leave few enough of them", async () => {
    const { cells } = await count(["videostream", "observer"], [2], maxRecords);
    expect(cells).toHaveLength(
      new Set(annotations.filter(({ videostream }) => videostream === 2).map(({ observer }) => observer))
        .size,
    );
  });
});
