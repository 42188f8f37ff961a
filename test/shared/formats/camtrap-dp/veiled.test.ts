import { describe, expect, test } from "vitest";
import { generalised } from "../../../../shared/formats/generalise.ts";
import {
  annotation,
  dataset,
  source,
  species,
  stream,
  vote,
  type World,
} from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";

const place = { latitude: 51.18412, longitude: -5.65949 };

test.each([
  ["low", { latitude: 51.184, longitude: -5.659, uncertainty: 30 + 147, precision: 0.001 }],
  ["medium", { latitude: 51.18, longitude: -5.66, uncertainty: 30 + 1470, precision: 0.01 }],
  ["high", { latitude: 51.2, longitude: -5.7, uncertainty: 30 + 14_697, precision: 0.1 }],
  ["extreme", { latitude: 51.2, longitude: -5.7, uncertainty: 30 + 14_697, precision: 0.1 }],
  ["none", undefined],
  [undefined, undefined],
] as const)("a place of a species of sensitivity %s is rounded as required", (sensitivity, expected) => {
  expect(generalised(place, undefined, sensitivity)).toEqual(expected);
});

test.each([
  [0, 157],
  [-29.999, 157],
  [30, 147],
  [-60, 125],
  [85, 112],
])("rounding to 3 decimals at latitude %d adds %d m to the uncertainty", (latitude, metres) => {
  expect(generalised({ latitude, longitude: 0 }, 100, "low")?.uncertainty).toBe(100 + metres);
});

describe("where a sensitive species was seen", () => {
  // Every text that could reveal the place contains "mill".
  const camtrapDp = {
    deploymentID: "old mill 2026",
    locationID: "mill-7",
    setupBy: "miller",
    habitat: "mill pond",
    deploymentGroups: "mills",
    deploymentTags: "mill",
    deploymentComments: "behind the mill",
    cameraHeight: "1.30",
  };
  const world: World = {
    dataset,
    sources: [
      source(1, { name: "Old mill", location: "51.50,-0.120", siteId: 7777, packageId: "mills", camtrapDp }),
      source(2, { name: "Mill pond", location: "51.5,-0.12" }),
      source(3, { name: "Station", location: "40,10.123456" }),
    ],
    streams: [
      stream(1, {
        url: "https://videos.example/mill/IMG_0001.mp4",
        camtrapDp: {
          mediaID: "mill/1",
          filePath: "mill/1.mp4",
          fileName: "mill1.mp4",
          exifData: "mill",
          mediaComments: "mill",
        },
      }),
      stream(2, { source: 2, url: "s3://mills/2.mp4" }),
      stream(3, { source: 3 }),
    ],
    species: [species(1, "Lynx lynx", { sensitivity: "high" }), species(2, "Vulpes vulpes")],
    users: [],
    annotations: [
      annotation(1, { identifications: [vote(1, [1])] }),
      annotation(2, {
        observation: { species: "Vulpes vulpes", where: "mill", comments: "at the mill", count: "2" },
        camtrapDp: { observationID: "mill/1/2", eventID: "mill/e", observationTags: "mill" },
      }),
      annotation(3, { videostream: 2, source: 2 }),
      annotation(4, {
        videostream: 3,
        source: 3,
        observation: { species: "Vulpes vulpes", where: "station" },
      }),
    ],
  };

  test("the coordinates of all sources at that place are as coarse as required", () => {
    const { deployments, descriptor } = writePackage(world);
    expect(
      deployments.map(({ row: { latitude, longitude, coordinateUncertainty } }) => [
        latitude,
        longitude,
        coordinateUncertainty,
      ]),
    ).toEqual([
      ["51.5", "-0.1", "14727"],
      ["51.5", "-0.1", "14727"],
      ["40", "10.123456", undefined],
    ]);
    expect(descriptor.coordinatePrecision).toBe(0.1);
    expect(deployments[0]?.row.locationID).toBe(deployments[1]?.row.locationID);
    expect(deployments[0]?.row.cameraHeight).toBe("1.30");
  });

  test("names, paths and notes are left out of all files, while other places keep theirs", () => {
    const { texts } = writePackage(world, { level: "both" });
    const all = Object.values(texts).join("");
    expect(all).not.toMatch(/mill(?!isecond)/i);
    expect(all).not.toMatch(/51\.50|-0\.12|7777|secret/);
    expect(all).toMatch(/where:station/);
    expect(texts["media.csv"]).toContain("withheld/stream-1,false,,");
    expect(texts["observations.csv"]).toMatch(/annotation-2,source-1.*,Vulpes vulpes,2,/);
  });

  test("an export with exact coordinates contains all names, paths and notes", () => {
    const { texts } = writePackage(world, { coordinates: "exact" });
    for (const text of ["Old mill", "mill/1.mp4", "where:mill", "at the mill"]) {
      expect(Object.values(texts).join("")).toContain(text);
    }
    expect(texts["deployments.csv"]).toContain(",51.5,-0.12,");
  });

  test("a stream with an extremely sensitive species is left out", () => {
    const extreme = {
      ...world,
      species: [species(1, "Lynx lynx", { sensitivity: "extreme" }), species(2, "Vulpes vulpes")],
    };
    const all = Object.values(writePackage(extreme).texts).join("");
    expect(all).not.toMatch(/Lynx|stream-1|annotation-[12]\b/);
    expect(all).toContain("source-2,");
  });
});

describe("ids", () => {
  const from = (id: number, packageId: string | undefined, deploymentID?: string) =>
    source(id, { packageId, ...(deploymentID === undefined ? {} : { camtrapDp: { deploymentID } }) });
  const idsOf = (...sources: ReturnType<typeof source>[]) => {
    const streams = sources.map(({ id }) => stream(id, { source: id }));
    const annotations = sources.map(({ id }) => annotation(id, { source: id, videostream: id }));
    const made = writePackage({ dataset, sources, streams, species: [], users: [], annotations });
    return made.rows.map(({ deploymentID, mediaID }) => [deploymentID, mediaID]);
  };

  test("of a single package are kept, and ids of records added to its cameras get this data set's id as a prefix", () => {
    expect(idsOf(from(1, "p", "dep"))).toEqual([["dep", `${dataset.id}:stream-1`]]);
  });

  test("of several packages get the id of their package as a prefix", () => {
    expect(idsOf(from(1, "p", "dep"), from(2, "q", "dep"), from(3, undefined)).map(([id]) => id)).toEqual([
      "p:dep",
      "q:dep",
      "source-3",
    ]);
  });

  test("of events are unique even if the id of one camera begins with the id of another", () => {
    const sources = [from(1, "p", "site"), from(2, "p", "site-2")];
    const streams = sources.map(({ id }) => stream(id, { source: id }));
    const annotations = sources.map(({ id }) =>
      annotation(id, {
        ...{ source: id, videostream: id, camtrapDp: { eventID: "site-2-e1", observationID: `o${id}` } },
        observation: { species: "Vulpes vulpes" },
      }),
    );
    const world = { dataset, sources, streams, species: [], users: [], annotations };
    const { texts } = writePackage(world, { level: "both" });
    const ids = texts["observations.csv"]?.match(/^[^,\n]*-animal-Vulpes vulpes(?=,)/gm);
    expect(new Set(ids).size).toBe(2);
  });

  test("of events are unique even if every package and every camera counts its events from one", () => {
    const sources = [from(1, "p", "a"), from(2, "p", "b"), from(3, "q", "a")];
    const streams = sources.map(({ id }) => stream(id, { source: id }));
    const annotations = sources.map(({ id }) =>
      annotation(id, {
        ...{ source: id, videostream: id, camtrapDp: { eventID: "1", observationID: `o${id}` } },
        observation: { species: "Vulpes vulpes" },
      }),
    );
    const world = { dataset, sources, streams, species: [], users: [], annotations };
    const { rows, texts } = writePackage(world, { level: "both" });
    expect(rows.map(({ eventID }) => eventID).slice(0, 3)).toEqual(["p:1", "p:1", "q:1"]);
    const ids = texts["observations.csv"]?.match(/^[^,\n]*-animal-Vulpes vulpes(?=,)/gm);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });
});
