import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Plan, type PlanOptions, planImport } from "../../cli/scan/plan.ts";
import { planTable } from "../../cli/scan/plan-table.ts";
import { scanFolder } from "../../cli/scan/scan-folder.ts";
import { exifBlock } from "../support/video/exif.ts";
import { numberedFile } from "../support/video/write-picture.ts";
import { writeVideo } from "../support/video/write-video.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cards-"));
const cameras = [
  { id: 1, name: "Weir", timeZone: "+02:00" },
  { id: 2, name: "Ridge", timeZone: undefined },
];
const planOf = async (more: Partial<PlanOptions> = {}) =>
  planImport(await scanFolder(folder), { ...options, ...more });
const options = { camera: undefined, cameras, timeZone: undefined, mp4Clock: "utc" } as const;

function write(name: string, bytes: Buffer | string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), bytes);
}

beforeAll(async () => {
  const taken = (time: string, offset?: string) =>
    exifBlock({ taken: `2026:03:01 ${time}`, ...(offset ? { offset } : {}) });
  for (const [i, type] of (["image/jpeg", "image/png", "image/webp"] as const).entries()) {
    write(`weir/DCIM/IMG_${9 + i}.JPG`, await numberedFile(type, i, { exif: taken(`06:30:1${i}`) }));
  }
  const timesMs = [0, 40, 80, 120];
  const metadata = { creation_time: "2026-03-01T04:31:00Z" };
  await writeVideo(path.join(folder, "weir/DCIM/DSCF0003.MP4"), {
    codec: "h264",
    format: "mp4",
    timesMs,
    metadata,
  });
  await writeVideo(path.join(folder, "weir/DCIM/DSCF0004.MKV"), {
    codec: "h264",
    format: "matroska",
    timesMs,
    metadata,
  });
  await writeVideo(path.join(folder, "weir/20260301_063200.ts"), {
    codec: "h264",
    format: "mpegts",
    timesMs,
  });
  write("ridge/named.jpg", await numberedFile("image/jpeg", 4, { exif: taken("06:30:15", "+01:00") }));
  write("ridge/unzoned.jpg", await numberedFile("image/jpeg", 4, { exif: taken("06:30:15") }));
  write("ridge/plain.jpg", await numberedFile("image/jpeg", 5));
  utimesSync(path.join(folder, "ridge/plain.jpg"), 0, new Date("2026-03-02T00:00:00Z"));
  write("ridge/old.wmv", Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex"));
  write("weir/20260301_063300.avi", "RIFF\0\0\0\0AVI LIST");
  write("lost/a.png", await numberedFile("image/png", 5, { exif: taken("06:30:15") }));
  write("weir/notes.txt", "Good grief, a leopard.");
  write("weir/._IMG_9.JPG", "hidden");
  write("weir/empty.jpg", "");
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = ({ files }: Plan) =>
  files.map(({ path, camera, kind, start }) => [
    path,
    camera.id,
    kind,
    new Date(start.ms).toISOString(),
    start.from,
  ]);

test("finds videos and pictures with their cameras and their start times to the second", async () => {
  const plan = await planOf();
  expect(found(plan)).toEqual([
    ["ridge/named.jpg", 2, "picture", "2026-03-01T05:30:15.000Z", "EXIF"],
    ["ridge/plain.jpg", 2, "picture", "2026-03-02T00:00:00.000Z", "file time"],
    ["weir/20260301_063200.ts", 1, "video", "2026-03-01T04:32:00.000Z", "file name"],
    ["weir/20260301_063300.avi", 1, "video", "2026-03-01T04:33:00.000Z", "file name"],
    ["weir/DCIM/DSCF0003.MP4", 1, "video", "2026-03-01T04:31:00.000Z", "metadata"],
    ["weir/DCIM/DSCF0004.MKV", 1, "video", "2026-03-01T04:31:00.000Z", "metadata"],
    ["weir/DCIM/IMG_9.JPG", 1, "picture", "2026-03-01T04:30:10.000Z", "EXIF"],
    ["weir/DCIM/IMG_10.JPG", 1, "picture", "2026-03-01T04:30:11.000Z", "EXIF"],
    ["weir/DCIM/IMG_11.JPG", 1, "picture", "2026-03-01T04:30:12.000Z", "EXIF"],
  ]);
  expect(plan.problems.map((problem) => [problem.path, problem.reason.split(". ")[0]])).toEqual([
    ["weir/empty.jpg", "It is empty (0 bytes)"],
    ["lost/a.png", "None of its folders has the name of a camera"],
    ["ridge/old.wmv", "WMV is not supported"],
    ["ridge/unzoned.jpg", "The time zone of its camera Ridge is not known"],
  ]);
  expect(plan.others).toBe(1);
});

test("names files of 0 bytes", async () => {
  expect((await scanFolder(folder)).problems).toEqual([
    { path: "weir/empty.jpg", reason: "It is empty (0 bytes). Copy it again from the camera." },
  ]);
});

describe("a clock that is not set", () => {
  const cards = mkdtempSync(path.join(tmpdir(), "odd-cards-"));
  afterAll(() => rmSync(cards, { recursive: true }));
  const names = ["19700101_013000", "19991231_235959", "20260301_063000", "20900101_000000"];
  beforeAll(async () => {
    for (const [i, name] of names.entries()) {
      writeFileSync(path.join(cards, `${name}.jpg`), await numberedFile("image/jpeg", i));
    }
  });
  const planned = async () => planImport(await scanFolder(cards), { ...options, camera: cameras[0] });

  test("keeps only its own file out of the plan", async () => {
    const { files, problems } = await planned();
    expect(files).toHaveLength(3);
    expect(problems).toEqual([
      {
        path: "19700101_013000.jpg",
        reason:
          "Its time (file name) is not in the years 1970 to 9999. Import it on the page, under Upload, where you can type its start.",
      },
    ]);
  });

  test("is named if its times are before 2001 or in the future", async () => {
    const lines = planTable(await planned(), { nowMs: Date.parse("2026-03-02T00:00:00Z") }).split("\n");
    expect(lines.slice(lines.findIndex((line) => line.includes("odd")))).toEqual([
      "2 of the files have odd times. Was the camera's clock wrong?",
      "  19991231_235959.jpg: 1999-12-31 23:59:59+02:00 (file name) is before 2001.",
      "  20900101_000000.jpg: 2090-01-01 00:00:00+02:00 (file name) is in the future.",
      "",
      "1 file cannot be imported:",
      expect.stringContaining("  19700101_013000.jpg: "),
    ]);
  });
});

test("reports a folder that cannot be read, and reads the others", async () => {
  // Node does not find a folder whose name is not UTF-8.
  const unreadable = Buffer.concat([Buffer.from(`${folder}/weir/`), Buffer.of(0xff)]);
  mkdirSync(unreadable);
  const { files, problems } = await scanFolder(folder);
  rmdirSync(unreadable);
  expect(problems.filter(({ path }) => path !== "weir/empty.jpg")).toEqual([
    { path: "weir/\ufffd", reason: "It cannot be read: its name is not valid Unicode. Rename it." },
  ]);
  expect(files).toHaveLength(12);
});

test("uses the camera and the time zone of the options for all files", async () => {
  const plan = await planOf({ camera: cameras[1], timeZone: "Africa/Nairobi" });
  expect(plan.files.map(({ camera }) => camera.id)).toEqual(Array(11).fill(2));
  expect(plan.files.find(({ path }) => path === "lost/a.png")?.start.ms).toBe(
    Date.parse("2026-03-01T03:30:15Z"),
  );
});

test("shows a plan as a table", async () => {
  const lines = planTable(await planOf())
    .replaceAll(/\d+ KB/g, "9 KB")
    .replaceAll(/ +/g, " ")
    .split("\n");
  expect(lines).toEqual([
    "folder camera videos pictures size first last times from",
    "ridge Ridge 0 2 9 KB 2026-03-01 05:30:15+00:00 2026-03-02 00:00:00+00:00 EXIF (1), file time (1)",
    "weir Weir 2 0 9 KB 2026-03-01 06:32:00+02:00 2026-03-01 06:33:00+02:00 file name",
    "weir/DCIM Weir 2 3 9 KB 2026-03-01 06:30:10+02:00 2026-03-01 06:31:00+02:00 metadata (2), EXIF (3)",
    "",
    "9 files to import, 9 KB.",
    "1 of them is AVI, which no browser plays. The service makes a playable copy.",
    "1 other file is left out.",
    "",
    "4 files cannot be imported:",
    " weir/empty.jpg: It is empty (0 bytes). Copy it again from the camera.",
    " lost/a.png: None of its folders has the name of a camera. Use --camera.",
    " ridge/old.wmv: WMV is not supported. Convert it to MP4 or JPEG.",
    " ridge/unzoned.jpg: The time zone of its camera Ridge is not known. Use --time-zone.",
  ]);
});

test("lists at most twenty problems, and shows no table if there are no files", () => {
  const problems = Array.from({ length: 23 }, (_, i) => ({
    path: `${i}.wmv`,
    reason: "WMV is not supported.",
  }));
  const lines = planTable({ files: [], problems, others: 1 }).split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "0 files to import, 0 KB.",
    "1 other file is left out.",
    "",
    "23 files cannot be imported:",
  ]);
  expect(lines.at(-1)).toBe("  and 3 more");
});

describe("the command", () => {
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve("cli/main.ts"), ...args], {
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  };
  const all = ["import", folder, "--dry-run", "--camera", "Weir", "--time-zone", "+02:00"];

  test("shows the plan, and exits with 1 if any file cannot be imported", () => {
    const { status, output } = run(...all);
    expect(status).toBe(1);
    expect(output).toContain("11 files to import");
    expect(output).toContain("ridge/old.wmv: WMV is not supported.");
  });

  test.each([
    ["no folder", ["import"], "a folder"],
    [
      "a folder that does not exist",
      ["import", "/missing", "--dry-run"],
      "/missing cannot be imported. Name a folder",
    ],
    ["an unknown zone", [...all, "--time-zone", "Mars/Olympus"], "--time-zone must be"],
    ["an unknown clock", [...all, "--mp4-clock", "local"], "--mp4-clock must be"],
    ["an unknown option", [...all, "--colour"], "Unknown option '--colour'."],
  ])("exits with 2 for %s, and says what would be right", (_, args, message) => {
    const { status, output } = run(...args);
    expect(status).toBe(2);
    expect(output).toContain(message);
    expect(output).toContain("wildlife --help");
  });
});
