import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyPlaylist } from "../../../functions/play-video-stream/copy-playlist.ts";
import { oldKinds } from "../../support/video/copied-kinds.ts";
import { copyPiece } from "../../support/video/copies.ts";
import { type Engine, startEngine } from "../../support/video/engine.ts";
import { writeKind } from "../../support/video/kinds.ts";
import { readNumber } from "../../support/video/numbered-picture.ts";
import { readJpeg } from "../../support/video/read-jpeg.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test("an HLS reader finds in the playlist of a copy the frame that the original shows", async () => {
  const kind = oldKinds.find(({ audio }) => audio === "pcm");
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = await writeKind(engine.folder, kind);
  const pieces = [];
  for (const fromMs of [0, 1700, 3400]) {
    const url = `piece-${fromMs}.mp4`;
    const { layout } = await copyPiece(engine, source, fromMs, fromMs + 1700, (file) =>
      copyFileSync(file, path.join(engine.folder, url)),
    );
    if (layout !== undefined) pieces.push({ ...layout, stream: 1, url });
  }
  expect(pieces).toHaveLength(3);
  writeFileSync(path.join(engine.folder, "copy.m3u8"), copyPlaylist(pieces, 0, true));
  expect(await engine.facts("copy.m3u8")).toMatchObject({ codec: "avc", durationMs: 4800 });
  for (const atMs of [0, 39, 40, 1699, 1719, 1720, 3390, 3400, 4799]) {
    const number = await engine.extract("copy.m3u8", { kind: "still", atMs }, (file) =>
      readNumber(readJpeg(file)),
    );
    expect(number, `${atMs} ms`).toBe(Math.floor(atMs / 40));
  }
});
