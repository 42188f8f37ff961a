import { afterAll, beforeAll, test } from "vitest";
import { otherKinds } from "../../../support/video/copied-kinds.ts";
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
