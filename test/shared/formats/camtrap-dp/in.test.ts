import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { NewCaptureSource } from "../../../../shared/domain/source/capture-source.ts";
import {
  type PackageFiles,
  readPackageInfo,
} from "../../../../shared/formats/camtrap-dp/read/package-info.ts";
import { checkPackage } from "../../../../shared/formats/camtrap-dp/read/read-package.ts";
import { reportText } from "../../../../shared/formats/finding.ts";
import { type Contents, readBack } from "../../../support/formats/read-back.ts";
import {
  foreignSample,
  sample,
  withCell,
  withDescriptor,
  withFile,
} from "../../../support/formats/sample.ts";
import { differences } from "../../../support/formats/tables.ts";
import { dataset, type World } from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";

const read = (contents: Contents) => readBack(contents, dataset);
const observations = "observations.csv";

/** The foreign sample without its quoted line end. */
const simple = withCell(foreignSample, observations, "annotation-9", "count", "1");

describe("a package of another program", () => {
  test("becomes sources, species, streams and labels", async () => {
    const { world } = await read(foreignSample);
    expect(world?.sources).toMatchObject([
      {
        key: "source-1",
        name: "Waterhole 1",
        location: "-19.0123,23.5671",
        timeZone: "Africa/Johannesburg",
        camtrapDp: { deploymentID: "source-1", deploymentStart: "2026-03-01T07:30:00+02:00" },
      },
      { name: "Ridge, north", timeZone: "+01:00" },
    ]);
    expect(world?.species).toMatchObject([
      { scientificName: "Vulpes vulpes", commonName: "the Vulpes vulpes", kind: undefined },
      { scientificName: "Lutra lutra" },
    ]);
    // The stream of a video ends with its last label, and the stream of a picture ends where it begins.
    expect(world?.streams).toMatchObject([
      { key: "stream-1", url: "https://videos.example/1.mp4", startMs: 1772343000000, endMs: 1772343005000 },
      { key: "stream-2" },
      { key: "stream-3", mediaType: "image/jpeg", startMs: 1772343000000, endMs: 1772343000000 },
      {},
      {},
    ]);
    expect(world?.annotations[0]).toMatchObject({
      startMs: 1000,
      endMs: 5000,
      observer: "Ana Duarte",
      observation: { species: "Vulpes vulpes", count: "2", sex: "female", comments: 'a "fox",\nor two' },
      boundingBox: { x1: 458, y1: 1852, x2: 1254, y2: 3064 },
      method: "human",
      identifications: [],
    });
  });

  test("is imported with sources that the service accepts", async () => {
    const { world } = await read(withCell(foreignSample, "deployments.csv", "source-1", "latitude", "1e-13"));
    for (const { name, location, cameraHardware, timeZone } of world?.sources ?? []) {
      const body = { name, location, camera_hardware: cameraHardware, time_zone: timeZone };
      expect(z.safeParse(NewCaptureSource, body).error).toBeUndefined();
    }
  });

  test("is imported with a confidence of 0 if the number is too small for the database", async () => {
    const machine = withCell(simple, observations, "annotation-2", "classificationMethod", "machine");
    const { world } = await read(
      withCell(machine, observations, "annotation-2", "classificationProbability", "1e-200"),
    );
    expect(world?.annotations[1]?.confidence).toBe(0);
  });

  test("is imported with events that refer to the first of their files, or to a stand-in if there is none", async () => {
    const moved = withCell(foreignSample, "media.csv", "stream-1", "timestamp", "2026-03-01T05:30:03Z");
    const { world } = await read(moved);
    const events =
      world?.annotations.filter(({ camtrapDp }) => camtrapDp?.["observationLevel"] === "event") ?? [];
    expect(
      events.map(({ videostream, startMs, endMs, camtrapDp }) => [
        world?.streams.find(({ id }) => id === videostream)?.url,
        startMs,
        endMs,
        camtrapDp?.["eventStart"],
      ]),
    ).toEqual([
      ["https://videos.example/1.mp4", 0, 0, "2026-03-01T05:30:01Z"],
      ["https://videos.example/1.mp4", 0, 0, "2026-03-01T05:30:01Z"],
      ["https://no-media.invalid/source-2/source-2-event-1772343001", 0, 0, "2026-03-01T05:30:01Z"],
    ]);
    expect(world?.streams.at(-1)?.source).toBe(2);
  });

  test("keeps the times of an event with a single picture until somebody corrects them", async () => {
    const burst = withCell(foreignSample, observations, "annotation-3", "mediaID", "stream-3");
    const { world } = await read(burst);
    if (world === undefined) throw new Error("not read");
    const row = (more: object) =>
      writePackage({
        ...world,
        annotations: world.annotations.map((label) => ({ ...label, ...more })),
      }).rows.find(({ observationID }) => observationID === "annotation-3");
    const label = world.annotations.find(({ camtrapDp }) => camtrapDp?.["observationID"] === "annotation-3");
    expect(label).toMatchObject({ startMs: 0, endMs: 0 });
    expect(row({})).toMatchObject({
      eventStart: "2026-03-01T06:30:01+01:00",
      eventEnd: "2026-03-01T06:30:05+01:00",
    });
    expect(row({ endMs: 2000 })).toMatchObject({
      eventStart: "2026-03-01T06:30:00+01:00",
      eventEnd: "2026-03-01T06:30:02+01:00",
    });
  });

  test("without a media table is exported as it was imported, without media rows for stand-ins", async () => {
    const { "media.csv": _, ...without } = withDescriptor(foreignSample, (d) => d.resources.splice(1, 1));
    const events = withFile(without, observations, (text) =>
      text.replace(/^(annotation|stream)-.*\n(or two.*\n)?/gm, ""),
    );
    const { world, findings } = await read(events);
    expect(findings.map(({ level }) => level)).toEqual(["warning"]);
    if (world === undefined) throw new Error("not read");
    const { texts } = writePackage(world, { people: "names" });
    expect(texts["media.csv"]?.trim().split("\n")).toHaveLength(1);
    expect(await differences("observationID", events[observations] ?? "", texts[observations] ?? "")).toEqual(
      [],
    );
  });

  test("without a media table gets stand-ins for events, and its observations of single files are bad rows", async () => {
    const { "media.csv": _, ...without } = withDescriptor(foreignSample, (d) => d.resources.splice(1, 1));
    const { findings, world, rows } = await read(without);
    expect(findings[0]).toMatchObject({ level: "warning", code: "missing-table", column: "media" });
    expect(rows?.observations).toEqual({ made: 3, bad: 4, derived: 0 });
    expect(world?.streams.map(({ url }) => URL.parse(url)?.hostname)).toEqual([
      "no-media.invalid",
      "no-media.invalid",
    ]);
  });

  test("whose file is from 1970, because the clock of the camera began again, gets no stream of many years", async () => {
    const reset = withCell(foreignSample, "media.csv", "stream-1", "timestamp", "1970-01-01T00:00:00Z");
    const { world, findings } = await read(reset);
    expect(findings.filter(({ level }) => level === "bad-row")).toEqual([]);
    expect(world?.streams[0]).toMatchObject({ startMs: 0, endMs: 0 });
    const [label] = world?.annotations ?? [];
    expect(label).toMatchObject({
      startMs: 0,
      endMs: 0,
      camtrapDp: { eventStart: "2026-03-01T07:30:01+02:00" },
    });
  });

  test("whose event has rows of different years gets a stand-in of at most 366 days", async () => {
    const later = withFile(foreignSample, observations, (text) => {
      const event = text.split("\n").find((line) => /source-2-event.*,event,/.test(line)) ?? "";
      const moved = event.replace(/^[^,]*/, "later").replaceAll("2026-03", "2028-03");
      return `${text}${moved}\n`;
    });
    const { world } = await read(later);
    const { startMs = 0, endMs = 0 } =
      world?.streams.find(({ url }) => url.includes("no-media.invalid/source-2")) ?? {};
    expect(endMs - startMs).toBe(366 * 86_400_000);
  });

  test.each([
    ["media/1.mp4", "s3://import/media/1.mp4", undefined],
    ["media\\1.mp4", "s3://import/media/1.mp4", undefined],
    ["media/2.mp4", "https://missing-file.invalid/media/2.mp4", "no-file"],
    ["http://x.example/1.mp4", "https://missing-file.invalid/http%3A//x.example/1.mp4", "address"],
    [
      "https://ana:pw@x.example/1.mp4",
      "https://missing-file.invalid/https%3A//ana%3Apw%40x.example/1.mp4",
      "address",
    ],
  ])("with the file path %s is imported with a stream at %s", async (filePath, url, code) => {
    const { world, findings } = await read({
      ...withCell(foreignSample, "media.csv", "stream-2", "filePath", filePath),
      "media/1.mp4": "",
    });
    expect(world?.streams[1]?.url).toBe(url);
    expect(findings.find(({ column }) => column === "filePath")?.code).toBe(code);
  });
});

describe("a package is read correctly with", () => {
  const asSimple = async (contents: Contents) => {
    const [one, other] = [await read(simple), await read(contents)];
    expect(other.findings).toEqual(one.findings);
    expect(other.world).toEqual(one.world);
  };

  test("a byte order mark", () => asSimple(withFile(simple, "deployments.csv", (text) => `\uFEFF${text}`)));
  test("the line ends of Windows, in all rows or in one", async () => {
    const windows = withFile(simple, "media.csv", (text) => text.replaceAll("\n", "\r\n"));
    await asSimple(windows);
    await asSimple(withFile(simple, "media.csv", (text) => text.replace("\n", "\r\n")));
  });
  test("the line ends of old Macs", () =>
    asSimple(withFile(simple, "media.csv", (text) => text.replaceAll("\n", "\r"))));
  test("every cell in quotes", () =>
    asSimple(withFile(simple, "media.csv", (text) => text.replace(/[^,\n]+/g, '"$&"'))));
  test("another delimiter that datapackage.json names", () =>
    asSimple(
      withFile(
        withDescriptor(simple, ({ resources }) =>
          Object.assign(resources[1], { dialect: { delimiter: ";" } }),
        ),
        "media.csv",
        (text) => text.replaceAll(",", ";"),
      ),
    ));
  test("empty lines", () => asSimple(withFile(simple, "media.csv", (text) => `${text}\n\n`)));
  test("columns in another order", () =>
    asSimple(withFile(simple, "media.csv", (text) => text.replace(/^([^,]*),([^,]*)/gm, "$2,$1"))));
  test("a table that datapackage.json does not list, in a file of the usual name", () =>
    asSimple(withDescriptor(simple, ({ resources }) => resources.splice(0, 2))));
  test("version 1.0 or 1.0.1, and the profile URLs of GBIF", async () => {
    for (const version of ["1.0", "1.0.1"]) {
      await asSimple(
        withDescriptor(simple, (d) => {
          d.profile = `https://rs.gbif.org/data-packages/camtrap-dp/${version}/profile/camtrap-dp-profile.json`;
          for (const resource of d.resources) resource.schema = resource.schema.replace("1.0.2", version);
        }),
      );
    }
  });
  test("tables compressed with gzip", async () => {
    const { "media.csv": media = "", ...rest } = withDescriptor(simple, ({ resources }) =>
      Object.assign(resources[1], { path: "media.csv.gz" }),
    );
    const packed = { ...rest, "media.csv.gz": gzipSync(media) };
    expect((await read(packed)).world).toEqual((await read(simple)).world);
  });
});

describe("a box with more decimals than pixels hold", () => {
  const box = { bboxX: "0.12345", bboxY: "0.000012", bboxWidth: "0.333333", bboxHeight: "0.5" };
  const contents = Object.entries(box).reduce(
    (texts, [column, value]) => withCell(texts, observations, "annotation-3", column, value),
    simple,
  );
  const labelIn = (world: World | undefined) =>
    world?.annotations.find(({ camtrapDp }) => camtrapDp?.["observationID"] === "annotation-3");
  const rowOf = (world: World) =>
    writePackage(world, { coordinates: "exact" }).rows.find(({ observationID = "" }) =>
      observationID.endsWith("annotation-3"),
    );
  const withLabel = (world: World, change: object): World => ({
    ...world,
    annotations: world.annotations.map((each) => (each === labelIn(world) ? { ...each, ...change } : each)),
  });

  test("goes out as it came in, also through a second service", async () => {
    const { world } = await read(contents);
    if (world === undefined) throw new Error("not read");
    expect(labelIn(world)?.boundingBox).toEqual({ x1: 1235, y1: 0, x2: 4567, y2: 4999 });
    expect(rowOf(world)).toMatchObject(box);
    const second = await read(writePackage(world, { coordinates: "exact", people: "names" }).texts);
    expect(second.findings).toEqual([]);
    if (second.world === undefined) throw new Error("not read");
    expect(rowOf(second.world)).toMatchObject(box);
  });

  test("goes out as it is once somebody has moved or removed it", async () => {
    const { world } = await read(contents);
    if (world === undefined) throw new Error("not read");
    const moved = withLabel(world, { boundingBox: { x1: 1236, y1: 0, x2: 4567, y2: 4999 } });
    expect(rowOf(moved)).toMatchObject({
      bboxX: "0.1236",
      bboxY: "0",
      bboxWidth: "0.3332",
      bboxHeight: "0.5",
    });
    const cells = rowOf(withLabel(world, { boundingBox: undefined }));
    expect([cells?.bboxX, cells?.bboxY, cells?.bboxWidth, cells?.bboxHeight]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});

test("an empty name of a file, and an empty method of its capture, stay empty", async () => {
  const emptied = ["fileName", "captureMethod"].reduce(
    (texts, column) => withCell(texts, "media.csv", "stream-1", column, ""),
    simple,
  );
  const { world } = await read(emptied);
  if (world === undefined) throw new Error("not read");
  const media = writePackage(world, { coordinates: "exact" }).media.map(({ row }) => row);
  expect(media.map(({ fileName }) => fileName ?? "")).toEqual(["", "2.mp4", "3.jpg"]);
  expect(media[0]?.captureMethod ?? "").toBe("");
});

describe("a position of an animal without a box", () => {
  const withPosition = (x: string, y: string) =>
    [
      ["bboxX", x],
      ["bboxY", y],
      ["bboxWidth", ""],
      ["bboxHeight", ""],
    ].reduce(
      (texts, [column = "", value = ""]) => withCell(texts, observations, "annotation-1", column, value),
      simple,
    );

  test("is imported, and exported unchanged", async () => {
    const { world, findings } = await read(withPosition("0.25", "0.625"));
    expect(findings.filter(({ level }) => level !== "warning")).toEqual([]);
    expect(findings.filter(({ code }) => code === "size")).toEqual([]);
    expect(world?.annotations[0]).toMatchObject({
      boundingBox: undefined,
      camtrapDp: { bboxX: "0.25", bboxY: "0.625" },
    });
    const [row] = writePackage(world as World, { level: "media", people: "names" }).rows;
    expect(row).toMatchObject({ bboxX: "0.25", bboxY: "0.625" });
    expect(row?.bboxWidth).toBeUndefined();
  });

  test("is replaced by a box that a person draws later", async () => {
    const { world } = await read(withPosition("0.25", "0.625"));
    const [label, ...others] = world?.annotations ?? [];
    const drawn = { ...label, boundingBox: { x1: 0, y1: 0, x2: 99, y2: 99 } };
    const sized = {
      ...world,
      annotations: [drawn, ...others],
      streams: world?.streams.map((each) => ({ ...each, size: { width: 1000, height: 1000 } })),
    };
    const [row] = writePackage(sized as World, { level: "media", people: "names" }).rows;
    expect(row).toMatchObject({ bboxX: "0", bboxY: "0", bboxWidth: "0.1", bboxHeight: "0.1" });
  });

  test.each([
    ["of a picture of unknown size", undefined],
    ["outside the picture", { width: 10, height: 10 }],
  ])("is left out beside a box %s, which is not in the row", async (_, size) => {
    const { world } = await read(withPosition("0.25", "0.625"));
    const [label, ...others] = world?.annotations ?? [];
    const drawn = { ...label, boundingBox: { x1: 50, y1: 50, x2: 99, y2: 99 } };
    const streams = world?.streams.map((each) => ({ ...each, size }));
    const changed = { ...world, annotations: [drawn, ...others], streams };
    const [row] = writePackage(changed as World, { level: "media", people: "names" }).rows;
    expect([row?.bboxX, row?.bboxY, row?.bboxWidth]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ["0.25", ""],
    ["", "0.625"],
  ])("is refused if it has only one coordinate: %j, %j", async (x, y) => {
    const { findings } = await read(withPosition(x, y));
    expect(findings.find(({ level }) => level === "bad-row")).toMatchObject({ code: "box", row: 2 });
  });
});

describe("a bad cell in an import that leaves out bad rows", () => {
  const skip = (contents: Contents) => readBack(contents, dataset, true);
  const high = withCell(simple, "deployments.csv", "source-1", "cameraHeight", "Jan 60");

  test("is left out with a warning, and its row and all that refers to it are imported", async () => {
    const { findings, world, rows } = await skip(high);
    expect(findings.filter(({ level }) => level === "bad-row")).toEqual([]);
    expect(findings.find(({ code }) => code === "cell-left-out")).toMatchObject({
      level: "warning",
      file: "deployments.csv",
      row: 2,
      column: "cameraHeight",
      value: "Jan 60",
      message: "`cameraHeight` must be a number, 0 or more. The row is imported without this cell.",
    });
    expect(rows).toEqual((await read(simple)).rows);
    expect(world?.sources[0]?.camtrapDp).not.toHaveProperty("cameraHeight");
    expect(world?.streams).toEqual((await read(simple)).world?.streams);
  });

  test("makes the row bad if the row needs the cell", async () => {
    const { findings, rows } = await skip(
      withCell(simple, "deployments.csv", "source-1", "latitude", "north"),
    );
    expect(findings.find(({ level }) => level === "bad-row")).toMatchObject({ column: "latitude" });
    expect(rows?.deployments.bad).toBe(1);
  });

  test.each([
    ["classificationMethod", "AI"],
    ["bboxWidth", "0"],
  ])("makes the row bad if the label would say something else without its %s", async (column, value) => {
    const { findings, rows } = await skip(withCell(simple, observations, "annotation-1", column, value));
    expect(findings.find(({ level }) => level === "bad-row")).toMatchObject({ column });
    expect(rows?.observations.bad).toBe(1);
  });

  test("makes the row bad in a package of this service, where a missing cell means a removed value", async () => {
    const { rows } = await skip(withCell(sample, observations, "annotation-2", "count", "three"));
    expect(rows?.observations.bad).toBe(1);
  });

  test("makes the row bad if the import stops at bad rows", async () => {
    const { findings, rows } = await read(high);
    expect(findings.find(({ level }) => level === "bad-row")).toMatchObject({ column: "cameraHeight" });
    expect(rows?.deployments.bad).toBe(1);
  });
});

describe("a warning says that", () => {
  test("a column does not belong to the standard", async () => {
    const { findings, world } = await read(
      withFile(simple, "media.csv", (text) =>
        text
          .replace(/\n(?=.)/g, ",x\n")
          .replace("mediaComments,x", "mediaComments,_id")
          .replace(/\n$/, ",x\n"),
      ),
    );
    expect(findings.find(({ code }) => code === "unknown-column")).toMatchObject({
      level: "warning",
      column: "_id",
      row: 1,
    });
    expect(world?.streams).toHaveLength(5);
  });
  test("a whole number is written as a decimal", async () => {
    const { findings, world } = await read(withCell(simple, observations, "annotation-2", "count", "3.0"));
    expect(findings.find(({ code }) => code === "decimal")).toMatchObject({
      level: "warning",
      row: 4,
      value: "3.0",
    });
    expect(world?.annotations[1]?.observation?.["count"]).toBe("3");
  });
  test("exifData is left out because it is too long", async () => {
    const { findings, world } = await read(
      withCell(simple, "media.csv", "stream-1", "exifData", "x".repeat(300_000)),
    );
    expect(findings.find(({ code }) => code === "left-out")).toMatchObject({
      level: "warning",
      column: "exifData",
      row: 2,
    });
    expect(world?.streams[0]?.camtrapDp?.["exifData"]).toBeUndefined();
  });
  test("a text that is too long is cut", async () => {
    const long = "🦊".repeat(1000);
    const { findings, world } = await read(
      withCell(
        withCell(simple, observations, "annotation-2", "behavior", long),
        observations,
        "annotation-3",
        "classifiedBy",
        long,
      ),
    );
    expect(findings.filter(({ code }) => code === "cut")).toHaveLength(2);
    expect(world?.annotations[1]?.observation?.["behaviour"]).toBe("🦊".repeat(256));
    expect(world?.annotations[2]?.observer).toBe("🦊".repeat(320));
  });
});

describe("a package", () => {
  test.each<[string, Contents, string, RegExp]>([
    [
      "whose datapackage.json is not JSON",
      { ...simple, "datapackage.json": "{" },
      "json",
      /must be a JSON object/,
    ],
    [
      "of an unsupported version",
      withDescriptor(simple, (d) => {
        d.profile = d.profile.replace("1.0.2", "2.0");
      }),
      "version",
      /1\.0, 1\.0\.1 or 1\.0\.2, and not 2\.0/,
    ],
    [
      "that names no version",
      withDescriptor(simple, (d) => {
        delete d.profile;
        d.resources = [];
      }),
      "version",
      /must name Camtrap DP/,
    ],
    [
      "whose table of deployments is missing",
      withDescriptor(
        Object.fromEntries(Object.entries(simple).filter(([name]) => name !== "deployments.csv")),
        () => {},
      ),
      "missing-table",
      /names the file deployments\.csv, which is missing/,
    ],
    [
      "without a required column",
      withFile(simple, "media.csv", (text) => text.replace("timestamp", "Timestamp")),
      "missing-column",
      /must have a column `timestamp`\. Rename `Timestamp`/,
    ],
    [
      "with two columns of the same name",
      withFile(simple, "media.csv", (text) => text.replace("fileName", "filePath")),
      "column-twice",
      /two columns `filePath`/,
    ],
    [
      "with semicolons between cells",
      withFile(simple, "media.csv", (text) => text.replaceAll(",", ";")),
      "delimiter",
      /by semicolons\. Save it with commas/,
    ],
    [
      "in Latin-1",
      { ...simple, "media.csv": Buffer.from(`${simple["media.csv"]}é`, "latin1") },
      "encoding",
      /is not in UTF-8\. Save it as/,
    ],
    [
      "in UTF-16",
      { ...simple, "media.csv": Buffer.from(`\uFEFF${simple["media.csv"]}`, "utf16le") },
      "encoding",
      /is not in UTF-8/,
    ],
    [
      "with a quote that is not closed",
      withFile(simple, "media.csv", (text) => `${text}"a,b\n`),
      "quotes",
      /has a quote that is not closed, in the row that begins on line 5/,
    ],
    [
      "with a damaged gzip file",
      {
        ...withDescriptor(simple, ({ resources }) => Object.assign(resources[1], { path: "media.csv.gz" })),
        "media.csv.gz": "no gzip",
      },
      "gzip",
      /damaged or not compressed/,
    ],
    [
      "with a decompression bomb",
      {
        ...withDescriptor(simple, ({ resources }) => Object.assign(resources[1], { path: "media.csv.gz" })),
        "media.csv.gz": gzipSync(`${simple["media.csv"]}${`${"x".repeat(2000)}\n`.repeat(5000)}`),
      },
      "bomb",
      /unpacks to more than 50 times/,
    ],
    ["with an empty table", { ...simple, "media.csv": "" }, "missing-column", /must have a column `mediaID`/],
  ])("%s is refused as a whole, with a sentence that says why", async (_, contents, code, message) => {
    const { findings, counts } = await read(contents);
    expect(findings.find(({ level }) => level === "fatal")).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(counts.fatal).toBeGreaterThan(0);
  });
});

test("a row with too few cells is refused with the numbers of its cells and of the columns", async () => {
  const { findings } = await read(
    withFile(simple, "media.csv", (text) => text.replace(/^stream-2,/m, "stream-2;")),
  );
  expect(findings.find(({ code }) => code === "cells")).toMatchObject({
    row: 3,
    level: "bad-row",
    message:
      "This row has 10 cells, and the first row has 11 columns. Put texts that contain a comma in quotes.",
  });
});

describe("a package of this service that somebody has edited", () => {
  const edit = (texts: Contents, cells: Readonly<Record<string, string>>) =>
    Object.entries(cells).reduce<Readonly<Record<string, string>>>(
      (all, [column, value]) => withCell(all, observations, "annotation-2", column, value),
      texts as Readonly<Record<string, string>>,
    );

  test("is imported with the edited values, although annotations.csv still contains the old ones", async () => {
    const edited = edit(sample, {
      ...{
        scientificName: "Canis aureus",
        count: "3",
        lifeStage: "juvenile",
        observationComments: "with cubs",
      },
      ...{
        eventEnd: "2026-03-01T05:30:09Z",
        bboxX: "0.1",
        bboxY: "0.2",
        bboxWidth: "0.3",
        bboxHeight: "0.4",
      },
    });
    const { world, findings } = await read(edited);
    expect(findings).toEqual([]);
    const [, label] = world?.annotations ?? [];
    expect(label).toMatchObject({
      observation: { species: "Canis aureus", count: "3", lifeStage: "juvenile", comments: "with cubs" },
      endMs: 8750,
    });
    expect(label?.boundingBox).toMatchObject({ x1: 192, y1: 216 });
    expect(
      writePackage(world as World, { level: "both", people: "names", streams: "all" }).rows[1],
    ).toMatchObject({
      ...{
        scientificName: "Canis aureus",
        count: "3",
        lifeStage: "juvenile",
        observationComments: "with cubs",
      },
      ...{ bboxX: "0.1", bboxY: "0.2", bboxWidth: "0.3", bboxHeight: "0.4" },
    });
  });

  test("has a bad row for a file of more than 366 days, or a label as long after the start of its file", async () => {
    const long = withCell(sample, "annotations.csv", "annotation-2", "mediaEnd", "2030-03-01T05:30:00.000Z");
    const late = edit(sample, { eventStart: "2029-03-01T05:30:00Z", eventEnd: "2029-03-01T05:30:09Z" });
    const bad = async (texts: Contents) =>
      (await read(texts)).findings.find(({ level }) => level === "bad-row");
    expect(await bad(long)).toMatchObject({ row: 4, column: "mediaID", code: "too-long" });
    expect(await bad(late)).toMatchObject({ row: 4, column: "eventEnd", code: "too-long" });
  });

  test("is imported with a comment that is cut to the maximum length, and with a warning", async () => {
    const { world, findings } = await read(edit(sample, { observationComments: "x".repeat(1500) }));
    expect(world?.annotations[1]?.observation).toMatchObject({ comments: "x".repeat(1024) });
    expect(findings).toMatchObject([{ column: "observationComments", level: "warning", code: "cut" }]);
  });

  test("is imported with labels for added rows, but without labels for rows that every export derives", async () => {
    const added = withFile(sample, observations, (text) => {
      const [header = "", ...rest] = text.split("\n");
      const line = /^annotation-2,.*$/m.exec(text)?.[0].replace(/^annotation-2,/, "new-1,") ?? "";
      return [header, ...rest.filter((each) => each !== ""), line, ""].join("\n");
    });
    const { world, rows } = await read(edit(added, {}));
    expect(world?.annotations).toHaveLength(4);
    expect(world?.annotations[3]).toMatchObject({ camtrapDp: { observationID: "new-1" } });
    expect(rows?.observations.bad).toBe(0);
  });
});

test("the rows of annotations.csv may be in any order", async () => {
  const reversed = withFile(sample, "annotations.csv", (text) => {
    const [header = "", ...rows] = text.trim().split("\n");
    return [header, ...rows.toReversed()].join("\n");
  });
  expect((await read(reversed)).world).toEqual((await read(sample)).world);
});

/** A package with tables that are too long to be read ahead. */
const longSample = ["media.csv", "annotations.csv"].reduce(
  (texts, name) => withFile(texts, name, (text) => text + `${"x".repeat(1000)}\n`.repeat(1000)),
  sample,
);

test.each([
  ["all rows are read", Number.POSITIVE_INFINITY, longSample],
  ["the reader stops early", 1, longSample],
  ["a column is missing", 0, withFile(longSample, "media.csv", (text) => text.replace("timestamp", "x"))],
])("no file stays open if %s", async (_, most, contents) => {
  const open = new Set<object>();
  const files: PackageFiles = {
    has: (path) => Object.hasOwn(contents, path),
    open: async function* (path) {
      const id = { path };
      open.add(id);
      try {
        const bytes = Buffer.from(contents[path] ?? "");
        for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
      } finally {
        open.delete(id);
      }
    },
  };
  const { info } = readPackageInfo(contents["datapackage.json"] ?? "", files);
  if (info === undefined) throw new Error("not read");
  const checked = await checkPackage(files, info, { language: "eng", found: () => {} });
  let count = 0;
  if (most > 0) for await (const _made of checked.annotations()) if (++count >= most) break;
  await expect.poll(() => [...open]).toEqual([]);
});

test("the rows of annotations.csv are checked, too", async () => {
  const { findings } = await read(withCell(sample, "annotations.csv", "annotation-2", "start", "00:61:00"));
  expect(findings).toMatchObject([{ file: "annotations.csv", row: 3, column: "start", level: "bad-row" }]);
});

test("the report is a table without formulas", () => {
  const message = "No.";
  const finding = {
    file: "media.csv",
    row: 3,
    column: "filePath",
    value: '=HYPERLINK("x")',
    code: "pattern",
    message,
  };
  expect(reportText([{ ...finding, level: "bad-row" }])).toBe(
    `file,row,column,value,level,code,message\nmedia.csv,3,filePath,"'=HYPERLINK(""x"")",bad-row,pattern,No.\n`,
  );
});
