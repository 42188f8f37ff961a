import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import { unionOf } from "../../../domain/time/local-days.ts";
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
import { eventTimes, within } from "./event-times.ts";
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
 * the filters leave out. If one has none, see also `eventTimes`.
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
  if (sources.length === 0) return false;
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
      const files = records
        .filter(({ startMs }) => wanted === "all" || isOfEvent(startMs))
        .toSorted((a, b) => a.id - b.id)
        .flatMap((stream) => {
          const made = mediaOut(streamRecord(stream), source, exporting);
          return made === undefined || met.has(made.row.mediaID ?? "") ? [] : [{ stream, made }];
        });
      const hasLabels = async ({ id }: VideoStream) =>
        (await allIds(table, "annotation", [[["vs", id]]])).length > 0;
      const isSeen = await Promise.all(
        files.map(({ stream }) => isOfEvent(stream.startMs) || inTurn(() => hasLabels(stream))),
      );
      // Events that the filters leave out show that somebody has looked, too.
      const isOfAnyEvent = within(isSeen.every(Boolean) ? [] : await eventTimes(table, source.id));
      const lines = files.map(({ stream, made }, i) => {
        const isReviewed = isSeen[i] === true || isOfAnyEvent(stream.startMs);
        return jsonLine({
          media: mediaLine(made, stream.id),
          observation: isReviewed ? "" : csvLines(observationColumns, [unclassified(made.row)]),
        } satisfies Unlabelled);
      });
      return lines.join("");
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

function nameOf(source: number): string {
  return `unlabelled/${source}`;
}
