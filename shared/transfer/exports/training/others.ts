import type { ExportJob } from "../../../domain/job/export-job.ts";
import { difference, type IdSet, idsIn, matchingIds } from "../../../index/list-index.ts";
import type { Table } from "../../../table/table.ts";
import type { Stored } from "../format.ts";
import { pieceReader } from "../read-piece.ts";
import { type SensitivePlaces, sensitivityAt, tellsPlace } from "../sensitive-places.ts";
import { type Teaching, trainingPiece } from "./piece.ts";

/** A piece of other labels, as lines, and its summary. */
export type OtherPiece = { readonly [table: string]: string };

type Deps = {
  readonly table: Table;
  readonly job: Pick<ExportJob, "filters" | "createdMs">;
  /** The labels that pass the filters. */
  readonly ids: IdSet;
  readonly teaching: Teaching;
  readonly places: SensitivePlaces;
};

/** Number of streams whose labels are found at a time. Each costs one or two reads of the list index. */
const streamsAtOnce = 1000;
const pieceSize = 5000;

/**
 * Yields the other labels of a bucket's streams, in pieces. They may be visible in the frames of labels that pass the
 * filters. Each piece is read from the table only once, so that all workers get the same. Costs about one read unit for
 * each stream, and half a unit for each of the other labels. Without filters, there are no other labels.
 * @param streams ids of streams, always in the same order
 */
export async function* otherLabels(
  { table, job, ids, teaching, places }: Deps,
  stored: Stored,
  bucket: number,
  streams: readonly number[],
): AsyncGenerator<OtherPiece> {
  if (Object.keys(job.filters ?? {}).length === 0) return;
  const read = pieceReader(table, false);
  const isSecret = tellsPlace(places);
  for (let at = 0; at < streams.length; at += streamsAtOnce) {
    const name = `others/${bucket}/${at}`;
    const some = streams.slice(at, at + streamsAtOnce);
    const others: readonly number[] = JSON.parse(
      await stored.once(`${name}/ids`, async () => {
        const all = await matchingIds(table, "annotation", [some.map((id) => ["vs", id] as const)]);
        return JSON.stringify(idsIn(difference(all, ids)));
      }),
    );
    for (let first = 0; first < others.length; first += pieceSize) {
      const text = await stored.once(`${name}/${first}`, async () => {
        const joined = await read(others.slice(first, first + pieceSize));
        // Labels that were made later are not part of the export.
        const annotations = joined.annotations.filter(
          (each) => each.createdMs <= job.createdMs && !isSecret(each, joined.source(each.source)),
        );
        const shown = { ...joined, annotations, sensitivityAt: sensitivityAt(places) };
        return JSON.stringify(trainingPiece(shown, teaching, false).texts);
      });
      yield JSON.parse(text);
    }
  }
}
