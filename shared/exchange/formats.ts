import type { ExportFormat as FormatName } from "../domain/export-options.ts";
import { annotationHeader, annotationLines } from "../interchange/csv/annotation-table.ts";
import type { ExportFormat } from "./export-format.ts";

/** One table is one file, which spreadsheets and programs open as it is. */
const csv: ExportFormat = {
  tables: ["annotations"],
  pieceOf: (joined, { columns }) => ({ annotations: annotationLines(joined, columns) }),
  files: (id, { columns }) => [
    {
      name: `annotations-${id}.csv`,
      mediaType: "text/csv; charset=utf-8",
      table: "annotations",
      head: annotationHeader(columns),
    },
  ],
};

export const formats: Readonly<Record<FormatName, ExportFormat>> = { csv };
