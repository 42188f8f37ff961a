import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExtractionProcess, startProcess } from "../../../../shared/media/cut/extraction-process.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { childFile, type Engine, maxRssBytes, startEngine } from "../../../support/video/engine.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
let child: ExtractionProcess;
beforeAll(async () => {
  engine = await startEngine();
  await writeVideo(path.join(engine.folder, "a.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs: [0, 40, 80, 120],
  });
  child = startProcess(childFile);
});
afterAll(async () => {
  child.kill();
  await engine.close();
});

// A file that cannot be written is a fault of the service, not of the video.
test.each([
  ["a still to a full disk", { kind: "still", atMs: 0 }, "/dev/full"],
  ["a clip to a full disk", { kind: "clip", startMs: 0, endMs: 100 }, "/dev/full"],
  ["a still to a missing folder", { kind: "still", atMs: 0 }, "/missing/file"],
  ["a clip to a missing folder", { kind: "clip", startMs: 0, endMs: 100 }, "/missing/file"],
] as const)("writing %s fails as a fault of the service", async (_, excerpt, outputFile) => {
  const answer = await child.run(
    {
      url: `${engine.server.origin}/a.mp4`,
      cut: { excerpt, outputFile },
      rules: { allowedOrigins: [engine.server.origin] },
      limits: jobLimits.still,
      maxRssBytes,
    },
    20_000,
  );
  expect(answer).toMatchObject({ ok: false, reason: "failed" });
});
