import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  eventIds,
  eventRows,
  eventsOf,
  type Sighting,
} from "../../../../shared/formats/camtrap-dp/write/events.ts";

const base = Date.parse("2026-03-01T06:00:00Z");

function sighting(id: string, startS: number, endS = startS, more: Partial<Sighting> = {}): Sighting {
  return {
    observationID: id,
    deploymentID: "d",
    eventID: undefined,
    observationLevel: "media",
    observationType: "animal",
    scientificName: "Vulpes vulpes",
    count: undefined,
    classificationMethod: "human",
    classifiedBy: "Ana",
    stream: 1,
    startMs: base + startS * 1000,
    endMs: base + endS * 1000,
    ...more,
  };
}

const rowsOf = (sightings: readonly Sighting[], gapMs = 120_000) =>
  eventsOf(sightings, gapMs).flatMap(eventRows);

test("a gap longer than the limit ends an event", () => {
  const events = eventsOf([sighting("c", 400), sighting("a", 0, 100), sighting("b", 220)], 120_000);
  expect(events.map(({ sightings }) => sightings.map(({ observationID }) => observationID))).toEqual([
    ["a", "b"],
    ["c"],
  ]);
  expect(eventIds(events)).toEqual(
    new Map([
      ["a", "d-event-1772344800"],
      ["b", "d-event-1772344800"],
      ["c", "d-event-1772345200"],
    ]),
  );
});

test("an event has a row for each type and species", () => {
  const rows = rowsOf([
    sighting("a", 0.4, 1.5),
    sighting("b", 1, 2, { scientificName: "Lutra lutra", classificationMethod: "machine" }),
    sighting("c", 3, 4, { observationType: "human", scientificName: undefined }),
  ]);
  expect(rows).toMatchObject([
    {
      observationID: "d-event-1772344800-animal-Vulpes vulpes",
      eventID: "d-event-1772344800",
      eventStart: "2026-03-01T06:00:00Z",
      eventEnd: "2026-03-01T06:00:04Z",
      observationLevel: "event",
      count: "1",
      classificationMethod: "human",
    },
    { scientificName: "Lutra lutra", classificationMethod: "machine" },
    { observationID: "d-event-1772344800-human", scientificName: undefined },
  ]);
});

describe("the count of an event", () => {
  test.each<[string, Sighting[], string]>([
    ["is 1 if animals come one after the other", [sighting("a", 0, 10), sighting("b", 11, 20)], "1"],
    ["is 2 for two animals at the same time", [sighting("a", 0, 10), sighting("b", 5, 20)], "2"],
    ["is 2 if one animal comes when the other leaves", [sighting("a", 0, 10), sighting("b", 10, 20)], "2"],
    [
      "is the sum of the counts of simultaneous labels",
      [sighting("a", 0, 10, { count: "3" }), sighting("b", 5, 20)],
      "4",
    ],
    [
      "is 1 if an animal comes 0.6 s after another one leaves",
      [sighting("a", 0, 1.2), sighting("b", 1.8, 2)],
      "1",
    ],
    [
      "is 1 if two pictures of the same second show one animal each",
      [sighting("a", 0), sighting("b", 0, 0, { stream: 2 })],
      "1",
    ],
  ])("%s", (_, sightings, count) => {
    expect(rowsOf(sightings).map((row) => row.count)).toEqual([count]);
  });

  test("is the largest number of animals in one file at one moment", () => {
    const each = fc.record({
      from: fc.nat(20),
      length: fc.nat(8),
      count: fc.integer({ min: 1, max: 3 }),
      stream: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(each, { minLength: 1, maxLength: 8 }), (list) => {
        const sightings = list.map(({ from, length, count, stream }, i) =>
          sighting(String(i), from, from + length, { count: String(count), stream }),
        );
        const moments = Array.from({ length: 29 }, (_, s) =>
          [0, 1, 2].map((file) =>
            list
              .filter(({ from, length, stream }) => stream === file && from <= s && s <= from + length)
              .reduce((sum, { count }) => sum + count, 0),
          ),
        );
        expect(rowsOf(sightings, 1e6).map(({ count }) => count)).toEqual([
          String(Math.max(...moments.flat())),
        ]);
      }),
    );
  });
});

test("blank and unknown rows belong to no event", () => {
  expect(
    eventsOf(
      [
        sighting("a", 0, 0, { observationType: "blank" }),
        sighting("b", 0, 0, { observationType: "unknown" }),
      ],
      1000,
    ),
  ).toEqual([]);
});

test("events of an imported package are kept, and an event with a row of its own gets no second row", () => {
  const rows = rowsOf([
    sighting("a", 0, 0, { eventID: "e1" }),
    sighting("b", 900, 900, { eventID: "e1" }),
    sighting("c", 1, 1, { eventID: "e2" }),
    sighting("e", 1, 1, { eventID: "e2", observationLevel: "event" }),
    sighting("d", 2),
  ]);
  expect(rows.map(({ eventID }) => eventID)).toEqual(["e1", "d-event-1772344802"]);
});

test("event ids are unique even if the gap is zero or an imported package uses the same id", () => {
  expect(eventsOf([sighting("a", 0.2), sighting("b", 0.8)], 0)).toHaveLength(1);
  const rows = rowsOf([sighting("a", 0, 0, { eventID: "d-event-1772344800" }), sighting("b", 0)]);
  expect(new Set(rows.map(({ observationID }) => observationID)).size).toBe(2);
});
