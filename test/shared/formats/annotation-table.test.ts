import { describe, expect, test } from "vitest";
import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import { annotationColumns } from "../../../shared/domain/job/export-columns.ts";
import type { Sensitivity } from "../../../shared/domain/species/traits.ts";
import { csvLine } from "../../../shared/formats/csv/cells.ts";
import { annotationHeader, annotationLines } from "../../../shared/formats/csv/write/annotation-table.ts";
import { publicPlace } from "../../../shared/formats/csv/write/public-place.ts";
import { rowsIn } from "../../support/exports/export-requests.ts";
import { annotationOf, sources, species, streams } from "../../support/exports/export-world.ts";

/** Returns the row of an annotation at a place of the given sensitivity. */
function rowOf(annotation: Annotation, columns: readonly string[] = [], sensitivity: Sensitivity = "none") {
  const at = <T extends { readonly id: number }>(records: readonly T[]) => {
    return (id: number) => records.find((record) => record.id === id);
  };
  const joined = {
    annotations: [annotation],
    ...{ stream: at(streams), source: at(sources), species: at(species) },
    userName: (id: number) => `User ${id}`,
    sensitivityAt: () => sensitivity,
  };
  return rowsIn(annotationHeader(columns) + annotationLines(joined, columns))[0] ?? {};
}

test.each([
  ["=SUM(A1)", "'=SUM(A1)"],
  ["＝SUM(A1)", "'＝SUM(A1)"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠A1", "'＠A1"],
  ["+32 1", "'+32 1"],
  ["-", "'-"],
  ["@x", "'@x"],
  ["'=1", "''=1"],
  ["'x", "'x"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ['a "quoted", text', '"a ""quoted"", text"'],
  ["two\nlines", '"two\nlines"'],
  ["plain = text", "plain = text"],
  [-4.5, "-4.5"],
  [null, ""],
])("the cell %j is written as %j", (cell, written) => {
  expect(csvLine([cell, 1])).toBe(`${written},1\r\n`);
});

describe("a row", () => {
  const box = { x1: 1, y1: 2, x2: 30, y2: 40 };

  test("contains the ids, the place, UTC and local times, the species, the votes, the box and the observation", () => {
    const annotation = annotationOf(5, 1, 2, {
      identifications: [
        { species: 1, blank: false, voters: [3] },
        { species: 2, blank: false, voters: [1, 2] },
      ],
      keypoints: [box, { x1: 0, y1: 0, x2: 1, y2: 1 }].map((each) => ({ box: each, timeMs: 1250 })),
    });
    expect(rowOf(annotation, ["behaviour", "weather"])).toEqual({
      id: "5",
      videostream: "1",
      stream_url: "https://video.example/secret-valley-1.mp4",
      capturesource: "1",
      capturesource_name: `'=Ridge 1, "north"`,
      site_id: "70",
      latitude: "51.123456",
      longitude: "4.987654",
      coordinate_uncertainty: "",
      time_zone: "Europe/Brussels",
      start_time: "2026-03-01T06:30:01.250Z",
      end_time: "2026-03-01T06:30:02.500Z",
      local_time: "2026-03-01T07:30:01.250+01:00",
      start: "00:00:01.250",
      end: "00:00:02.500",
      species_id: "2",
      scientific_name: "Lutra lutra",
      common_name: "Common Lutra lutra",
      kind: "animal",
      votes:
        '[{"species":1,"scientific_name":"Vulpes vulpes","votes":1},{"species":2,"scientific_name":"Lutra lutra","votes":2}]',
      review: "disputed",
      observer: "User 1",
      method: "human",
      confidence: "",
      ...{ x1: "1", y1: "2", x2: "30", y2: "40" },
      picture_width: "1920",
      picture_height: "1080",
      keypoints: "2",
      observation: '{"behaviour":"foraging 5","notes":"near the old mill 5"}',
      created: "2026-03-01T06:30:00.000Z",
      changed: "2026-03-01T06:30:00.000Z",
      behaviour: "foraging 5",
      weather: "",
    });
  });

  test("contains the typed observer, the confidence of a machine and the box of the whole label", () => {
    const typed = annotationOf(1, 1, 1, {
      observer: "Ranger",
      ...{ method: "machine", confidence: 0.93, boundingBox: box, identifications: [] },
      observation: undefined,
    });
    expect(rowOf(typed)).toMatchObject({
      ...{ observer: "Ranger", method: "machine", confidence: "0.93", x1: "1", review: "unreviewed" },
      ...{ species_id: "", scientific_name: "", votes: "", observation: "" },
    });
    const bySite = annotationOf(1, 2, 1, { author: { id: 9, source: 2 } });
    expect(rowOf(bySite)).toMatchObject({ observer: `'=Ridge 2, "north"` });
  });

  test("keeps the ids of a deleted stream, source and species, but contains no place", () => {
    const gone = { ...annotationOf(1, 1, 9), videostream: 99, source: 99 };
    expect(rowOf(gone)).toMatchObject({
      ...{ videostream: "99", capturesource: "99", latitude: "", start_time: "", local_time: "" },
      ...{ species_id: "9", scientific_name: "", stream_url: "", capturesource_name: "" },
    });
  });

  test("for a sensitive place contains no exact coordinates, no name, no URL and no free text", () => {
    const observation = { behaviour: "foraging at the mill", individuals: "3", "life stage": "adult" };
    const annotation = annotationOf(5, 1, 1, { author: { id: 9, source: 1 }, observation });
    const row = rowOf(annotation, ["behaviour", "individuals"], "high");
    expect(row).toMatchObject({
      ...{ latitude: "51.1", longitude: "5", coordinate_uncertainty: "14727" },
      ...{ stream_url: "", capturesource_name: "", site_id: "", observer: "capture source 1" },
      ...{ observation: '{"individuals":"3","life stage":"adult"}', behaviour: "", individuals: "3" },
    });
    expect(JSON.stringify(row)).not.toMatch(/51\.12|4\.98|Ridge|valley|mill/);
    expect(rowOf(annotation, [], "extreme")).toMatchObject({ latitude: "", coordinate_uncertainty: "" });
  });

  test("has the columns of the table, in their order", () => {
    expect(Object.keys(rowOf(annotationOf(1, 1)))).toEqual(annotationColumns);
  });
});

test.each([
  ["low", { latitude: 51.123, longitude: 4.988, uncertaintyMetres: 30 + 147 }],
  ["medium", { latitude: 51.12, longitude: 4.99, uncertaintyMetres: 30 + 1470 }],
  ["high", { latitude: 51.1, longitude: 5, uncertaintyMetres: 30 + 14697 }],
  ["extreme", undefined],
  ["none", { latitude: 51.123456, longitude: 4.987654, uncertaintyMetres: null }],
] as const)("a place of sensitivity %s is shown as precisely as allowed", (sensitivity, place) => {
  const source = { location: "51.123456,4.987654", coordinateUncertainty: undefined };
  expect(publicPlace(source, sensitivity)).toEqual(place);
});

test.each([
  ["29.9,0", 5 + 157],
  ["-30,0", 5 + 147],
  ["60,0", 5 + 125],
  ["-85,0", 5 + 112],
])(
  "the uncertainty of a rounded place at %s depends on the width of a degree there",
  (location, uncertaintyMetres) => {
    const place = publicPlace({ location, coordinateUncertainty: 5 }, "low");
    expect(place?.uncertaintyMetres).toBe(uncertaintyMetres);
  },
);

test("a rounded coordinate is never minus zero", () => {
  const place = publicPlace({ location: "-0.00004,-0.00004", coordinateUncertainty: 1 }, "low");
  expect([place?.latitude, place?.longitude].map(String)).toEqual(["0", "0"]);
  expect(Object.is(place?.latitude, -0)).toBe(false);
});
