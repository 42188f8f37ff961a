import { ExportImpossible } from "../export-format.ts";
import { jsonLine, jsonLinesOf } from "../json-lines.ts";

/** The moments of a stream that need a still, in milliseconds from its start, ascending. */
export type StreamStills = {
  readonly stream: number;
  /** Where its video is. `undefined` where a picture could tell a sensitive place: it is not cut. */
  readonly url: string | undefined;
  readonly timesMs: readonly number[];
};

/** A piece has stills of one stream, and its video is opened once for all of them. */
const pieceSize = 100;

/**
 * The stills of an export in pieces, as lines of JSON.
 * @throws ExportImpossible when there are more than `most`
 */
export async function planText(stills: AsyncIterable<StreamStills>, most: number): Promise<string> {
  let text = "";
  let total = 0;
  for await (const { stream, url, timesMs } of stills) {
    total += timesMs.length;
    for (let at = 0; at < timesMs.length && total <= most; at += pieceSize) {
      text += jsonLine({ stream, url, timesMs: timesMs.slice(at, at + pieceSize) } satisfies StreamStills);
    }
  }
  if (total > most) throw tooMany(total, most);
  return text;
}

export function piecesOf(text: string): readonly StreamStills[] {
  return [...jsonLinesOf<StreamStills>(Buffer.from(text))];
}

export function countOf(pieces: readonly StreamStills[]): number {
  return pieces.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
}

function tooMany(total: number, most: number): ExportImpossible {
  const [all, limit] = [total, most].map((count) => count.toLocaleString("en"));
  return new ExportImpossible(
    `This would be ${all} stills, and an export has at most ${limit}. Narrow the filters, for example by \`month\`, choose fewer \`fps\`, or leave the stills out.`,
  );
}
