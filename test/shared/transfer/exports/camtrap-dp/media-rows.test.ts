import fc from "fast-check";
import { expect, test } from "vitest";
import { mediaRows } from "../../../../../shared/transfer/exports/camtrap-dp/media-rows.ts";
import { type MediaLine, mediaLine } from "../../../../../shared/transfer/exports/camtrap-dp/row-lines.ts";
import { rowsOf } from "../../../../support/formats/tables.ts";

const lineOf = (stream: number): MediaLine =>
  mediaLine({ row: { mediaID: `m${stream}` }, guessed: stream % 2 === 0 }, stream);
const nobody = { people: new Set<string>() };

test("media come in the order of their streams, each once, with one reading for every group of streams", async () => {
  const pieces = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 10 }), async (streams, most) => {
      const expected = [...new Set(streams.flat())].toSorted((a, b) => a - b);
      const warned: string[] = [];
      const warn = (_: string, id: string | undefined) => warned.push(id ?? "");
      let readings = 0;
      const linesOf = async function* () {
        readings += 1;
        for (const piece of streams) yield piece.map(lineOf);
      };
      const chunks: Uint8Array[] = [];
      for await (const chunk of mediaRows(linesOf, nobody, warn, most)) chunks.push(chunk);
      const rows = await rowsOf(Buffer.concat(chunks).toString());
      expect(rows.map(({ mediaID }) => mediaID)).toEqual(expected.map((id) => `m${id}`));
      expect(warned).toEqual(expected.filter((id) => id % 2 === 0).map((id) => `m${id}`));
      expect(readings).toBe(Math.max(1, Math.ceil(expected.length / most)));
    }),
    { numRuns: 200 },
  );
});
