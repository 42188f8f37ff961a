import { type Span, unionOf } from "../../../domain/time/local-days.ts";
import { observationColumns } from "../../../formats/camtrap-dp/standard.ts";
import { mediaOut, unclassified } from "../../../formats/camtrap-dp/write/media.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { csvLines } from "../../../formats/csv-text.ts";
import { allIds, streamIdsOfSource } from "../../../index/list-index.ts";
import { atMost } from "../../../runtime/at-most.ts";
import { VideoStreamItem } from "../../../store/stream/item.ts";
import { keys } from "../../../table/schema.ts";
import type { Table } from "../../../table/table.ts";
import { jsonLine, jsonLinesOf } from "../../../work/json-lines.ts";
import type { Stored } from "../format.ts";
import { readRecords, requestsAtOnce } from "../read-records.ts";
import { streamRecord } from "./records.ts";
import { type MediaLine, mediaLine } from "./row-lines.ts";
import { type MetSource, mediaTable } from "./summary.ts";

/**
 * A stream without a label in the package: its row in media, and a row `unclassified` if nobody has looked at it, so
 * that it has no label at all and lies in no event of an imported package.
 */
export type Unlabelled = { readonly media: MediaLine; readonly observation: string };

/** The sources of a package, and the choice of their streams without labels: all, or those within events. */
export type Wanted = { readonly sources: readonly MetSource[]; readonly streams: "all" | "of events" };

/**
 * Finds the streams of each source that are in no piece, and stores them by source, so that they are found only once.
 * Costs half a read unit for the record of each stream, and another half to check whether the stream has labels that
 * the filters leave out.
 * @param withheld streams that the package must not have
 * @returns true if any stream has a row `unclassified`
 */
export async function findUnlabelled(
  table: Table,
  stored: Stored,
  { sources, streams: wanted }: Wanted,
  exporting: Exporting,
  withheld: ReadonlySet<number>,
): Promise<boolean> {
  const met = new Set<string>();
  for await (const piece of stored.table(mediaTable)) {
    for (const [id] of jsonLinesOf<MediaLine>(piece)) met.add(id);
  }
  let found = false;
  for (const { source, events = [] } of sources) {
    const isOfEvent = within(unionOf(events));
    const text = await stored.once(nameOf(source.id), async () => {
      const inTurn = atMost(requestsAtOnce);
      const ids = (await streamIdsOfSource(table, source.id)).filter((id) => !withheld.has(id));
      const records = await readRecords(table, ids, keys.videoStream, VideoStreamItem);
      const streams = records.toSorted((a, b) => a.id - b.id);
      const lines = streams.map((stream) =>
        inTurn(async () => {
          const isCovered = isOfEvent(stream.startMs);
          if (wanted === "of events" && !isCovered) return "";
          const made = mediaOut(streamRecord(stream), source, exporting);
          if (made === undefined || met.has(made.row.mediaID ?? "")) return "";
          const isSeen = isCovered || (await allIds(table, "annotation", [[["vs", stream.id]]])).length > 0;
          return jsonLine({
            media: mediaLine(made),
            observation: isSeen ? "" : csvLines(observationColumns, [unclassified(made.row)]),
          } satisfies Unlabelled);
        }),
      );
      return (await Promise.all(lines)).join("");
    });
    found ||= jsonLinesOf<Unlabelled>(Buffer.from(text)).some(({ observation }) => observation !== "");
  }
  return found;
}

/** The streams that `findUnlabelled` has stored, source by source. */
export async function* unlabelledStreams(
  stored: Stored,
  { sources }: Wanted,
): AsyncGenerator<readonly Unlabelled[]> {
  for (const { source } of sources) {
    const text = await stored.once(nameOf(source.id), async () => "");
    yield jsonLinesOf<Unlabelled>(Buffer.from(text));
  }
}

/**
 * Returns a function that returns true for a start within any of the spans. Packages have whole seconds, so a start
 * counts with its second.
 * @param spans in order, without overlap
 */
function within(spans: readonly Span[]): (startMs: number) => boolean {
  return (startMs) => {
    const second = Math.floor(startMs / 1000) * 1000;
    let [from, to] = [0, spans.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((spans[middle]?.toMs ?? 0) < second) from = middle + 1;
      else to = middle;
    }
    const span = spans[from];
    return span !== undefined && span.fromMs <= startMs;
  };
}

function nameOf(source: number): string {
  return `unlabelled/${source}`;
}
