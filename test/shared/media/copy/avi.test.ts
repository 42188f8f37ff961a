import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oldKinds, usualOldKinds } from "../../../support/video/copied-kinds.ts";
import { copyPiece, expectSameStills } from "../../../support/video/copies.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { type Kind, writeKind } from "../../../support/video/kinds.ts";
import { readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
const sources = new Map<Kind, string>();
beforeAll(async () => {
  engine = await startEngine();
  for (const kind of oldKinds) sources.set(kind, await writeKind(engine.folder, kind));
});
afterAll(() => engine.close());

const avis = oldKinds.filter(({ format }) => format === "avi");
const sourceOf = (kind: Kind) => sources.get(kind) ?? "";

test.each(oldKinds)("the facts of $name are its type, size, codec and length", async (kind) => {
  const facts = await engine.facts(sourceOf(kind));
  expect(facts).toMatchObject({
    mediaType: mediaTypes[kind.format],
    size: { width: 320, height: 180 },
    codec: kind.codec === "mpeg2" ? "mpeg2video" : kind.codec,
    isOld: true,
  });
  expect(Math.abs(facts.durationMs - 4800)).toBeLessThan(100);
});

const mediaTypes: Partial<Record<Kind["format"], string>> = {
  avi: "video/x-msvideo",
  mp4: "video/mp4",
  mpeg: "video/mpeg",
  asf: "video/x-ms-asf",
};

test.each(usualOldKinds)("30 stills of $name show the frames that its copy shows", async (kind) => {
  await expectSameStills(engine, sourceOf(kind));
});

test("stills of an AVI that was cut off, and so has no index, are right in any order", async () => {
  const [kind] = avis;
  if (kind === undefined) throw new Error("The kind is missing.");
  const bytes = readFileSync(path.join(engine.folder, sourceOf(kind)));
  writeFileSync(
    path.join(engine.folder, "cut.avi"),
    bytes.subarray(0, bytes.lastIndexOf("00dc", bytes.length / 2)),
  );
  const stills = [1800, 200, 0, 1000].map((atMs) => ({ kind: "still" as const, atMs }));
  const numbers = await engine.extract("cut.avi", { kind: "stills", stills }, (_, cut) =>
    cut.stills.map((still) => ("file" in still ? readNumber(readJpeg(still.file)) : still.message)),
  );
  expect(numbers).toEqual([45, 5, 0, 25]);
});

test("a still after the end of an AVI is past the end, and no clip is cut from an AVI itself", async () => {
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
