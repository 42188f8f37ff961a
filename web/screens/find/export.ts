import { votesOf } from "../../labels/describe.ts";
import { labelOf, type Row } from "../../labels/label.ts";
import { observationText } from "./columns.ts";
import { byteOrderMark, type Cell, csvLines } from "./csv.ts";
import type { Filters } from "./filters.ts";
import { maxInOrder, momentPage, type Order } from "./moments.ts";

/** Labels that are fetched at once. */
const pageSize = 100;

export type ExportKind = "csv" | "clips";

type Fields = { readonly [column: string]: (row: Row, blanks: ReadonlySet<number>) => Cell };

const fields: Readonly<Record<ExportKind, Fields>> = {
  clips: {
    stream: ({ videostream }) => videostream.id,
    start: ({ start }) => start,
    end: ({ end }) => end,
  },
  csv: {
    label: ({ id }) => id,
    stream: ({ videostream }) => videostream.id,
    start: ({ start }) => start,
    end: ({ end }) => end,
    start_time: ({ start_time }) => start_time,
    end_time: ({ end_time }) => end_time,
    local_time: ({ local_time }) => local_time,
    camera: ({ capturesource }) => capturesource.name,
    camera_id: ({ capturesource }) => capturesource.id,
    species: (row, blanks) => labelOf(row, blanks).name ?? null,
    scientific_name: (row, blanks) => labelOf(row, blanks).species?.scientific_name ?? null,
    review: ({ review }) => review,
    votes: votesOf,
    method: ({ method }) => method,
    confidence: ({ confidence }) => confidence,
    observer: ({ observer }) => observer,
    observation: observationText,
  },
};

/** The lines of a file without its heading. */
export function exportLines(kind: ExportKind, rows: readonly Row[], blanks: ReadonlySet<number>): string {
  const columns = Object.values(fields[kind]);
  return csvLines(rows.map((row) => columns.map((cell) => cell(row, blanks))));
}

export function exportHeading(kind: ExportKind): string {
  return byteOrderMark + csvLines([Object.keys(fields[kind])]);
}

/**
 * Makes a CSV file of what filters find, up to 10,000 labels, each once.
 * @param onProgress gets the number of lines so far, and of all
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function exportFile(
  kind: ExportKind,
  { filters, order }: { readonly filters: Filters; readonly order: Order },
  blanks: ReadonlySet<number>,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const written = new Set<number>();
  const parts = [exportHeading(kind)];
  for (let offset = 0, all = 1; offset < all; offset += pageSize) {
    const { results, total } = await momentPage(filters, order, offset, pageSize, signal);
    signal.throwIfAborted();
    // A label that was made meanwhile moves the others to a later page.
    const rows = results.filter(({ id }) => !written.has(id));
    for (const { id } of rows) written.add(id);
    parts.push(exportLines(kind, rows, blanks));
    all = Math.min(total, maxInOrder);
    onProgress(written.size, all);
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}
