import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readExportOptions } from "../../cli/export/options.ts";
import { type Export, endText, outcomeText, progressText } from "../../cli/export/outcome.ts";
import { goingOn } from "../../cli/terminal/going-on.ts";

const folder = mkdtempSync(path.join(tmpdir(), "export-"));
afterAll(() => rmSync(folder, { recursive: true }));
const out = path.join(folder, "foxes.zip");
const there = path.join(folder, "there.zip");
writeFileSync(there, "x");

const read = (...args: string[]) => readExportOptions(["--url", "https://service.example", ...args], {});

describe("the command line of an export", () => {
  test("becomes a request with options and filters, in which a repeated filter is a list", () => {
    const options = read(
      ...["--format", "camtrap-dp", "--out", out, "--level", "event", "--event-gap-seconds", "60"],
      ...["--filter", "name=red fox", "--filter", "species=3", "--filter", "species=4"],
      ...["--filter", "observation[note]=a=b", "--people", "names", "--column", "a,b", "--column", "c"],
    );
    expect(options).toMatchObject({
      wanted: {
        format: "camtrap-dp",
        filters: { name: "red fox", species: ["3", "4"], "observation[note]": "a=b" },
        options: { level: "event", event_gap_seconds: 60, people: "names", columns: ["a,b", "c"] },
      },
    });
  });

  test("may have unknown formats and values, which the service checks", () => {
    expect(read("--format", "dwca", "--out", out, "--event-gap-seconds", "soon")).toMatchObject({
      wanted: { format: "dwca", filters: {}, options: { event_gap_seconds: "soon" } },
    });
  });

  test("becomes a request with the shares of a split, which are numbers where possible", () => {
    const optionsOf = (...args: string[]) => read("--format", "coco", "--out", out, ...args);
    expect(optionsOf("--split", "80,10,10", "--seed", "4", "--fps", "2")).toMatchObject({
      wanted: { options: { split: { train: 80, val: 10, test: 10, seed: 4 }, fps: 2 } },
    });
    expect(optionsOf("--split", "0.9,much")).toMatchObject({
      wanted: { options: { split: { train: 0.9, val: "much", test: 0, seed: 0 } } },
    });
  });

  test("may name an export that has begun already", () => {
    expect(read("--job", "12", "--out", out)).toMatchObject({ wanted: 12, out });
  });

  test.each([
    [["--format", "csv"], "--out is missing"],
    [["--out", out], "--format is missing"],
    [["--format", "csv", "--out", out, "--filter", "fox"], "--filter must be NAME=VALUE"],
    [["--format", "csv", "--out", out, "fox"], "export takes options only"],
    [["--job", "x", "--out", out], "--job must be the number"],
    [["--job", "1", "--format", "csv", "--out", out], "leave out format"],
    [["--format", "csv", "--out", there], "exists already. Add --force"],
    [["--format", "csv", "--out", path.join(folder, "none/a.csv")], "There is no folder"],
    [["--format", "coco", "--out", out, "--seed", "1"], "--seed needs a split"],
    [["--format", "coco", "--out", out, "--split", "1,1,1,1"], "at most three shares"],
    [["--format", "csv", "--out", out, "--levle", "media"], "Unknown option '--levle'"],
  ])("%j is refused: %s", (args, sentence) => {
    expect(() => read(...args)).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => read(...args)).toThrow(sentence);
  });

  test("may name an existing file only with --force", () => {
    expect(read("--format", "csv", "--out", there, "--force")).toMatchObject({ out: there, force: true });
  });
});

const job: Export = {
  ...{ id: 12, format: "camtrap-dp", status: "done", created: "", started: null, finished: null },
  ...{
    expires: null,
    created_by: { id: 1, display_name: "Ann", role: "curator" },
    filters: null,
    options: {},
    files: [],
  },
  progress: { phase: "read", done: 12_000, total: 50_000 },
  counts: { rows: 1, gone: 0, changed: 0, withheld: 2, left_out: 30 },
  warnings: [
    { code: "box-outside", count: 3, first: "annotation 17" },
    { code: "new-code", count: 1, first: "stream 1\u001b[2J" },
  ],
  problem: null,
};

describe("the text about an export", () => {
  test("counts the labels in a finished export, and the labels that were left out", () => {
    expect(outcomeText(job).split("\n")).toEqual([
      "Export 12: 1 label.",
      "  30 left out by the format or its options",
      "  2 left out to protect a species",
      "  Warning: 3 boxes left out, because they are outside their picture (first: annotation 17)",
      "  Warning: 1 new-code (first: stream 1\ufffd[2J)",
    ]);
  });

  test.each([
    ["queued", "Export 12 waits for its turn."],
    ["running", "Export 12: 12,000 of 50,000 labels read."],
  ] as const)("says how far a %s export is", (status, text) =>
    expect(progressText({ ...job, status })).toBe(text),
  );

  test.each([
    ["failed", "Export 12 failed: No annotation passes these filters."],
    ["cancelled", "Export 12 was stopped."],
    ["expired", "The files of export 12 were removed. Export again."],
  ] as const)("says why a %s export has no file", (status, text) =>
    expect(endText({ ...job, status, problem: "No annotation passes these filters." })).toBe(text),
  );

  test("appears in a log after 5 s and then every 30 s, and on a terminal at every change", () => {
    const said: string[] = [];
    let nowMs = 0;
    const to = {
      line: (text: string) => void said.push(text),
      status: (text: string) => void said.push(`~${text}`),
    };
    const log = goingOn({ ...to, redraws: false }, () => nowMs);
    for (const [at, text] of [
      [4999, "a"],
      [5000, "b"],
      [34_000, "c"],
      [35_000, "d"],
    ] as const) {
      nowMs = at;
      log(text);
    }
    goingOn({ ...to, redraws: true })("e");
    expect(said).toEqual(["b", "d", "~e"]);
  });
});
