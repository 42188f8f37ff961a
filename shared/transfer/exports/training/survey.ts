import { notExhaustiveIn } from "../../../formats/training/frames.ts";
import type { TrainingStream } from "../../../formats/training/picture.ts";
import type { TrainingLabel } from "../../../formats/training/training-label.ts";
import { jsonLine, jsonLinesOf } from "../../../work/json-lines.ts";
import { ExportImpossible, type Stored } from "../format.ts";
import type { TrainingSet } from "./sets.ts";

/** Frames and boxes together. Each is 200 to 400 bytes of JSON, and a file is written in one call of the worker. */
const mostEntries = 20_000_000;

/** What all frames have. */
export type Survey = {
  /** Of each stream that has frames: the categories of which something may be there without a box. */
  readonly streams: ReadonlyMap<number, readonly number[]>;
  /** Categories that occur. */
  readonly categories: ReadonlySet<number>;
};

type Line = readonly [stream: number, categories: readonly number[], notExhaustive: readonly number[]];

type Labelled = { readonly stream: TrainingStream; readonly labels: readonly TrainingLabel[] };

/** Finds what each stream has, once, before anything is written: all parts have the same categories. */
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
    // Of the many streams that have none, each would have a list of its own.
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
