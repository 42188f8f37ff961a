import { annotationHeader, annotationLines } from "../../formats/csv/write/annotation-table.ts";
import type { ExportFormat } from "./format.ts";

const table = "annotations";

/** One table is one file, which spreadsheets and programs open as it is. */
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
