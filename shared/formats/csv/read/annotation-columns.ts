import { annotationColumns } from "../../../domain/job/export-columns.ts";
import { type HeaderFinding, headerFinding } from "./table.ts";

/** The columns by which a row may name its stream: any of them will do. */
export const streamColumns = ["videostream", "stream_url", "file"] as const;

/**
 * Columns that are no pairs of the observation: those that an export has, the name of a file, and the one name that no
 * pair of a record has.
 */
const known: ReadonlySet<string> = new Set([...annotationColumns, ...streamColumns, "__proto__"]);

/** Bytes of a key of an observation. */
const maxKeyBytes = 256;

export function isPair(column: string): boolean {
  return !known.has(column);
}

export function checkHeader(columns: readonly string[]): readonly HeaderFinding[] {
  const naming = streamColumns.map((column) => `\`${column}\``);
  const isNamed = streamColumns.some((column) => columns.includes(column));
  const hasName = columns.includes("scientific_name") || columns.includes("common_name");
  return [
    ...(isNamed
      ? []
      : [
          headerFinding(
            streamColumns[0],
            "fatal",
            "missing-column",
            `The table must say which stream each row is of: its number in ${naming[0]}, its address in ${naming[1]}, or the name of its file in ${naming[2]}. Rename the column that says it.`,
          ),
        ]),
    ...columns
      .filter((column) => Buffer.byteLength(column) > maxKeyBytes)
      .map((column) =>
        headerFinding(
          column,
          "fatal",
          "column-name",
          `The name of a column must have at most ${maxKeyBytes} bytes.`,
        ),
      ),
    ...(columns.includes("species_id") && !hasName
      ? [
          headerFinding(
            "species_id",
            "warning",
            "left-out",
            "`species_id` says nothing by itself: add `scientific_name`, which names the species.",
          ),
        ]
      : []),
    ...(columns.includes("")
      ? [headerFinding(undefined, "warning", "left-out", "A column without a name is left out.")]
      : []),
  ];
}
