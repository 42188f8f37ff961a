import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesOfEvents, multimedia } from "../../../../shared/formats/darwin-core/multimedia.ts";
import { isOccurrence, occurrence } from "../../../../shared/formats/darwin-core/occurrence.ts";
import { keys } from "../../../../shared/table/schema.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { drop } from "../../../../shared/table/write.ts";
import type { ExportView } from "../../../../shared/views/job/export.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { writeUntraced } from "../../../support/dynamo/write-untraced.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann } from "../../../support/exports/export-world.ts";
import { fillWorld } from "../../../support/exports/fill-world.ts";
import { packageWorld, users } from "../../../support/exports/package-world.ts";
import { expectSameBytes } from "../../../support/exports/same-bytes.ts";
import { emlErrors, hasMetapype } from "../../../support/formats/eml.ts";
import { randomWorld } from "../../../support/formats/random-world.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import { annotation, source, species, stream, vote, type World } from "../../../support/formats/world.ts";
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

/** Exports a whole table as an archive, in small pieces. */
async function exported(table: Table, options: object = {}): Promise<ExportView> {
  const requests = exportRequests(table, s3.client, { pieceSize: 3, worksAtOnce: true });
  return (await requests.create({ format: "dwca", options }, ann)).body;
}

async function textsOf({ files, problem }: ExportView): Promise<PackageTexts> {
  if (files[0] === undefined) throw new Error(problem ?? "no file");
  return unzip(new Uint8Array(await (await fetch(files[0].url)).arrayBuffer()));
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const cellsOf = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell))).toSorted(byText);

/** Returns the rows of an archive, made from the rows of a package. */
function archiveOf(world: World, level: "event" | "media", nowMs: number) {
  const options = { level: level === "event" ? ("both" as const) : level, people: "names" as const, nowMs };
  const made = writePackage(world, options);
  const media = made.media.map(({ row }) => row);
  const files = filesOfEvents(made.rows, media);
  const { coordinatePrecision: _, ...facts } = made.descriptor;
  const all = made.rows
    .filter((row) => isOccurrence(row, level))
    .map((row) => {
      const at = made.deployments.find((each) => each.row.deploymentID === row.deploymentID);
      if (at === undefined) throw new Error(`${row.observationID} has no deployment`);
      const { row: deployment, precision } = at;
      const here = precision === undefined ? facts : { ...facts, coordinatePrecision: precision };
      const taxon = made.descriptor.taxonomic.find((each) => each.scientificName === row.scientificName);
      const shown =
        level === "event"
          ? (files.get(row.eventID ?? "") ?? [])
          : media.filter((file) => file.mediaID === row.mediaID);
      return {
        occurrence: occurrence(row, deployment, taxon?.["taxonID"] as string | undefined, here),
        files: shown.map((file) => multimedia(row, file, deployment, here)),
      };
    });
  return {
    occurrences: cellsOf(all.map((each) => each.occurrence)),
    files: cellsOf(all.flatMap((each) => each.files)),
  };
}

const columnsIn = (xml: string) => [...xml.matchAll(/<field index="\d+" term="[^"]*[/#]([^"/#]+)"/g)].length;

describe("an archive", () => {
  test("of random records equals the mapping of their package, and has no broken reference", async () => {
    const worlds = fc.sample(randomWorld, {
      numRuns: Number(process.env["INTERCHANGE_RUNS"] ?? 6),
      seed: 23,
    });
    const emls: string[] = [];
    let found = 0;
    for (const [i, each] of worlds.entries()) {
      const level = i % 2 === 0 ? "event" : "media";
      const world = { ...each, users };
      const view = await exported(await tableOf(world), { level, machine: "all", people: "names" });
      const wanted = archiveOf(world, level, Date.parse(view.created));
      if (wanted.occurrences.length === 0) {
        expect(view.status).toBe("failed");
        continue;
      }
      const texts = await textsOf(view);
      expect(Object.keys(texts)).toEqual(["meta.xml", "eml.xml", "occurrence.csv", "multimedia.csv"]);
      expect(Object.values(texts).join("")).not.toContain("planted.example");
      const [occurrences, files] = await Promise.all(
        ["occurrence.csv", "multimedia.csv"].map((name) => rowsOf(texts[name] ?? "")),
      );
      expect(cellsOf(occurrences ?? [])).toEqual(wanted.occurrences);
      expect(cellsOf(files ?? [])).toEqual(wanted.files);
      const ids = new Set(occurrences?.map((row) => row["occurrenceID"]));
      expect(ids.size).toBe(occurrences?.length);
      expect(files?.filter((row) => !ids.has(row["occurrenceID"]))).toEqual([]);
      const headings = ["occurrence.csv", "multimedia.csv"].map((name) => texts[name]?.split("\n", 1)[0]);
      expect(columnsIn(texts["meta.xml"] ?? "")).toBe(headings.join(",").split(",").length);
      const { rows, left_out } = view.counts;
      expect(rows + left_out + view.counts.withheld).toBe(each.annotations.length);
      emls.push(texts["eml.xml"] ?? "");
      found += wanted.files.length;
    }
    expect(found).toBeGreaterThan(10);
    if (hasMetapype) expect(emlErrors(emls)).toEqual([]);
  });

  test("has the same bytes no matter when its workers are killed", { timeout: 120_000 }, async () => {
    await expectSameBytes({ database, table: await tableOf(packageWorld()), s3 }, { format: "dwca" });
  });

  test("contains events with the requested gap, or single labels", async () => {
    const table = await tableOf(packageWorld());
    const numberOf = async (options: object) => {
      const texts = await textsOf(await exported(table, options));
      const names = ["occurrence.csv", "multimedia.csv"];
      return Promise.all(names.map(async (name) => (await rowsOf(texts[name] ?? "")).length));
    };
    expect(await numberOf({})).toEqual([2, 2]);
    // A label of a source begins every two seconds and lasts half a second.
    expect(await numberOf({ event_gap_seconds: 1 })).toEqual([40, 40]);
    expect(await numberOf({ level: "media" })).toEqual([40, 40]);
  });

  test("contains only animals, and the other labels are counted", async () => {
    const kinds = ["human", "blank", "vehicle"] as const;
    const table = await tableOf(
      packageWorld({
        species: [species(1, "Vulpes vulpes"), ...kinds.map((kind, i) => species(i + 2, kind, { kind }))],
        annotations: [1, 2, 3, 4].map((id) => annotation(id, { identifications: [vote(id, [1])] })),
      }),
    );
    const view = await exported(table);
    expect(view).toMatchObject({ status: "done", counts: { rows: 1, left_out: 3 }, warnings: [] });
    expect(view.files[0]?.name).toBe(`demo-dataset-${view.id}-dwca.zip`);
    const texts = await textsOf(view);
    expect(texts["eml.xml"]?.match(/<taxonRankValue>.*</g)).toEqual(["<taxonRankValue>Vulpes vulpes<"]);
  });

  test("states in each row whether the place is rounded, and has warnings about unknown media types", async () => {
    const otter = species(2, "Lutra lutra", { sensitivity: "high" });
    const view = await exported(
      await tableOf(packageWorld({ species: [species(1, "Vulpes vulpes"), otter] })),
      { level: "media" },
    );
    expect(view.warnings).toEqual([{ code: "media-type-guessed", count: 1, first: "stream-2" }]);
    const rows = await rowsOf((await textsOf(view))["occurrence.csv"] ?? "");
    const places = new Set(
      rows.map((row) => `${row["scientificName"]}: ${row["decimalLatitude"]}, ${row["dataGeneralizations"]}`),
    );
    expect([...places].toSorted()).toEqual([
      "Lutra lutra: 51.1, coordinates rounded to 0.1 degree",
      "Vulpes vulpes: -19.0123, ",
    ]);
  });
});

describe("an impossible archive", () => {
  test("is refused as a conflict if nobody has described the dataset", async () => {
    const table = await tableOf(packageWorld());
    await writeUntraced(table, [drop(keys.dataset)]);
    await expect(exported(table)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/needs a description of the dataset/),
    });
  });

  test("fails with the reason if no label shows an animal", async () => {
    const blank = species(1, "nothing", { kind: "blank" });
    const annotations = [annotation(1, { identifications: [vote(1, [1])] })];
    const world = packageWorld({ sources: [source(1)], streams: [stream(1)], species: [blank], annotations });
    expect(await exported(await tableOf(world))).toMatchObject({
      status: "failed",
      files: [],
      counts: { rows: 0, left_out: 1 },
      problem: expect.stringMatching(/^No annotation that passes these filters shows an animal/),
    });
  });
});
