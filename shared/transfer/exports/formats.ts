import type { ExportFormat as FormatName } from "../../domain/job/export-options.ts";
import type { Table } from "../../table/table.ts";
import { camtrapDpFormat } from "./camtrap-dp/format.ts";
import { csvFormat } from "./csv-format.ts";
import { darwinCoreFormat } from "./darwin-core/format.ts";
import type { ExportFormat } from "./format.ts";
import { trainingFormat } from "./training/format.ts";
import { cocoSet, ytvisSet } from "./training/sets.ts";

export type Formats = Readonly<Record<FormatName, ExportFormat>>;

export function exportFormats(table: Table): Formats {
  return {
    csv: csvFormat,
    "camtrap-dp": camtrapDpFormat(table),
    dwca: darwinCoreFormat(table),
    coco: trainingFormat(table, cocoSet),
    ytvis: trainingFormat(table, ytvisSet),
  };
}
