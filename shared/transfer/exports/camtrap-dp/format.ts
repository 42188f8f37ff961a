import { isSelected } from "../../../formats/camtrap-dp/write/selected.ts";
import { recordedSpan } from "../../../index/list-index.ts";
import type { Table } from "../../../table/table.ts";
import type { ExportFormat, Stored } from "../format.ts";
import { packageContent } from "./content.ts";
import { packagePiece, pieceTables } from "./piece.ts";
import { openShowing } from "./showing.ts";
import { silentSources } from "./silent-sources.ts";
import { findUnlabelled, type Wanted } from "./unlabelled.ts";

/** A package of Camtrap DP in one zip file. */
export function camtrapDpFormat(table: Table): ExportFormat {
  return {
    open: async (job, once, places) => {
      const { exporting, newestSource } = await openShowing(table, job, once, places);
      const withheld = new Set(places.withheldStreams);
      const deps = {
        exporting,
        options: job.options,
        recordedOf: (source: number) => recordedSpan(table, source),
        findSilent: (stored: Stored, met: ReadonlySet<number>) =>
          silentSources(table, stored, job, { met, withheld, newestSource }),
        findUnlabelled: (stored: Stored, wanted: Wanted) =>
          findUnlabelled(table, stored, wanted, exporting, withheld),
      };
      return {
        tables: pieceTables,
        selects: (annotation) => isSelected(annotation, job.options.machine),
        pieceOf: (joined) => packagePiece(joined, exporting, job.options.level),
        files: async () => [
          {
            name: `${exporting.dataset.name}-${job.id}.zip`,
            mediaType: "application/zip",
            content: (stored, warn) => packageContent(deps, stored, warn),
          },
        ],
      };
    },
  };
}
