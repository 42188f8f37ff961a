import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { csvLine, csvLines } from "../../../../shared/formats/csv-text.ts";
import { emlXml } from "../../../../shared/formats/darwin-core/eml.ts";
import { metaXml } from "../../../../shared/formats/darwin-core/meta.ts";
import {
  filesOfEvents,
  multimedia,
  multimediaTerms,
} from "../../../../shared/formats/darwin-core/multimedia.ts";
import {
  isOccurrence,
  type OccurrenceRow,
  occurrence,
  occurrenceTerms,
} from "../../../../shared/formats/darwin-core/occurrence.ts";
import { camtrapFolder } from "../../../support/camtrap-dp.ts";
import { emlErrors, hasMetapype } from "../../../support/formats/eml.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import { annotation, dataset, source, species, stream } from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";

const observation = {
  observationID: "o",
  deploymentID: "d",
  eventStart: "2026-03-01T07:30:00+02:00",
  eventEnd: "2026-03-01T07:30:05+02:00",
  observationLevel: "event",
  observationType: "animal",
  scientificName: "Vulpes vulpes",
};
const deployment = {
  deploymentID: "d",
  latitude: "1",
  longitude: "2",
  deploymentStart: "2026-03-01T07:30:00+02:00",
  deploymentEnd: "2026-03-02T07:30:00+02:00",
};

describe("an occurrence", () => {
  const of = (more: object, at: object = {}, facts = {}): OccurrenceRow =>
    occurrence(
      { ...observation, ...more },
      { ...deployment, ...at },
      "urn:lsid:marinespecies.org:taxname:1",
      facts,
    );

  test("has its times in UTC", () => {
    expect(of({})).toMatchObject({
      eventDate: "2026-03-01T05:30:00Z/2026-03-01T05:30:05Z",
      samplingEffort: "2026-03-01T05:30:00Z/2026-03-02T05:30:00Z",
      scientificNameID: "urn:lsid:marinespecies.org:taxname:1",
    });
    expect(of({ eventEnd: observation.eventStart }).eventDate).toBe("2026-03-01T05:30:00Z");
  });

  test.each([
    [{}, {}, ""],
    [{}, { baitUse: "true" }, "camera trap with bait"],
    [{}, { baitUse: "false", featureType: "nestSite" }, "camera trap without bait near nest site"],
    [
      { observationTags: "a | b" },
      { featureType: "burrow", deploymentComments: "c" },
      "camera trap near burrow | tags: a | b | c",
    ],
  ])("of %j at %j has the remarks %j", (more, at, remarks) => {
    expect(of(more, at).eventRemarks).toBe(remarks);
  });

  test.each([
    [{}, "classified", undefined],
    [
      { classificationMethod: "machine", classificationProbability: "0.29" },
      "classified by a machine with 29% certainty",
      undefined,
    ],
    [
      { classificationMethod: "human", classificationProbability: "1" },
      "classified by a human with 100% certainty",
      "verified using recorded media",
    ],
  ])(
    "of %j has the identification remarks: %s",
    (more, identificationRemarks, identificationVerificationStatus) => {
      expect(of(more)).toMatchObject({ identificationRemarks, identificationVerificationStatus });
    },
  );

  test("states that its coordinates were rounded", () => {
    expect(of({}, {}, { coordinatePrecision: 0.1 })).toMatchObject({
      dataGeneralizations: "coordinates rounded to 0.1 degree",
      coordinatePrecision: "0.1",
    });
  });
});

describe.skipIf(camtrapFolder === undefined)("in the official example", () => {
  const read = (name: string) => readFileSync(path.join(camtrapFolder ?? "", name), "utf8");

  // These are checksums of tables with 29 and 337 rows of 41 columns, which were compared with the output of
  // camtrapdp's write_dwc.
  test.each([
    ["event", 29, "8496718b7cc0d5452f2eb2d17db4104353ef08d2e2a870da723ee3b730329290"],
    ["media", 337, "cabae5e6ddc729e11006d943a380e82efd9ee9e9a99f1f264f85b92fc74337a0"],
  ])("the occurrences at %s level equal those of the reference implementation", async (level, count, sum) => {
    const facts = JSON.parse(read("datapackage.json"));
    const deployments = new Map(
      (await valuesOf(read("deployments.csv"))).map((row) => [row["deploymentID"], row]),
    );
    const taxa = new Map<unknown, string>(
      facts.taxonomic.map((taxon: Record<string, string>) => [taxon["scientificName"], taxon["taxonID"]]),
    );
    const rows = (await valuesOf(read("observations.csv")))
      .filter((row) => isOccurrence(row, level))
      .map((row) =>
        occurrence(row, deployments.get(row["deploymentID"]) ?? {}, taxa.get(row["scientificName"]), facts),
      );
    expect(rows).toHaveLength(count);
    const { scientificNameID: _, ...columns } = occurrenceTerms;
    const cells = rows.map((row) =>
      Object.entries({ ...columns, ...row })
        .slice(0, 41)
        .map(([column, value]) => `${column}=${value ?? ""}`),
    );
    expect(createHash("sha256").update(JSON.stringify(cells)).digest("hex")).toBe(sum);
  });

  test("each event has only files between its start and its end", async () => {
    const media = await valuesOf(read("media.csv"));
    const rows = await valuesOf(read("observations.csv"));
    const files = filesOfEvents(rows, media);
    for (const row of rows.filter((each) => isOccurrence(each, "event"))) {
      const times = files.get(row["eventID"] ?? "")?.map(({ timestamp = "" }) => Date.parse(timestamp)) ?? [];
      expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse(row["eventStart"] ?? ""));
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(row["eventEnd"] ?? ""));
    }
  });
});

test("a video file becomes a moving image with its license and its access", () => {
  const facts = { licenses: [{ name: "CC-BY-4.0", scope: "media" }] };
  const media = {
    mediaID: "m",
    timestamp: "2026-03-01T07:30:00+02:00",
    filePath: "https://x.example/1.mp4",
    fileMediatype: "video/mp4",
    filePublic: "true",
    favorite: "true",
    mediaComments: "fine",
    captureMethod: "timeLapse",
  };
  expect(multimedia(observation, media, { ...deployment, cameraModel: "Pi" }, facts)).toEqual({
    occurrenceID: "o",
    identifier: "m",
    "dc:type": "MovingImage",
    comments: "marked as favorite | fine",
    "dcterms:rights": "CC-BY-4.0",
    CreateDate: "2026-03-01T05:30:00Z",
    captureDevice: "Pi",
    resourceCreationTechnique: "time lapse",
    accessURI: "https://x.example/1.mp4",
    "dc:format": "video/mp4",
    serviceExpectation: "online",
  });
});

test("a license that has only an address is shown by this address", () => {
  const licenses = ["data", "media"].map((scope) => ({ scope, path: `https://example.org/${scope}` }));
  expect(occurrence(observation, deployment, undefined, { licenses }).license).toBe(
    "https://example.org/data",
  );
  const row = multimedia(observation, { mediaID: "m" }, deployment, { licenses });
  expect(row["dcterms:rights"]).toBe("https://example.org/media");
});

test.each([
  ["https://x.example/1.mp4", "true", "online"],
  ["https://x.example/1.mp4", "false", "authenticate"],
  ["s3://bucket/1.mp4", "true", "authenticate"],
  ["media/1.mp4", "true", "authenticate"],
])("a file at %s with filePublic %s has the serviceExpectation %s", (filePath, filePublic, expected) => {
  const media = { mediaID: "m", filePath, filePublic };
  expect(multimedia(observation, media, deployment, {}).serviceExpectation).toBe(expected);
});

test("meta.xml names the columns of both tables in their order", () => {
  const xml = metaXml();
  const terms = [...xml.matchAll(/<field index="(\d+)" term="([^"]+)"\/>/g)].map(([, index, term]) => [
    index,
    term,
  ]);
  const expected = [occurrenceTerms, multimediaTerms].flatMap((table) =>
    Object.values(table).map((term, i) => [String(i), term]),
  );
  expect(terms).toEqual(expected);
  expect(xml).toContain('<id index="8"/>');
  expect(xml).toContain('<coreid index="0"/>');
  expect(csvLine(Object.keys(occurrenceTerms)).split(",")[8]).toBe("occurrenceID");
});

test("eml.xml names people, place, time and taxa, and is well-formed", () => {
  const world = {
    dataset: { ...dataset, title: 'Foxes & "otters" <\u0007>', description: "a\nb" },
    sources: [source(1)],
    streams: [stream(1)],
    species: [species(1, "Vulpes vulpes")],
    users: [],
    annotations: [annotation(1, { observation: { species: "Vulpes vulpes" } })],
  };
  const xml = emlXml(writePackage(world).descriptor, "eng");
  expect(xml).toContain('<title xml:lang="eng">Foxes &amp; &quot;otters&quot; &lt;&gt;</title>');
  expect(xml).toContain("<surName>Ana Duarte</surName>");
  expect(xml).toContain("<westBoundingCoordinate>23.5671</westBoundingCoordinate>");
  expect(xml).toContain("<calendarDate>2026-03-01</calendarDate>");
  expect(xml).toContain("<taxonRankValue>Vulpes vulpes</taxonRankValue>");
  expect(unclosed(xml)).toEqual([]);
});

test("eml.xml has the language of the dataset, given and family names apart, and a license that has only an address", () => {
  const described = writePackage({
    dataset: {
      ...dataset,
      contributors: [
        { title: "Ana Duarte", firstName: "Ana", lastName: "Duarte", role: "contact" },
        {
          title: "María José de la Cruz",
          firstName: "María José",
          lastName: "de la Cruz",
          role: "rightsHolder",
        },
        { title: "Waterhole Trust", role: "publisher" },
      ],
      licenses: [
        { scope: "data", path: "https://example.org/terms" },
        { scope: "media", name: "CC-BY-4.0" },
      ],
    },
    sources: [source(1)],
    streams: [stream(1)],
    species: [],
    users: [],
    annotations: [annotation(1)],
  }).descriptor;
  expect(profileFaults(described)).toEqual([]);
  const xml = emlXml(described, "spa");
  expect(xml).toContain("<language>spa</language>");
  expect(xml).not.toContain('"eng"');
  expect(xml.replaceAll(/>\s+</g, "><")).toContain(
    "<contact><individualName><givenName>Ana</givenName><surName>Duarte</surName></individualName></contact>",
  );
  expect(xml).toContain("<para>https://example.org/terms</para>");
  if (hasMetapype) expect(emlErrors([xml])).toEqual([]);
});

test("rows become a table with the columns of meta.xml", async () => {
  const columns = Object.keys(occurrenceTerms) as (keyof typeof occurrenceTerms)[];
  const csv = csvLine(columns) + csvLines(columns, [occurrence(observation, deployment, undefined, {})]);
  expect(await rowsOf(csv)).toMatchObject([{ occurrenceID: "o", kingdom: "Animalia", scientificNameID: "" }]);
});

/** Returns the rows of a table without their empty cells. */
async function valuesOf(csv: string): Promise<readonly Record<string, string>[]> {
  const rows = await rowsOf(csv);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== "")));
}

/** Returns the names of elements that are not closed. */
function unclosed(xml: string): readonly string[] {
  const open: string[] = [];
  for (const [, end, name = "", self] of xml.matchAll(/<(\/?)([A-Za-z:]+)[^>]*?(\/?)>/g)) {
    if (end === "/") open.splice(open.lastIndexOf(name), 1);
    else if (self !== "/") open.push(name);
  }
  return open;
}
