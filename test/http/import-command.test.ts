import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { megadetector } from "../support/detections/results.ts";
import { importFolder, runWildlife } from "../support/import-command.ts";
import { zipOf } from "../support/imports/zip-of.ts";
import { exifBlock } from "../support/video/exif.ts";
import { numberedFile } from "../support/video/write-picture.ts";

const { call, userWith, origin } = openApi();
const folder = mkdtempSync(path.join(tmpdir(), "import-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

let token: string;
beforeAll(async () => {
  ({ token } = await userWith("curator"));
});

const run = (file: string, ...args: string[]) => runWildlife(["import", file, ...args], { origin, token });

/** Writes a package of one camera, one video and these observations. Returns its path. */
async function writePackage(observations: readonly string[]): Promise<string> {
  const file = path.join(folder, "veluwe.zip");
  const at = "https://raw.githubusercontent.com/tdwg/camtrap-dp/1.0.2";
  const resources = ["deployments", "media", "observations"].map((name) => ({
    ...{ name, path: `${name}.csv`, profile: "tabular-data-resource" },
    schema: `${at}/${name}-table-schema.json`,
  }));
  const descriptor = {
    name: `veluwe-${crypto.randomUUID()}`,
    profile: `${at}/camtrap-dp-profile.json`,
    resources,
  };
  const zip = await zipOf({
    "datapackage.json": JSON.stringify(descriptor),
    "deployments.csv":
      "deploymentID,latitude,longitude,deploymentStart,deploymentEnd\nweir,52.1,5.9,2026-03-01T06:00:00Z,2026-03-01T07:00:00Z\n",
    "media.csv":
      "mediaID,deploymentID,timestamp,filePath,filePublic,fileMediatype\nm1,weir,2026-03-01T06:30:00Z,https://video.example/m1.mp4,true,video/mp4\n",
    "observations.csv": `observationID,deploymentID,mediaID,eventStart,eventEnd,observationLevel,observationType,scientificName\n${observations.join("\n")}\n`,
  });
  writeFileSync(file, zip);
  return file;
}

const fox = "o1,weir,m1,2026-03-01T06:30:01Z,2026-03-01T06:30:02Z,media,animal,Vulpes vulpes";
const bad = "o2,weir,m9,2026-03-01T06:30:01Z,2026-03-01T06:30:02Z,media,animal,Vulpes vulpes";

test("wildlife import checks a package, reports errors by row and column, and imports it once", async () => {
  const file = await writePackage([fox, bad]);
  const report = path.join(folder, "report.csv");
  const checked = await run(file, "--dry-run", "--report", report);
  expect(checked.code, checked.output).toBe(1);
  expect(checked.output).toMatch(
    /observations\.csv +3 +mediaID +m9 +`mediaID` must be the id of a valid row in media/,
  );
  expect(readFileSync(report, "utf8")).toContain("observations.csv,3,mediaID,m9,bad-row,reference,");

  const skipped = await run(file, "--yes", "--skip-bad-rows");
  expect(skipped.code, skipped.output).toBe(0);
  expect(skipped.output).toMatch(/annotations +1 +1 +\d+ +1 +0 +0\n/);
  const [, query = ""] = /#\/find\?(import=\d+)/.exec(skipped.output) ?? [];
  const { body } = await call("GET", `/annotations?${query}`, { token });
  expect(body.total).toBe(1);

  const again = await run(file, "--yes", "--skip-bad-rows");
  expect([again.code, again.output]).toEqual([0, expect.stringMatching(/annotations +1 +1 +\d+ +0 +0 +1\n/)]);
});

test("wildlife import reports a file that is not a package", async () => {
  const file = path.join(folder, "none.zip");
  writeFileSync(file, "hello");
  expect(await run(file, "--yes")).toMatchObject({ code: 1, output: expect.stringContaining("not a zip") });
});

test("wildlife import lists the labels of a detector's results, and imports them with the chosen species", async () => {
  const [source, fox] = await Promise.all([
    create("/capturesources", { name: "Weir", location: "52.1,5.9", camera_hardware: "Trail camera" }),
    create("/species", { common_name: "Test fox", scientific_name: `Vulpes ${crypto.randomUUID()}` }),
  ]);
  const name = `${crypto.randomUUID()}.jpg`;
  const at = "2026-03-01T06:30:00Z";
  await create("/videostreams", {
    ...{ stream_url: `https://video.example/${name}`, capturesource: source, startTime: at, endTime: at },
    ...{ width: 1920, height: 1080 },
  });
  const label = `fox of ${fox}`;
  const file = path.join(folder, "results.json");
  const classed = (id: string, x: number) => ({
    ...{ category: "1", conf: 0.9, bbox: [x, 0, 0.1, 0.1] },
    classifications: [[id, 0.8]],
  });
  writeFileSync(
    file,
    megadetector(
      [{ file: `C:\\${name}`, detections: [classed("0", 0), classed("0", 0.2), classed("1", 0.4)] }],
      {
        classification_categories: { "0": label, "1": `cat of ${fox}` },
      },
    ),
  );
  const found = await run(file, "--dry-run", "--strip", "C:\\");
  expect([found.code, found.output]).toEqual([0, expect.stringMatching(new RegExp(`${label} +2 +–`))]);
  const flags = ["--strip", "C:\\", "--label", `${label}=${fox}`, "--label", `cat of ${fox}=none`];
  const done = await run(file, "--yes", ...flags);
  expect([done.code, done.output]).toEqual([0, expect.stringMatching(/annotations +2 +0 +0 +2 +0 +0\n/)]);
  const { body } = await call("GET", `/annotations?method=machine&species=${fox}`, { token });
  expect(body.total).toBe(2);
});

test("wildlife import of a folder with an odd clock and an empty file imports the others, and names both at the end", async () => {
  const camera = `Ford ${crypto.randomUUID()}`;
  const location = "52.1,5.9";
  const source = await create("/capturesources", {
    ...{ name: camera, location, camera_hardware: "Trail camera", time_zone: "+02:00" },
  });
  const cards = mkdtempSync(path.join(folder, "cards-"));
  const times = ["1970:01:01 00:30:00", "2000:01:01 00:00:00", "2026:03:01 06:30:15"];
  for (const [i, taken] of times.entries()) {
    const exif = exifBlock({ taken });
    writeFileSync(path.join(cards, `${i}.jpg`), await numberedFile("image/jpeg", i, { exif }));
  }
  writeFileSync(path.join(cards, "empty.mp4"), "");
  const { code, output } = await importFolder(cards, { origin, token, args: ["--camera", camera] });
  expect(output).toMatch(/1\.jpg: 2000-01-01 00:00:00\+02:00 \(EXIF\) is before 2001\.\n/);
  expect([code, output.slice(output.indexOf("2 files imported"))]).toEqual([
    1,
    expect.stringMatching(
      /^2 files imported, 0 already there\..*\n2 files cannot be imported:\n {2}empty\.mp4: It is empty.*\n {2}0\.jpg: Its time .*\n$/,
    ),
  ]);
  const { body } = await call("GET", `/videostreams?capturesource=${source}`, { token });
  expect(body.total).toBe(2);
});

async function create(at: string, body: object): Promise<number> {
  const answer = await call("POST", at, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.id;
}
