import { afterAll, beforeAll, test } from "vitest";
import { expectExactClips } from "../../../support/video/clips-of-copies.ts";
import { otherKinds, otherOldKinds } from "../../../support/video/copied-kinds.ts";
import { expectExactCopies, expectSameStills } from "../../../support/video/copies.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { writeKind } from "../../../support/video/kinds.ts";

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

test.each(otherOldKinds)(
  "clips of the copy have the frames that are shown in their range: $name",
  async (kind) => {
    await expectExactClips(engine, kind);
  },
);

test.each(otherOldKinds)("30 stills of $name show the frames that its copy shows", async (kind) => {
  await expectSameStills(engine, await writeKind(engine.folder, kind));
});
