import type { useClaim } from "../../labels/claim.ts";
import { momentOf, votesOf } from "../../labels/describe.ts";
import type { Row } from "../../labels/label.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { findText } from "../../text/find.ts";

export const columnNames = [
  "time",
  "camera",
  "name",
  "scientific",
  "part",
  "review",
  "votes",
  "method",
  "confidence",
  "observer",
  "observation",
] as const;
export type ColumnName = (typeof columnNames)[number];

/** Returns the text of a label's table cell in a column. */
export function columnText(
  column: ColumnName,
  row: Row,
  { claim, name }: ReturnType<typeof useClaim>,
): string {
  const find = findText.value;
  switch (column) {
    case "time":
      return momentOf(row);
    case "camera":
      return cameraName(row.capturesource.id, row.capturesource);
    case "name":
      return name ?? find.unnamed;
    case "scientific":
      return claim?.scientific_name ?? "";
    case "part":
      return row.start === row.end ? row.start : `${row.start}–${row.end}`;
    case "review":
      return find.reviews[row.review];
    case "votes":
      return String(votesOf(row));
    case "method":
      return row.method === "machine" ? find.byMachine : find.byPeople;
    case "confidence":
      return row.confidence === null ? "" : find.sure(row.confidence);
    case "observer":
      return row.observer;
    case "observation":
      return observationText(row);
  }
}

/** Returns the pairs as `behaviour=drinking; sex=female`. */
export function observationText({ observation }: Row): string {
  return Object.entries(observation ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join("; ");
}
