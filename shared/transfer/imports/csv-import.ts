import { type ImportTable, perTable } from "../../domain/job/import-job.ts";
import { annotationsIn, type RowAnnotation } from "../../formats/csv/read/annotations.ts";
import { type ListedSpecies, speciesIn } from "../../formats/csv/read/species.ts";
import type { ReadRow } from "../../formats/csv/read/table.ts";
import type { Table } from "../../table/table.ts";
import { streamFinder } from "./find-streams.ts";
import type { CheckContext, ImportedAnnotation, ImportedSpecies, ImportFormat } from "./format.ts";

/** The problem of an import without the option `source`. */
const nameless =
  "The table needs a name. Start the import again with the option `source`: a name for this table, such as that of the program and the project. Its rows are imported only once under this name.";

/** A table of annotations on existing streams, or a table of species. */
export function csvImport(table: Table): ImportFormat {
  return {
    row: "line",

    check: async (upload, { filename, options, found }) => {
      const file = { name: filename, open: () => upload.read(0, upload.bytes) };
      const findStreams = streamFinder(table);
      const species = () => speciesIn(file);
      const annotations = () => annotationsIn(file, findStreams, options.method);
      const isChecklist = options.table === "species";
      const only: ImportTable = isChecklist ? "species" : "annotations";
      const counted = await countRows(only, isChecklist ? species() : annotations(), found);
      if (counted === undefined) return undefined;
      return {
        packageId: { nameless },
        rows: perTable((each) => (each === only ? counted : { rows: 0, bad: 0 })),
        makes: {
          sources: nothing,
          species: isChecklist ? () => madeOf(species(), listed) : nothing,
          streams: nothing,
          annotations: isChecklist ? nothing : () => madeOf(annotations(), labelled),
        },
      };
    },

    openMedia: async () => {
      throw new Error("A table has no pictures and videos");
    },
  };
}

/** Reads all rows. @returns `undefined` if nothing of the table can be imported */
async function countRows(
  table: ImportTable,
  read: AsyncIterable<ReadRow<unknown>>,
  found: CheckContext["found"],
): Promise<{ readonly rows: number; readonly bad: number } | undefined> {
  let [rows, bad, isFatal] = [0, 0, false];
  for await (const { made, findings } of read) {
    found(table, findings);
    if (made !== undefined) rows += 1;
    else if (findings.some(({ level }) => level === "bad-row")) bad += 1;
    isFatal ||= findings.some(({ level }) => level === "fatal");
  }
  return isFatal ? undefined : { rows, bad };
}

async function* madeOf<Row, Made>(
  read: AsyncIterable<ReadRow<Row>>,
  make: (row: Row) => Made,
): AsyncGenerator<Made> {
  for await (const { made } of read) if (made !== undefined) yield make(made);
}

async function* nothing() {}

function listed(species: ListedSpecies): ImportedSpecies {
  return { ...species, lineage: undefined, camtrapDp: {} };
}

function labelled(annotation: RowAnnotation): ImportedAnnotation {
  const { boundingBox } = annotation;
  return { ...annotation, boundingBox, keypoints: undefined, machine: undefined, camtrapDp: {} };
}
