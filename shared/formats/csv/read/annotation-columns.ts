import type { Method } from "../../../domain/annotation/machine-label.ts";
import { annotationColumns } from "../../../domain/job/export-columns.ts";
import { type HeaderFinding, headerFinding } from "./table.ts";

/** The columns by which a row can name its stream. One of them is enough. */
export const streamColumns = ["videostream", "stream_url", "file"] as const;

/**
 * Columns that are not pairs of the observation: those of an export, those that name a stream, and `__proto__`, which
 * cannot be the key of a pair.
 */
const known: ReadonlySet<string> = new Set([...annotationColumns, ...streamColumns, "__proto__"]);

/** Maximum size of an observation's key in bytes. */
const maxKeyBytes = 256;

export function isPair(column: string): boolean {
  return !known.has(column);
}

/** Returns true for the name of a column with a program's certainty, such as `predictionScore` or `confidence (%)`. */
function isScore(column: string): boolean {
  const words = column.replace(/([a-z])([A-Z])/g, "$1 $2");
  return /(?:^|[^a-z])(?:confidence|score|probability|conf|prob)s?[^a-z]*$/i.test(words);
}

/**
 * Returns the findings about the columns.
 * @param method the maker of the labels in rows without a `method`, if the caller has named it
 */
export function checkHeader(
  columns: readonly string[],
  method: Method | undefined,
): readonly HeaderFinding[] {
  const score = columns.find(isScore);
  const isUnsaid = method === undefined && score !== undefined && !columns.includes("method");
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
            `The table must say which stream each row belongs to: by the stream's number in ${naming[0]}, its address in ${naming[1]}, or its file's name in ${naming[2]}. Rename the column that has one of these.`,
          ),
        ]),
    ...(isUnsaid
      ? [
          headerFinding(
            "method",
            "fatal",
            "no-method",
            `The table has a column \`${score}\`, but no column \`method\`. Who made its labels? Start the import again with the option \`method\`: \`machine\` if a program made them, \`human\` if people did.`,
          ),
        ]
      : []),
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
            "`species_id` alone is ignored. Add `scientific_name`, which names the species.",
          ),
        ]
      : []),
    ...(columns.includes("")
      ? [headerFinding(undefined, "warning", "left-out", "A column without a name is left out.")]
      : []),
  ];
}
