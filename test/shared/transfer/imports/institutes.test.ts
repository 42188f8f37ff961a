import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { datasets } from "../../../../shared/store/dataset/datasets.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { ben } from "../../../support/exports/export-world.ts";
import { packageOf } from "../../../support/exports/package-of.ts";
import { frictionless, hasFrictionless } from "../../../support/formats/frictionless.ts";
import { type Institute, institutes } from "../../../support/formats/institutes.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import type { Contents } from "../../../support/formats/read-back.ts";
import { changedCells, orderOf } from "../../../support/formats/round-trip.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import { dataset } from "../../../support/formats/world.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable, undescribedTable } from "../../../support/imports/import-world.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const on = (table: Table, options = {}) =>
  importRequests(table, s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" }), options);

/** Returns the codes and sentences of a report, each once. */
async function sentencesOf(url: string | null): Promise<readonly string[]> {
  const rows = await rowsOf(await (await fetch(url ?? "")).text());
  return [...new Set(rows.map(({ code, message }) => `${code}: ${message}`))];
}

/** Imports a package into a service without records, and exports everything that the service then has. */
async function through(contents: Contents) {
  const table = await undescribedTable(database);
  const done = await on(table).import(await zipOf(contents), ben);
  expect([done.status, done.problem]).toEqual(["done", null]);
  const filled = (await datasets(table).find())?.dataset;
  if (filled === undefined) await datasets(table).replace(undefined, dataset);
  const texts = await packageOf(table, s3.client, { streams: "all" });
  return { filled, texts, report: await sentencesOf(done.report_url) };
}

const size =
  "size: The size of the picture in pixels is unknown. It is taken as 10000 × 10000, so that boxes have four decimals here. Exports keep all decimals of the package.";
const describes = (fields: string) =>
  `dataset: The dataset of this service is not described yet. The import describes it with \`name\`, \`title\`, \`contributors\`, \`licenses\`, \`project\`${fields} of this package. It gets an id of its own.`;
const unknown = (column: string) =>
  `unknown-column: \`${column}\` is not a column of Camtrap DP. It is left out.`;
const notPublic = (file: string) =>
  `not-public: The row names a person, so exports do not show the file ${file} as public.`;
const unused = (name: string) =>
  `taxon-unused: \`taxonomic\` has a name that no observation has, such as ${name}. No species is made of it.`;
const leftOut = (path: string, rule: string) => `metadata: \`${path}\` ${rule} It is left out.`;
const noProperty = "is no property of a dataset.";
const taxon = (what: string) => `taxon: ${what} It is left out, as for all further names in \`taxonomic\`.`;

/** The cells that exports show otherwise on purpose, and everything that the report of the import says. */
const expected: Readonly<Record<Institute, { changed?: readonly string[]; report: readonly string[] }>> = {
  agouti: {
    changed: ["media m3 filePublic: true became false"],
    report: [notPublic("m3"), unused("Ardea cinerea"), describes(", `version`, `sources`")],
  },
  trapper: {
    report: [
      leftOut(
        "contributors/0/role",
        "must be one of contact, principalInvestigator, rightsHolder, publisher, contributor.",
      ),
      leftOut("contributors/0/homepage", noProperty),
      leftOut("project/sequenceInterval", noProperty),
      leftOut("organizations", noProperty),
      taxon("`vernacularNames` of Lutra lutra is not in the form of Camtrap DP."),
      taxon("`taxonIDReference` of Lutra lutra is no property of a species."),
      taxon("`taxonRank` of Ardea cinerea is not in the form of Camtrap DP."),
      ...[
        unknown("_id"),
        unknown("wind"),
        "decimal: `count` is a whole number: write 1.",
        size,
        describes(""),
      ],
    ],
  },
  wildlifeInsights: {
    changed: [
      "deployments BR 01 2026 setupBy: ida@brook.example became a pseudonym",
      "deployments BR 02 2026 setupBy: ida@brook.example became a pseudonym",
      "media image b filePublic: TRUE became false",
      "observations image a classifiedBy: ida@brook.example became a pseudonym",
      "observations image d scientificName: Vehicle became ",
      "observations image d observationTags:  became species:Vehicle",
    ],
    report: [
      leftOut("contributors/0/email", "must be an e-mail address, for example `ana.duarte@example.org`."),
      "dataset-incomplete: The description of the dataset in this package is left out, since `licenses` is missing or incomplete. An admin can describe the dataset on the page under More, Dataset.",
      "decimal: `coordinateUncertainty` is a whole number: write 30.",
      "e-mail: `setupBy` has an e-mail address. Exports show a pseudonym instead.",
      "address: The file cannot be opened: its address must begin with https: and have at most 2048 characters, without a password.",
      "decimal: `count` is a whole number: write 2.",
      notPublic("image b"),
      "name-as-tag: A row of the type vehicle has no species in exports. They show the name as a tag.",
    ],
  },
  reference: {
    report: [
      "resource: The resource `individuals` is no table of Camtrap DP. It is left out.",
      ...[leftOut("image", noProperty), size],
      "file: The zip has 2 files that the package does not name, such as cover.png. They are left out.",
      describes(
        ", `keywords`, `homepage`, `bibliographicCitation`, `references`, `relatedIdentifiers`, `coordinatePrecision`",
      ),
    ],
  },
  mica: { report: [unused("Lutra lutra"), describes("")] },
  eventsOnly: { report: [describes("")] },
};

describe.each(Object.keys(expected) as Institute[])("a package of the kind %s", (kind) => {
  const contents = institutes[kind];

  test("comes in and goes out with the same values in the same order, and the report names what does not", async () => {
    const { texts, report } = await through(contents);
    const changed = await changedCells(contents, texts);
    expect(changed.map((cell) => cell.replace(/anonymized:\w+$/, "a pseudonym"))).toEqual(
      expected[kind].changed ?? [],
    );
    expect(report.toSorted()).toEqual(expected[kind].report.toSorted());
    expect(await orderOf(texts)).toEqual(await orderOf(contents));
    expect(profileFaults(JSON.parse(texts["datapackage.json"] ?? ""))).toEqual([]);
    if (hasFrictionless) expect(frictionless([texts]).flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe("the description of the dataset in a package", () => {
  test("fills a dataset that nobody has described, and the check shows it first", async () => {
    const table = await undescribedTable(database);
    const zip = await zipOf(institutes.reference);
    const checked = await on(table).import(zip, ben, { dry_run: true });
    expect(await datasets(table).find()).toBeUndefined();
    expect(checked.warnings).toContainEqual(
      expect.objectContaining({
        code: "dataset",
        first: expect.stringContaining("`contributors`, `licenses`"),
      }),
    );
    await on(table).import(zip, ben);
    const described = JSON.parse(String(institutes.reference["datapackage.json"]));
    const { name, title, contributors, licenses, references, keywords } = described;
    const { observationLevel: _, ...project } = described.project;
    const stored = (await datasets(table).find())?.dataset;
    expect(stored).toMatchObject({ name, title, contributors, licenses, references, keywords, project });
    expect(stored?.id).not.toBe(described.id);
    expect(stored?.media_public).toBe(false);
  });

  test("does not change a described dataset, and the report names what is left out", async () => {
    const table = await emptyTable(database);
    const done = await on(table).import(await zipOf(institutes.mica), ben);
    expect((await datasets(table).find())?.dataset).toEqual(dataset);
    expect(await sentencesOf(done.report_url)).toContain(
      "dataset-kept: The dataset of this service is described already, and stays as it is. `name`, `title`, `contributors`, `licenses`, `project` of this package are left out.",
    );
  });

  test("does not replace what an admin writes while the import runs", async () => {
    const table = await undescribedTable(database);
    const requests = on(table, { worksAtOnce: false });
    const { id } = await requests.import(await zipOf(institutes.mica), ben);
    for (let calls = 1; (await requests.findImport(id))?.phase === "check"; calls++) {
      let left = calls;
      await requests.run(() => left-- > 0);
    }
    await datasets(table).replace(undefined, dataset);
    await requests.run();
    expect(await requests.findImport(id)).toMatchObject({ status: "done" });
    expect((await datasets(table).find())?.dataset).toEqual(dataset);
  });

  test("is not mentioned if it is that of the dataset", async () => {
    const table = await emptyTable(database);
    const zip = await zipOf(institutes.mica);
    await on(table).import(zip, ben);
    const again = await on(await emptyTable(database)).import(
      await zipOf(await packageOf(table, s3.client)),
      ben,
    );
    expect(again.warnings.map(({ code }) => code)).not.toContain("dataset-kept");
  });
});
