import { annotationHeader, annotationLines } from "../../formats/csv/write/annotation-table.ts";
import type { ExportFormat } from "./format.ts";

const table = "annotations";

/** A table in one file, which spreadsheets and programs can open directly. */
export const csvFormat: ExportFormat = {
  open: async ({ id, options: { columns } }) => ({
    tables: [table],
    selects: () => true,
    pieceOf: (joined) => ({ texts: { [table]: annotationLines(joined, columns) }, gone: 0 }),
    files: async () => [
      {
        name: `annotations-${id}.csv`,
        mediaType: "text/csv; charset=utf-8",
        content: async function* (stored) {
          yield Buffer.from(annotationHeader(columns));
          yield* stored.stream(table);
        },
      },
    ],
  }),
};
