import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oldKinds } from "../../../support/video/copied-kinds.ts";
import { copyPiece } from "../../../support/video/copies.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { type Kind, writeKind } from "../../../support/video/kinds.ts";
import { readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
const sources = new Map<Kind, string>();
beforeAll(async () => {
  engine = await startEngine();
  for (const kind of avis) sources.set(kind, await writeKind(engine.folder, kind));
});
afterAll(() => engine.close());

const avis = oldKinds.filter(({ format }) => format === "avi");
const sourceOf = (kind: Kind) => sources.get(kind) ?? "";

test.each(avis)("the facts of $name are its type, size, codec and length", async (kind) => {
  const facts = await engine.facts(sourceOf(kind));
  expect(facts).toEqual({
    mediaType: "video/x-msvideo",
    size: { width: 320, height: 180 },
    codec: kind.codec,
    durationMs: 4800,
  });
});

test.each(avis)("stills of $name show the frames that its copy shows", async (kind) => {
  const source = sourceOf(kind);
  const { frames } = await copyPiece(engine, source, 0, 60_000);
  const shownAt = (atMs: number) =>
    frames.findLast((frame) => frame.atMs <= atMs)?.number ?? frames[0]?.number;
  for (const atMs of [0, 39, 40, 41, 1999, 2000, 3333, 4759]) {
    const number = await engine.extract(source, { kind: "still", atMs }, (file) =>
      readNumber(readJpeg(file)),
    );
    expect(number, `${atMs} ms`).toBe(shownAt(atMs));
  }
});

test("a still after the end of an AVI is past the end, and an AVI has no clips", async () => {
  const [kind] = avis;
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = sourceOf(kind);
  await expect(engine.extract(source, { kind: "still", atMs: 5000 }, () => "cut")).rejects.toMatchObject({
    reason: "past-the-end",
    durationMs: 4800,
  });
  await expect(
    engine.extract(source, { kind: "clip", startMs: 0, endMs: 1000 }, () => "cut"),
  ).rejects.toMatchObject({ reason: "clip-codec" });
});

test("an AVI in DivX 3 is refused by its codec", async () => {
  const file = path.join(engine.folder, "divx.avi");
  await writeVideo(file, { codec: "msmpeg4v2", format: "avi", clock: 25, timesMs: [0, 40, 80, 120] });
  const bytes = readFileSync(file).toString("latin1").replaceAll("MP42", "DIV3");
  writeFileSync(file, bytes, "latin1");
  await expect(engine.facts("divx.avi")).rejects.toMatchObject({ reason: "no-decoder" });
  await expect(copyPiece(engine, "divx.avi", 0, 60_000)).rejects.toMatchObject({ reason: "no-decoder" });
});
