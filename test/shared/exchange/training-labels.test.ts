import fc from "fast-check";
import { expect, test } from "vitest";
import { byStream } from "../../../shared/exchange/training/by-stream.ts";
import { labelLine } from "../../../shared/exchange/training/label-lines.ts";
import type { TrainingLabel } from "../../../shared/interchange/training/training-label.ts";
import { randomLabels } from "../../support/training/random-labels.ts";

test("labels come back stream by stream, however many of them fit into memory", async () => {
  const worlds = fc.tuple(
    fc.array(randomLabels, { maxLength: 4 }),
    fc.integer({ min: 1, max: 3 }),
    fc.nat(600),
  );
  await fc.assert(
    fc.asyncProperty(worlds, async ([ofStreams, count, most]) => {
      const lines = ofStreams.map((labels, i) => labels.map((label) => labelLine(i + 1, label)));
      const streams = lines.map((own, i) => ({ id: i + 1, bytes: own.join("").length }));
      const pieces = async function* (bucket: number) {
        // Each piece has the next label of every stream.
        for (let at = 0; at < 8; at++) {
          const own = lines.map((each, i) => ((i + 1) % count === bucket ? (each[at] ?? "") : ""));
          yield Buffer.from(own.join(""));
        }
      };
      const read: { stream: (typeof streams)[number]; labels: readonly TrainingLabel[] }[] = [];
      for await (const each of byStream({ count, pieces }, streams, most)) read.push(each);
      expect(read.toSorted((a, b) => a.stream.id - b.stream.id)).toEqual(
        ofStreams.map((labels, i) => ({ stream: streams[i], labels })),
      );
    }),
    { numRuns: 50 },
  );
});
