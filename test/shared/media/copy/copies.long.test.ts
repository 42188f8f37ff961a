import { afterAll, beforeAll, test } from "vitest";
import { expectExactClips } from "../../../support/video/clips-of-copies.ts";
import { clippedKinds, oldKinds, otherKinds } from "../../../support/video/copied-kinds.ts";
import { expectExactCopies } from "../../../support/video/copies.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test.each(otherKinds)(
  "copies of this kind have each frame of the original at its time: $name",
  async (kind) => {
    await expectExactCopies(engine, kind);
  },
);

test.each(oldKinds.filter((kind) => !clippedKinds.includes(kind)))(
  "clips of the copy have the frames that are shown in their range: $name",
  async (kind) => {
    await expectExactClips(engine, kind);
  },
);
