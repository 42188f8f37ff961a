import { notExhaustiveIn } from "../../../formats/training/frames.ts";
import type { TrainingStream } from "../../../formats/training/picture.ts";
import type { TrainingLabel } from "../../../formats/training/training-label.ts";
import { jsonLine, jsonLinesOf } from "../../../work/json-lines.ts";
import { ExportImpossible, type Stored } from "../format.ts";
import type { TrainingSet } from "./sets.ts";

/**
 * Maximum number of frames and boxes together. Each takes 200 to 400 bytes of JSON, and a file is written in one call
 * of the worker.
 */
const mostEntries = 20_000_000;

/** A summary of all frames. */
export type Survey = {
  /** For each stream with frames, the categories that may be visible without a box. */
  readonly streams: ReadonlyMap<number, readonly number[]>;
  /** Categories that occur in the frames. */
  readonly categories: ReadonlySet<number>;
};

type Line = readonly [stream: number, categories: readonly number[], notExhaustive: readonly number[]];

type Labelled = { readonly stream: TrainingStream; readonly labels: readonly TrainingLabel[] };

/** Surveys all streams once, before anything is written, since all parts must have the same categories. */
export async function surveyed(
  stored: Stored,
  all: () => AsyncIterable<Labelled>,
  { clips }: TrainingSet,
  fps: number,
  most = mostEntries,
): Promise<Survey> {
  const text = await stored.once("survey", async () => {
    let lines = "";
    let entries = 0;
    for await (const { stream, labels } of all()) {
      let frames = 0;
      const [categories, notExhaustive] = [new Set<number>(), new Set<number>()];
      for (const clip of clips(stream, labels, fps)) {
        frames += clip.length;
        for (const id of notExhaustiveIn(clip)) notExhaustive.add(id);
        for (const { boxes } of clip) {
          entries += 1 + boxes.length;
          for (const { label } of boxes) if (label.category !== "nothing") categories.add(label.category);
        }
        if (entries > most) throw tooMany(most);
      }
      const line: Line = [stream.id, [...categories], [...notExhaustive].toSorted((a, b) => a - b)];
      if (frames > 0) lines += jsonLine(line);
    }
    return lines;
  });
  const streams = new Map<number, readonly number[]>();
  const categories = new Set<number>();
  for (const [stream, own, notExhaustive] of jsonLinesOf<Line>(Buffer.from(text))) {
    // Shares one empty list, to save memory: most streams have no category here.
    streams.set(stream, notExhaustive.length === 0 ? none : notExhaustive);
    for (const id of [...own, ...notExhaustive]) categories.add(id);
  }
  return { streams, categories };
}

const none: readonly number[] = [];

function tooMany(most: number): ExportImpossible {
  return new ExportImpossible(
    `This would be more than ${most.toLocaleString("en")} pictures and boxes. Narrow the filters, for example by \`month\`, or choose fewer \`fps\`.`,
  );
}
