import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { rowsIn } from "../support/exports/export-requests.ts";
import { runWildlife } from "../support/import-command.ts";

const { call, userWith, origin } = openApi();
const folder = mkdtempSync(path.join(tmpdir(), "export-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

let token: string;
let stream: number;
beforeAll(async () => {
  ({ token } = await userWith("curator"));
  const post = async (target: string, body: unknown) =>
    (await call("POST", target, { token, body })).body.id as number;
  const source = { name: "Weir", location: "51.1,4.5", camera_hardware: "" };
  const capturesource = await post("/capturesources", source);
  stream = await post("/videostreams", {
    ...{ stream_url: "https://video.example/weir.mp4", capturesource },
    ...{ startTime: "2026-03-01T06:30:00Z", endTime: "2026-03-01T06:45:00Z" },
  });
  for (const behaviour of ["drinking", "foraging"]) {
    await post("/annotations", {
      videostreamId: stream,
      timespan: { start: "00:00:01.250", end: "00:00:02" },
      observer: "Ranger",
      observation: { behaviour },
    });
  }
});

const run = (...args: string[]) => runWildlife(["export", ...args], { origin, token });
const filter = () => ["--filter", `videostream=${stream}`];

test("wildlife export downloads matching labels without overwriting a file, and downloads the same export again by its id", async () => {
  const out = path.join(folder, "drinking.csv");
  const args = ["--format", "csv", ...filter(), "--filter", "observation[behaviour]=drinking"];
  const { code, output } = await run(...args, "--column", "behaviour", "--out", out);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^Export \d+: 1 label\.\n.*drinking\.csv: 1 KB, SHA-256 /),
  ]);
  expect(rowsIn(readFileSync(out, "utf8"))).toMatchObject([{ behaviour: "drinking", observer: "Ranger" }]);
  expect(output).toContain(createHash("sha256").update(readFileSync(out)).digest("hex"));

  const again = await run(...args, "--out", out);
  expect(again).toMatchObject({ code: 2, output: expect.stringContaining("--force") });

  const [, number = ""] = /^Export (\d+)/.exec(output) ?? [];
  expect((await run("--job", number, "--out", folder)).code).toBe(0);
  expect(readFileSync(path.join(folder, `annotations-${number}.csv`))).toEqual(readFileSync(out));
  expect(readdirSync(folder)).toHaveLength(2);
});

test("wildlife export prints the service's errors, and creates no file", async () => {
  const out = path.join(folder, "none.zip");
  const wrong = await run("--format", "cvs", "--out", out, "--filter", "specie=fox", "--level", "all");
  expect(wrong.code).toBe(2);
  expect(wrong.output.split("\n")).toEqual([
    expect.stringMatching(/^`format` must be .*`camtrap-dp`/),
    expect.stringContaining("`filters.specie` is not a filter"),
    expect.stringContaining("`options.level` must be one of `media`, `event`, `both`"),
    "",
  ]);
  expect(await run("--job", "999999", "--out", out)).toMatchObject({
    code: 1,
    output: "There is no export 999999.\n",
  });
  expect(readdirSync(folder)).not.toContain("none.zip");
});
