import type { Claimed } from "../../labels/claim.ts";
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

type Text = (row: Row, claimed: Claimed) => string;

/** Returns the text of a label's table cell in each column. */
export const columnTexts: Readonly<Record<ColumnName, Text>> = {
  time: momentOf,
  camera: ({ capturesource }) => cameraName(capturesource.id, capturesource),
  name: (_, { name }) => name ?? findText.value.unnamed,
  scientific: (_, { claim }) => claim?.scientific_name ?? "",
  part: ({ start, end }) => (start === end ? start : `${start}–${end}`),
  review: ({ review }) => findText.value.reviews[review],
  votes: (row) => String(votesOf(row)),
  method: ({ method }) => (method === "machine" ? findText.value.byMachine : findText.value.byPeople),
  confidence: ({ confidence }) => (confidence === null ? "" : findText.value.sure(confidence)),
  observer: ({ observer }) => observer,
  observation: observationText,
};

/** Returns the pairs as `behaviour=drinking; sex=female`. */
export function observationText({ observation }: Row): string {
  return Object.entries(observation ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join("; ");
}
