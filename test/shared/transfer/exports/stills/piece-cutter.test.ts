import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ExtractionError } from "../../../../../shared/media/cut/extraction-error.ts";
import type { Extracted } from "../../../../../shared/media/cut/extractor.ts";
import { SourceError } from "../../../../../shared/media/fetch/source-error.ts";
import { pieceCutter } from "../../../../../shared/transfer/exports/stills/piece-cutter.ts";
import { scratchFolder } from "../../../../local/lambda/scratch-folder.ts";

/** The smallest JPEG that states its size: a frame of 16 x 16 pixels, a scan and the end. */
const jpeg = Buffer.from("ffd8ffc0000b080010001001011100ffda0008010100003f0000ffd9", "hex");

type Answer = Error | readonly (number | ExtractionError)[];

/**
 * Returns a cutter whose engine returns one of the given answers for each job: the bytes of each still, or the reason
 * why it is missing.
 */
function cutterOf(answers: readonly Answer[]) {
  const file = path.join(scratchFolder(), "still.jpg");
  writeFileSync(file, jpeg);
  const asked: (readonly number[])[] = [];
  const failures: string[] = [];
  let nowMs = 1_000_000;
  const cut = pieceCutter({
    sourceOf: async (url) => ({ url, rules: { allowedOrigins: [] } }),
    extract: async ({ excerpt }, _deadlineMs, use) => {
      if (excerpt.kind !== "stills") throw new Error("no stills");
      asked.push(excerpt.stills.map(({ atMs }) => atMs));
      const answer = answers[asked.length - 1] ?? new SourceError("unreachable", "nothing more");
      if (answer instanceof Error) throw answer;
      const stills = answer.map((each) => (each instanceof Error ? each : { file, sizeBytes: each }));
      return use({ stills } as unknown as Extracted);
    },
    onFailure: (stream, host, error) => failures.push(`${stream} at ${host}: ${error.message}`),
    nowMs: () => nowMs,
  });
  const reasons = async (timesMs: readonly number[], url = "https://cards.example/1.mp4?secret") =>
    (await cut({ stream: 7, url, timesMs })).map((still) => ("reason" in still ? still.reason : still.width));
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { reasons, asked, failures, later };
}

const late = new ExtractionError("out-of-time", "Other stills used the time.");
const damaged = new ExtractionError("unreadable", "The frame cannot be decoded.");

test("stills for which a job has no time are cut by another job, in the same order", async () => {
  const { reasons, asked, failures } = cutterOf([[1, late, damaged, late], [1, late], [1]]);
  expect(await reasons([10, 20, 30, 40])).toEqual([16, 16, "unreadable", 16]);
  expect(asked).toEqual([[10, 20, 30, 40], [20, 40], [40]]);
  expect(failures).toEqual(["7 at cards.example: The frame cannot be decoded."]);
});

test("a source that fails twice is given up, and the stills that were cut before are kept", async () => {
  const { reasons, asked } = cutterOf([[1, late], new SourceError("unreachable", "reset")]);
  expect(await reasons([10, 20])).toEqual([16, "unreachable"]);
  expect(asked).toEqual([[10, 20], [20], [20]]);
});

test("an unreadable video is opened only once", async () => {
  const { reasons, asked } = cutterOf([damaged]);
  expect(await reasons([10, 20])).toEqual(["unreadable", "unreadable"]);
  expect(asked).toHaveLength(1);
});

test("a picture that is too large is left out", async () => {
  expect(await cutterOf([[5e6 + 1, 1]]).reasons([10, 20])).toEqual(["too-much-memory", 16]);
});

test("a host that does not respond gets no requests for a while, but other hosts do", async () => {
  const { reasons, asked, later } = cutterOf([]);
  for (let video = 0; video < 5; video++) expect(await reasons([10])).toEqual(["unreachable"]);
  expect(asked).toHaveLength(10);
  expect(await reasons([10])).toEqual(["unreachable"]);
  expect(asked).toHaveLength(10);
  await reasons([10], "https://other.example/1.mp4");
  expect(asked).toHaveLength(12);
  later(15 * 60_000);
  await reasons([10]);
  expect(asked).toHaveLength(14);
});

test("an error of the worker's machine does not count as a fault of the video", async () => {
  const { reasons } = cutterOf([new Error("ENOSPC: no space left on device")]);
  await expect(reasons([10])).rejects.toThrow("ENOSPC");
});
