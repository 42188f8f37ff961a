import { isSelected } from "../../../formats/camtrap-dp/write/selected.ts";
import { recordedSpan } from "../../../index/list-index.ts";
import type { Table } from "../../../table/table.ts";
import { openShowing } from "../camtrap-dp/showing.ts";
import type { ExportFormat } from "../format.ts";
import { archiveContent } from "./content.ts";
import { archivePiece, archiveTables } from "./piece.ts";

/** A Darwin Core Archive in one zip file, made of the rows of Camtrap DP. */
export function darwinCoreFormat(table: Table): ExportFormat {
  return {
    open: async (job, once, places) => {
      const { id, options } = job;
      const { exporting } = await openShowing(table, job, once, places);
      const level = options.level === "media" ? "media" : "event";
      const deps = {
        exporting,
        level,
        gapSeconds: options.event_gap_seconds,
        recordedOf: (source: number) => recordedSpan(table, source),
      } as const;
      return {
        tables: archiveTables,
        selects: (annotation) => isSelected(annotation, options.machine),
        pieceOf: (joined) => archivePiece(joined, exporting, level),
        files: async () => [
          {
            name: `${exporting.dataset.name}-${id}-dwca.zip`,
            mediaType: "application/zip",
            content: (stored, warn) => archiveContent(deps, stored, warn),
          },
        ],
      };
    },
    ofNothing:
      "No annotation that passes these filters shows an animal, and only animals become occurrences of Darwin Core. Machines' labels without votes are left out, too, unless the option `machine` is `all`.",
  };
}
