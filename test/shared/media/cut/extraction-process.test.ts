import { once } from "node:events";
import { createServer } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ComputedTooLong } from "../../../../shared/media/cut/extraction-error.ts";
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

describe("a job that is out of time", () => {
  const jobOf = (url: string, totalMs: number) => ({
    url,
    rules: { allowedOrigins: [new URL(url).origin] },
    limits: { ...jobLimits.facts, totalMs },
    maxRssBytes,
  });

  test.runIf(process.platform === "linux")("has computed too long if it is computing", async () => {
    const busy = startProcess(new URL("../../../support/video/busy-in-child.ts", import.meta.url));
    await expect(busy.run(jobOf("https://videos.example/a.mp4", 3000), 3000)).rejects.toBeInstanceOf(
      ComputedTooLong,
    );
    expect(busy.isAlive()).toBe(false);
  });

  test("has not computed too long if it waits for its source", async () => {
    const server = createServer((_, response) => {
      response.writeHead(206, { "Content-Range": "bytes 0-999999/1000000" });
      const timer = setInterval(() => response.write("x"), 100);
      response.on("close", () => clearInterval(timer));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/slow.mp4`;
    const answer = await child.run(jobOf(url, 1500), 20_000);
    server.closeAllConnections();
    server.close();
    expect(answer).toMatchObject({ ok: false, reason: "out-of-time" });
  });
});
