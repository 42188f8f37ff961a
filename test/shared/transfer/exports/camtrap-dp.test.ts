import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SentFilters } from "../../../../shared/domain/job/export-filters.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { keys } from "../../../../shared/table/schema.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { drop } from "../../../../shared/table/write.ts";
import {
  type Silence,
  silentSources,
} from "../../../../shared/transfer/exports/camtrap-dp/silent-sources.ts";
import type { ExportView } from "../../../../shared/views/job/export.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { camtrapFolder } from "../../../support/camtrap-dp.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { writeUntraced } from "../../../support/dynamo/write-untraced.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, ben } from "../../../support/exports/export-world.ts";
import { fillWorld } from "../../../support/exports/fill-world.ts";
import { packageWorld, users } from "../../../support/exports/package-world.ts";
import { expectSameBytes } from "../../../support/exports/same-bytes.ts";
import { frictionless, hasFrictionless } from "../../../support/formats/frictionless.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import { randomWorld } from "../../../support/formats/random-world.ts";
import { readBack } from "../../../support/formats/read-back.ts";
import { differences } from "../../../support/formats/tables.ts";
import {
  annotation,
  dataset,
  source,
  species,
  startMs,
  stream,
  vote,
  type World,
} from "../../../support/formats/world.ts";
import { type PackageTexts, writePackage } from "../../../support/formats/write-package.ts";
import { unzip } from "../../../support/unzip.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

async function tableOf(world: World): Promise<Table> {
  const table = await database.fresh();
  await fillWorld(table, world);
  return table;
}

/** Exports a whole table as a package, in small pieces. */
async function exported(table: Table, options: object = {}, caller = ann): Promise<ExportView> {
  const requests = exportRequests(table, s3.client, { pieceSize: 3, worksAtOnce: true });
  return (await requests.create({ format: "camtrap-dp", options }, caller)).body;
}

async function bytesOf({ files, problem }: ExportView): Promise<Uint8Array> {
  if (files[0] === undefined) throw new Error(problem ?? "no file");
  return new Uint8Array(await (await fetch(files[0].url)).arrayBuffer());
}

async function packageOf(table: Table, options: object = {}): Promise<PackageTexts> {
  return unzip(await bytesOf(await exported(table, options)));
}

function cellsOf(text: string | undefined, ...columns: readonly string[]): readonly (readonly string[])[] {
  const [header = [], ...rows] = (text ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((row) => columns.map((column) => row[header.indexOf(column)] ?? ""));
}

const sorted = (text = "") => text.split("\n").toSorted();

describe("a package", () => {
  test("of random records is valid and equals the result of the mapping", { timeout: 120_000 }, async () => {
    const worlds = fc.sample(randomWorld, {
      numRuns: Number(process.env["INTERCHANGE_RUNS"] ?? 6),
      seed: 17,
    });
    const made: PackageTexts[] = [];
    for (const [i, drawn] of worlds.entries()) {
      const each = { ...drawn, dataset: { ...drawn.dataset, media_public: i > 2 } };
      const level = (["media", "both", "event"] as const)[i % 3] ?? "media";
      const streams = i % 2 === 0 ? "annotated" : "all";
      const table = await tableOf({ ...each, users });
      const view = await exported(table, { level, streams, machine: "all", people: "names" });
      const texts = unzip(await bytesOf(view));
      made.push(texts);
      const nowMs = Date.parse(view.created);
      const expected = writePackage({ ...each, users }, { level, streams, people: "names", nowMs });
      expect(Object.keys(texts)).toEqual([
        "datapackage.json",
        "deployments.csv",
        "media.csv",
        "observations.csv",
        "annotations.csv",
      ]);
      expect(JSON.parse(texts["datapackage.json"] ?? "")).toEqual(
        JSON.parse(JSON.stringify(expected.descriptor)),
      );
      expect(profileFaults(JSON.parse(texts["datapackage.json"] ?? ""))).toEqual([]);
      if (level === "media" && streams === "annotated")
        expect(texts["observations.csv"]).toBe(expected.texts["observations.csv"]);
      expect(texts["annotations.csv"]).toBe(expected.texts["annotations.csv"]);
      for (const table of ["deployments.csv", "media.csv", "observations.csv"])
        expect(sorted(texts[table])).toEqual(sorted(expected.texts[table]));
      expect(view.counts).toMatchObject({ rows: each.annotations.length, left_out: 0 });
    }
    if (!hasFrictionless) return;
    expect(frictionless(made).flatMap(({ errors }) => errors)).toEqual([]);
  });

  describe("of filtered labels", () => {
    const day = 86_400_000;
    const recordedAt = (id: number, ms: number) =>
      stream(id, { source: id, startMs: ms, endMs: ms + 60_000 });
    const world = packageWorld({
      species: [species(1, "Vulpes vulpes")],
      sources: [
        source(1),
        source(2, { location: "10,20" }),
        source(3, { location: "10,20.5", timeZone: "+14:00" }),
        // A deployment that was imported without files, and a camera that has never recorded.
        source(4, {
          location: "-30,20",
          camtrapDp: { deploymentStart: "2026-02-01T00:00:00Z", deploymentEnd: "2026-02-20T00:00:00Z" },
        }),
        source(5),
        // It was not there between its two recordings.
        source(6, { location: "50,50" }),
        // By its package it stood there until July, long after its only recording.
        source(7, {
          location: "50,51",
          camtrapDp: { deploymentStart: "2024-01-01T00:00:00Z", deploymentEnd: "2024-07-01T00:00:00Z" },
        }),
      ],
      streams: [
        recordedAt(1, startMs),
        recordedAt(2, startMs + 10 * day),
        recordedAt(3, startMs + 20.5 * day),
        stream(4, { source: 6, startMs: startMs - 700 * day, endMs: startMs - 700 * day }),
        stream(5, { source: 6, startMs: startMs + 30 * day, endMs: startMs + 30 * day }),
        stream(6, { source: 7, startMs: Date.UTC(2024, 0, 2), endMs: Date.UTC(2024, 0, 2) }),
      ],
      annotations: [annotation(1, { identifications: [vote(1, [1])] })],
    });
    let table: Table;
    beforeAll(async () => {
      table = await tableOf(world);
    });
    const silent = async (
      { filters }: { readonly filters: SentFilters | undefined },
      among: Partial<Silence> = {},
    ) => {
      const stored = { once: (_: string, make: () => Promise<string>) => make() };
      const usual = { met: new Set<number>(), withheld: new Set<number>(), newestSource: 7 };
      const job = { filters, createdMs: startMs };
      const found = await silentSources(table, stored, job, { ...usual, ...among });
      return found.map(({ source: { id } }) => id);
    };
    const packageWith = async (filters: object, options = {}) => {
      const requests = exportRequests(table, s3.client, { worksAtOnce: true });
      const { body } = await requests.create({ format: "camtrap-dp", filters, options }, ann);
      const texts = unzip(await bytesOf(body));
      return {
        deployments: cellsOf(texts["deployments.csv"], "deploymentID").flat(),
        media: cellsOf(texts["media.csv"], "mediaID").flat(),
        types: cellsOf(texts["observations.csv"], "observationType").flat(),
      };
    };

    test("has the deployments in which nothing was seen", async () => {
      expect(await packageWith({ species: 1 })).toEqual({
        deployments: [1, 2, 3, 4, 6, 7].map((id) => `source-${id}`),
        media: ["stream-1"],
        types: ["animal"],
      });
      expect(await packageWith({}, { streams: "all" })).toEqual({
        deployments: [1, 2, 3, 4, 6, 7].map((id) => `source-${id}`),
        media: [1, 2, 3, 4, 5, 6].map((id) => `stream-${id}`),
        types: ["animal", ...Array.from({ length: 5 }, () => "unclassified")],
      });
    });

    test.each<[object, readonly number[]]>([
      [{ capturesource: 1 }, [1]],
      [{ videostream: 1 }, [1]],
      [{ "time[to]": new Date(startMs + 15 * day).toISOString(), "day[from]": "2026-01-01" }, [1, 2, 4]],
      [{ "time[from]": "2026-02-20T00:00:01Z" }, [1, 2, 3, 6]],
      // By the clock of its camera, stream 3 starts on the next day.
      [{ "day[from]": "2026-01-01", "day[to]": "2026-03-21" }, [1, 2, 4]],
      [{ "day[from]": "2026-01-01", "day[to]": "2026-03-22" }, [1, 2, 3, 4]],
      // Without any label: that cameras recorded and nothing was seen is a result.
      [{ species: 1, "day[from]": "2024-06-01", "day[to]": "2026-02-28" }, [4, 7]],
      [{ month: "2024-06" }, [7]],
      [{ "hour[from]": 19, "hour[to]": 21 }, [4, 7]],
    ])("has only the deployments that pass %j", async (filters, sources) => {
      const { deployments } = await packageWith(filters);
      expect(deployments).toEqual(sources.map((id) => `source-${id}`));
    });

    test.each<[SentFilters, readonly number[]]>([
      [{ bbox: "-40,0,0,40" }, [1, 4]],
      [{ near: "10,20,60" }, [2, 3]],
      [{ location: "10,20.5" }, [3]],
      [{ import: 7 }, []],
    ])("may have only the deployments in the place or of the import of %j", async (filters, sources) => {
      expect(await silent({ filters })).toEqual(sources);
    });

    test("leaves out a deployment with only streams that it must not have", async () => {
      const among = { met: new Set([1]), withheld: new Set([2]) };
      expect(await silent({ filters: undefined }, among)).toEqual([3, 4, 6, 7]);
    });

    test("leaves out a deployment that was made after the export began", async () => {
      expect(await silent({ filters: undefined }, { newestSource: 3 })).toEqual([1, 2, 3]);
    });

    test("fails with the reason if no deployment passes", async () => {
      const requests = exportRequests(table, s3.client, { worksAtOnce: true });
      const { body } = await requests.create({ format: "camtrap-dp", filters: { near: "-60,0,1" } }, ann);
      expect(body).toMatchObject({
        status: "failed",
        problem: expect.stringMatching(/^No annotation and no camera passes these filters/),
      });
    });
  });

  test("has the files within the event rows of its package, and does not call them unclassified", async () => {
    const second = (seconds: number) => new Date(startMs + seconds * 1000).toISOString().replace(/\.\d+/, "");
    const event = (from: number, to: number) => ({
      observationLevel: "event",
      eventID: `event ${from}`,
      eventStart: second(from),
      eventEnd: second(to),
    });
    const picture = (id: number, seconds: number, sourceId = 1) =>
      stream(id, {
        source: sourceId,
        startMs: startMs + seconds * 1000,
        endMs: startMs + seconds * 1000,
        url: `https://pictures.example/${id}.jpg`,
      });
    const observation = { species: "Vulpes vulpes" };
    const table = await tableOf(
      packageWorld({
        species: [species(1, "Vulpes vulpes")],
        sources: [source(1), source(2)],
        streams: [
          ...[picture(1, 10), picture(2, 11), picture(3, 12), picture(4, 60)],
          // Picture 7 is within the time of the first event, but belongs to another deployment.
          ...[picture(5, 100), picture(6, 300), picture(7, 11, 2), picture(8, 301)],
        ],
        annotations: [
          annotation(1, { observation, camtrapDp: event(10, 12) }),
          annotation(2, { videostream: 5, observation, camtrapDp: event(100, 110) }),
          annotation(3, {
            videostream: 6,
            observation: { species: "Sus scrofa" },
            camtrapDp: event(290, 310),
          }),
        ],
      }),
    );
    const shown = async (streams: string, filters = {}) => {
      const requests = exportRequests(table, s3.client, { worksAtOnce: true });
      const options = { level: "both", streams };
      const { body } = await requests.create({ format: "camtrap-dp", options, filters }, ann);
      const texts = unzip(await bytesOf(body));
      const rows = cellsOf(texts["observations.csv"], "mediaID", "observationType");
      return {
        media: cellsOf(texts["media.csv"], "mediaID").flat().toSorted(),
        unclassified: rows.flatMap(([id, type]) => (type === "unclassified" ? [id] : [])),
      };
    };
    expect(await shown("annotated")).toEqual({
      media: ["stream-1", "stream-2", "stream-3", "stream-5", "stream-6", "stream-8"],
      unclassified: [],
    });
    const all = {
      media: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => `stream-${id}`),
      unclassified: ["stream-4", "stream-7"],
    };
    expect(await shown("all")).toEqual(all);
    // Only the events of foxes are in the package, but somebody has looked at the files of all events.
    const foxes = { name: "Vulpes vulpes" };
    expect(await shown("annotated", foxes)).toEqual({
      media: ["stream-1", "stream-2", "stream-3", "stream-5"],
      unclassified: [],
    });
    expect(await shown("all", foxes)).toEqual(all);
  });

  test("has no public file of a stream in which a label names a person, although the filters leave it out", async () => {
    const human = species(2, "Homo sapiens", { kind: "human" });
    const labels = [
      annotation(1, { videostream: 1, identifications: [vote(1, [1])] }),
      annotation(2, { videostream: 2, identifications: [vote(1, [1])] }),
      annotation(3, { videostream: 2, identifications: [vote(2, [1])] }),
      annotation(4, { videostream: 3, identifications: [vote(1, [1])] }),
      annotation(5, { videostream: 3, observation: { species: "homo sapiens" } }),
      annotation(6, { videostream: 4, identifications: [vote(1, [1])] }),
      annotation(7, { videostream: 4, observation: { observationType: "human" } }),
    ];
    const streams = [1, 2, 3].map((id) => stream(id));
    // The package of this stream says that its file is public.
    streams.push(stream(4, { camtrapDp: { filePublic: "true" } }));
    const table = await tableOf({
      ...packageWorld({ species: [species(1, "Vulpes vulpes"), human], streams, annotations: labels }),
      dataset: { ...dataset, media_public: true },
    });
    const requests = exportRequests(table, s3.client, { worksAtOnce: true });
    const body = { format: "camtrap-dp", filters: { species: 1 } };
    const texts = unzip(await bytesOf((await requests.create(body, ann)).body));
    expect(cellsOf(texts["media.csv"], "mediaID", "filePublic")).toEqual([
      ["stream-1", "true"],
      ["stream-2", "false"],
      ["stream-3", "false"],
      ["stream-4", "false"],
    ]);
  });

  test("has no public file of a person whom somebody names during the export", async () => {
    const human = species(2, "Homo sapiens", { kind: "human" });
    const world = packageWorld({
      species: [species(1, "Vulpes vulpes"), human],
      streams: [stream(1)],
      annotations: [1, 2, 3, 4].map((id) => annotation(id, { identifications: [vote(1, [1])] })),
    });
    const table = await tableOf({ ...world, dataset: { ...dataset, media_public: true } });
    const requests = exportRequests(table, s3.client, { pieceSize: 3 });
    const { body } = await requests.create({ format: "camtrap-dp" }, ann);
    const view = async () => (await requests.get(body.id, ann)).body;
    for (let steps = 1; (await view()).progress.done < 3; steps++) {
      let asked = 0;
      await requests.run(() => asked++ < steps);
    }
    expect((await view()).progress.done).toBe(3);
    const before = await annotationById(table)(4);
    if (before === undefined) throw new Error("There is no label 4");
    const named = { ...before, identifications: [vote(2, [1])], changedMs: Date.now() + 1000 };
    await annotationWriter(table).update(before, named);
    await requests.run();
    const texts = unzip(await bytesOf(await view()));
    expect(cellsOf(texts["media.csv"], "mediaID", "filePublic")).toEqual([["stream-1", "false"]]);
  });

  test("has the same bytes no matter when its workers are killed", { timeout: 120_000 }, async () => {
    await expectSameBytes({ database, table: await tableOf(packageWorld()), s3 }, { format: "camtrap-dp" });
  });

  test.skipIf(camtrapFolder === undefined)(
    "of the imported official example has no changed cell",
    { timeout: 120_000 },
    async () => {
      const read = (name: string) => readFileSync(path.join(camtrapFolder ?? "", name), "utf8");
      const names = ["datapackage.json", "deployments.csv", "media.csv", "observations.csv"];
      const example = Object.fromEntries(names.map((name) => [name, read(name)]));
      const pictures = readdirSync(path.join(camtrapFolder ?? "", "media")).map((name) => [
        `media/${name}`,
        "",
      ]);
      const { world: imported } = await readBack({ ...example, ...Object.fromEntries(pictures) }, dataset);
      if (imported === undefined) throw new Error("not read");
      const table = await tableOf({ ...imported, users });
      const requests = exportRequests(table, s3.client, { pieceSize: 100, worksAtOnce: true });
      const options = { people: "names", coordinates: "exact", machine: "all" };
      const { body } = await requests.create({ format: "camtrap-dp", options }, ann);
      const texts = unzip(await bytesOf(body));
      const changed = async (key: string, name: string) =>
        differences(key, example[name] ?? "", texts[name] ?? "");
      expect(await changed("deploymentID", "deployments.csv")).toEqual([]);
      expect(await changed("observationID", "observations.csv")).toEqual([]);
      expect(await changed("mediaID", "media.csv")).toEqual([]);
      const [before, after] = [example, texts].map((files) => JSON.parse(files["datapackage.json"] ?? ""));
      expect(profileFaults(after)).toEqual([]);
      expect(after.taxonomic).toEqual(before.taxonomic);
      expect([after.spatial, after.temporal]).toEqual([before.spatial, before.temporal]);
    },
  );

  test.each([
    ["no annotation matches", { filters: { name: "unicorn" } }],
    [
      "all matching annotations are labels of machines",
      { options: { machine: "none" }, filters: { species: 2 } },
    ],
  ])("has only its deployments if %s", async (_, how) => {
    const table = await tableOf(
      packageWorld({ annotations: [annotation(1, { method: "machine", identifications: [vote(2, [1])] })] }),
    );
    const requests = exportRequests(table, s3.client, { worksAtOnce: true });
    const { body } = await requests.create({ format: "camtrap-dp", ...how }, ben);
    expect(body).toMatchObject({ status: "done", counts: { rows: 0 } });
    const texts = unzip(await bytesOf(body));
    expect(cellsOf(texts["deployments.csv"], "deploymentID").flat()).toEqual(["source-1", "source-2"]);
    expect(cellsOf(texts["media.csv"], "mediaID")).toEqual([]);
    expect(cellsOf(texts["observations.csv"], "mediaID")).toEqual([]);
    expect(profileFaults(JSON.parse(texts["datapackage.json"] ?? ""))).toEqual([]);
    if (hasFrictionless) expect(frictionless([texts])[0]?.errors).toEqual([]);
  });

  test("has warnings about boxes without a picture size and about unknown media types", async () => {
    const { warnings, counts, files } = await exported(await tableOf(packageWorld()), {}, ben);
    expect(warnings).toEqual([
      { code: "box-size-unknown", count: 20, first: "annotation 2" },
      { code: "media-type-guessed", count: 1, first: "stream-2" },
    ]);
    expect(counts.rows).toBe(40);
    expect(files[0]?.name).toMatch(/^demo-dataset-\d+\.zip$/);
  });

  test("contains the requested labels of machines, and the other ones are counted", async () => {
    const table = await tableOf(
      packageWorld({
        annotations: [
          annotation(1),
          annotation(2, { method: "machine", observation: { species: "fox" } }),
          annotation(3, { method: "machine", identifications: [vote(1, [2])] }),
        ],
      }),
    );
    const countsOf = async (machine?: string) => (await exported(table, machine ? { machine } : {})).counts;
    expect(await countsOf()).toMatchObject({ rows: 2, left_out: 1 });
    expect(await countsOf("all")).toMatchObject({ rows: 3, left_out: 0 });
    expect(await countsOf("none")).toMatchObject({ rows: 1, left_out: 2 });
  });

  test("contains no e-mail address, and always the same pseudonym for a person", async () => {
    const annotations = [
      annotation(1, { observer: "ben@planted.example" }),
      annotation(2, { identifications: [vote(1, [2])] }),
      annotation(3, { observer: "Ben" }),
    ];
    const table = await tableOf(packageWorld({ annotations, dataset: { ...dataset, contributors: [] } }));
    const people = async (how: object) => {
      const texts = await packageOf(table, how);
      expect(Object.values(texts).join("")).not.toContain("@");
      return [...(texts["observations.csv"] ?? "").matchAll(/anonymized:[0-9a-f]{8}|Ben/g)].map(
        ([name]) => name,
      );
    };
    const [one, two] = [await people({}), await people({})];
    expect(one).toHaveLength(3);
    expect(new Set([...one, ...two]).size).toBe(1);
    expect(await people({ people: "names" })).toEqual(["Ben", "Ben", "Ben"]);
  });

  test("covers the times of all streams of its sources, even of streams without a label", async () => {
    const early = stream(3, {
      startMs: stream(1).startMs - 86_400_000 * 400,
      endMs: stream(1).startMs - 86_400_000,
    });
    const live = stream(4, { source: 2, endMs: undefined });
    const table = await tableOf(packageWorld({ streams: [...packageWorld().streams, early, live] }));
    const texts = await packageOf(table);
    expect(texts["deployments.csv"]).toContain(",2025-01-25T07:30:00+02:00,2026-03-01T07:45:01+02:00,");
    expect(texts["media.csv"]?.split("\n")).toHaveLength(4);
  });

  test("contains all other streams if requested, as unclassified if they have no labels at all", async () => {
    const others = [3, 4, 5].map((id) => stream(id, { source: id === 5 ? 3 : 2 }));
    const annotations = [...packageWorld().annotations, annotation(41, { videostream: 4, source: 2 })];
    const table = await tableOf(
      packageWorld({
        sources: [...packageWorld().sources, source(3)],
        streams: [...packageWorld().streams, ...others],
        annotations,
      }),
    );
    const requests = exportRequests(table, s3.client, { worksAtOnce: true });
    const options = { streams: "all" };
    const { body } = await requests.create(
      { format: "camtrap-dp", filters: { species: [1, 2] }, options },
      ann,
    );
    const texts = unzip(await bytesOf(body));
    expect(texts["media.csv"]?.match(/^stream-\d/gm)).toEqual([
      "stream-1",
      "stream-2",
      "stream-3",
      "stream-4",
      "stream-5",
    ]);
    expect(texts["observations.csv"]?.match(/^.*unclassified/gm)).toEqual([
      expect.stringMatching(/^stream-3-unclassified,source-2,stream-3,/),
      expect.stringMatching(/^stream-5-unclassified,source-3,stream-5,/),
    ]);
    if (hasFrictionless) expect(frictionless([texts])[0]?.errors).toEqual([]);
  });

  test("leaves out records that were deleted during the export, and has no broken reference", async () => {
    const table = await tableOf(packageWorld());
    const requests = exportRequests(table, s3.client, { pieceSize: 8 });
    const { body } = await requests.create({ format: "camtrap-dp" }, ann);
    await writeUntraced(table, [drop(keys.annotation(3)), drop(keys.videoStream(2))]);
    await requests.run();
    const done = (await requests.get(body.id, ann)).body;
    expect(done.counts).toMatchObject({ rows: 19, gone: 21 });
    const texts = unzip(await bytesOf(done));
    expect(texts["media.csv"]).not.toContain("stream-2");
    if (hasFrictionless) expect(frictionless([texts])[0]?.errors).toEqual([]);
  });
});

describe("an impossible package", () => {
  test("is refused as a conflict that says what to do if nobody has described the dataset", async () => {
    const table = await tableOf(packageWorld());
    await writeUntraced(table, [drop(keys.dataset)]);
    await expect(exported(table)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        /needs a description of the dataset.*`name`, `title`, `contributors`, `licenses`, `project`/,
      ),
    });
  });
});
