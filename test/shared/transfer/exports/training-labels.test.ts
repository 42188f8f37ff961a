import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrainingLabel } from "../../../../shared/formats/training/training-label.ts";
import type { Stored } from "../../../../shared/transfer/exports/format.ts";
import { byStream } from "../../../../shared/transfer/exports/training/by-stream.ts";
import { labelLine } from "../../../../shared/transfer/exports/training/label-lines.ts";
import { labelledStreams } from "../../../../shared/transfer/exports/training/labelled.ts";
import { randomLabels } from "../../../support/training/random-labels.ts";

test("labels are read stream by stream, however few of them fit into memory", async () => {
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
        // Each piece contains the next label of every stream.
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

test("reading a bucket reads other labels only of the bucket's own streams", async () => {
  const streams = [1, 2, 3, 4, 5].map((id) => ({
    ...{ id, source: 1, url: undefined, startMs: 0, timeZone: undefined, bytes: 1 },
    size: { width: 100, height: 100 },
  }));
  const asked: (readonly [bucket: number, streams: readonly number[]])[] = [];
  const none = async function* () {};
  const stored: Stored = {
    table: async function* (table: string) {
      if (table === "summary") yield Buffer.from(`${JSON.stringify({ streams, categories: [] })}\n`);
    },
    stream: none,
    once: (_, make) => make(),
    stills: { pieces: none, readPictures: async () => new Uint8Array() },
  };
  const { labels } = await labelledStreams(
    {
      buckets: 2,
      others: async function* (_, bucket, own) {
        asked.push([bucket, own]);
        yield { summary: "" };
      },
    },
    stored,
  );
  expect(asked.splice(0).toSorted(([a], [b]) => a - b)).toEqual([
    [0, [2, 4]],
    [1, [1, 3, 5]],
  ]);
  for await (const lines of labels.pieces(1)) expect(lines.length).toBe(0);
  expect(asked).toEqual([[1, [1, 3, 5]]]);
});
