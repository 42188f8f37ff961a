import { jsonLine, jsonLinesOf } from "../../../work/json-lines.ts";
import { ExportImpossible, type StreamStills } from "../format.ts";

/**
 * A piece has stills of one stream, and its video is opened once for them. A slow video must get through a piece in the
 * time that a worker has for it, and pictures of the largest size must fit into its memory.
 */
const pieceSize = 25;

/**
 * The stills of an export in pieces, as lines of JSON.
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
    `This would be more than ${most.toLocaleString("en")} pictures, the most of an export. Narrow the filters, for example by \`month\`, choose fewer \`fps\`, or leave \`stills\` out.`,
  );
}
