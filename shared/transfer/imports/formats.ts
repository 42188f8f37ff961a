import type { ImportFormat as FormatName } from "../../domain/job/import-options.ts";
import type { Table } from "../../table/table.ts";
import { camtrapDpImport } from "./camtrap-dp-import.ts";
import { csvImport } from "./csv-import.ts";
import { detectionsImport } from "./detections-import.ts";
import type { ImportFormat } from "./format.ts";

export function importFormats(table: Table): Readonly<Record<FormatName, ImportFormat>> {
  return {
    "camtrap-dp": camtrapDpImport,
    csv: csvImport(table),
    megadetector: detectionsImport(table, "megadetector"),
    speciesnet: detectionsImport(table, "speciesnet"),
  };
}
