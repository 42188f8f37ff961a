import type { Filters } from "../../filters/filters.ts";
import { everyMoment, type Order } from "../../filters/moments.ts";
import { type Claim, claimOf } from "../../labels/claim.ts";
import { votesOf } from "../../labels/describe.ts";
import { labelOf, type Row } from "../../labels/label.ts";
import { byteOrderMark, type Cell, csvLines } from "../../parts/files/csv.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { observationText } from "./columns.ts";

export type ExportKind = "csv" | "clips";

/** A label and its species. */
type Line = { readonly row: Row; readonly claim: Claim | undefined };

type Fields = { readonly [column: string]: (line: Line) => Cell };

const fields: Readonly<Record<ExportKind, Fields>> = {
  clips: {
    stream: ({ row }) => row.videostream.id,
    start: ({ row }) => row.start,
    end: ({ row }) => row.end,
  },
  csv: {
    label: ({ row }) => row.id,
    stream: ({ row }) => row.videostream.id,
    start: ({ row }) => row.start,
    end: ({ row }) => row.end,
    start_time: ({ row }) => row.start_time,
    end_time: ({ row }) => row.end_time,
    local_time: ({ row }) => row.local_time,
    camera: ({ row }) => cameraName(row.capturesource.id, row.capturesource),
    camera_id: ({ row }) => row.capturesource.id,
    species: ({ row, claim }) => claim?.common_name ?? labelOf(row, new Set()).name ?? null,
    scientific_name: ({ claim }) => claim?.scientific_name ?? null,
    review: ({ row }) => row.review,
    votes: ({ row }) => votesOf(row),
    method: ({ row }) => row.method,
    confidence: ({ row }) => row.confidence,
    observer: ({ row }) => row.observer,
    observation: ({ row }) => observationText(row),
  },
};

/**
 * Makes a CSV file of the labels that match the filters, up to 10,000, each once.
 * @param onProgress called with the number of lines so far, and with the number of all lines
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function exportFile(
  kind: ExportKind,
  { filters, order }: { readonly filters: Filters; readonly order: Order },
  blanks: ReadonlySet<number>,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const columns = Object.values(fields[kind]);
  const parts = [byteOrderMark, csvLines([Object.keys(fields[kind])])];
  let done = 0;
  for await (const { rows, all } of everyMoment(filters, order, signal)) {
    const lines = await Promise.all(rows.map(async (row) => ({ row, claim: await claimOf(row, blanks) })));
    parts.push(csvLines(lines.map((line) => columns.map((cell) => cell(line)))));
    done += rows.length;
    onProgress(done, all);
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}
