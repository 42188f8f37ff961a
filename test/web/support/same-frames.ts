import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packetShownAt } from "../../../shared/media/read/find-packet.ts";
import { openVideo } from "../../../shared/media/read/open-video.ts";
import { openIndex } from "../../../web/player/source.ts";
import { writeKind } from "../../support/video/kinds.ts";
import { serveVideos, type VideoServer } from "../../support/video/video-server.ts";
import { type NumberedVideo, writtenMs } from "./numbered-videos.ts";

const folder = mkdtempSync(path.join(tmpdir(), "same-frames-"));

async function compare(kind: NumberedVideo, server: VideoServer): Promise<void> {
  const url = new URL(await writeKind(folder, kind), server.origin).href;
  using video = await openVideo(url, (input, init) => fetch(input, init));
  const index = await openIndex({ url, isHls: url.endsWith(".m3u8") }, fetch);
  if (index === undefined) throw new Error("There is no video.");
  const { clock } = index;
  expect(clock.start).toBe(video.start);
  const seen: number[] = [];
  for (let frame = await clock.load(0); ; frame = await clock.step(frame, 1)) {
    seen.push(frame.ms);
    for (const ms of [frame.ms, Math.min(frame.toMs, frame.ms + 5)]) {
      expect((await packetShownAt(video, video.start + ms / 1000)).timestamp, `${ms} ms`).toBe(frame.time);
    }
    if (!Number.isFinite(frame.until)) break;
  }
  index.close();
  expect(seen).toEqual(kind.timesMs.map((_, n) => writtenMs(kind, n)).filter((ms) => ms >= 0));
}

/** Compares the frames that the page finds in videos with those of the service's stills. */
export function sameFrames(videos: readonly NumberedVideo[]): void {
  describe("frames and their times are the same as in the service's stills", () => {
    let server: VideoServer;
    beforeAll(async () => {
      server = await serveVideos(folder);
    });
    afterAll(async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    });
    test.for(videos)("$name", (video) => compare(video, server));

    test("a file without video has no index", async () => {
      await expect(
        openIndex({ url: new URL("nothing.mp4", server.origin).href, isHls: false }, fetch),
      ).rejects.toThrow();
    });
  });
}
