import { type MediaRow, mediaColumns } from "../../../formats/camtrap-dp/standard.ts";
import { csvLine, csvLines } from "../../../formats/csv-text.ts";
import type { Warn } from "../../../work/warnings.ts";
import { type MediaLine, mediaOf } from "./row-lines.ts";
import { fileShown, type Whole } from "./summary.ts";

/** Number of streams whose rows are in memory together, at least. */
const manyStreams = 100_000;

/**
 * Yields the table of media, with a row for each stream in the order of the streams' ids. An import gives ids in the
 * order of its rows, so a package keeps its order.
 * @param linesOf reads all lines, once for every 100,000 streams. A stream may have several equal lines
 */
export async function* mediaRows(
  linesOf: () => AsyncIterable<readonly MediaLine[]>,
  whole: Pick<Whole, "people">,
  warn: Warn,
  most = manyStreams,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(mediaColumns));
  const written = new Set<string>();
  const rowsOf = (lines: readonly Buffer[]): readonly MediaRow[] =>
    lines.flatMap((text) => {
      const line: MediaLine = JSON.parse(text.toString());
      const [id, guessed] = line;
      // Somebody may have given two streams the same `mediaID`, which is allowed only once.
      if (written.has(id)) return [];
      written.add(id);
      if (guessed) warn("media-type-guessed", id);
      return [fileShown(mediaOf(line).row, whole)];
    });
  let after = 0;
  for (;;) {
    const { lines, last } = await lowest(linesOf(), after, most);
    yield Buffer.from(csvLines(mediaColumns, rowsOf(lines)));
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Returns the lines of the `most` lowest ids above `after`, sorted. `last` is the highest of these ids if there are
 * higher ones.
 */
async function lowest(all: AsyncIterable<readonly MediaLine[]>, after: number, most: number) {
  let kept = new Map<number, Buffer>();
  let last: number | undefined;
  const trim = () => {
    const sorted = [...kept].toSorted(([a], [b]) => a - b);
    if (sorted.length > most) last = sorted[most - 1]?.[0];
    kept = new Map(sorted.slice(0, most));
  };
  for await (const lines of all) {
    for (const line of lines) {
      const [, , , id] = line;
      if (id <= after || id > (last ?? id) || kept.has(id)) continue;
      kept.set(id, Buffer.from(JSON.stringify(line)));
      if (kept.size >= 2 * most) trim();
    }
  }
  trim();
  return { lines: [...kept.values()], last };
}
