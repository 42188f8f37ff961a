import { jsonLine, jsonLinesOf } from "../../../work/json-lines.ts";
import { ExportImpossible, type StreamStills } from "../format.ts";

/**
 * Maximum number of stills in a piece. The stills of a piece are from one stream, whose video is opened once for them.
 * A worker must be able to finish a piece of a slow video in its time, and to hold pictures of the largest size in its
 * memory.
 */
const pieceSize = 25;

/**
 * Divides the stills of an export into pieces, as lines of JSON.
 * @throws ExportImpossible when there are more than `most`
 */
export async function planText(stills: AsyncIterable<StreamStills>, most: number): Promise<string> {
  let text = "";
  let total = 0;
  for await (const { stream, url, timesMs } of stills) {
    if (url !== undefined) total += timesMs.length;
    if (total > most) throw tooMany(most);
    for (let at = 0; at < timesMs.length; at += pieceSize) {
      text += jsonLine({ stream, url, timesMs: timesMs.slice(at, at + pieceSize) } satisfies StreamStills);
    }
  }
  return text;
}

export function piecesOf(text: string): readonly StreamStills[] {
  return [...jsonLinesOf<StreamStills>(Buffer.from(text))];
}

export function countOf(pieces: readonly StreamStills[]): number {
  return pieces.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
}

function tooMany(most: number): ExportImpossible {
  return new ExportImpossible(
    `This would be more than ${most.toLocaleString("en")} pictures, the maximum of an export. Narrow the filters, for example by \`month\`, choose fewer \`fps\`, or leave \`stills\` out.`,
  );
}
