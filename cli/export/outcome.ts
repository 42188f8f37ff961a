import { formatBytes } from "../../client/format-bytes.ts";
import type { components } from "../../client/paths.d.ts";
import { counted, number } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";

export type Export = components["schemas"]["Export"];

/** A sentence about the progress of an unfinished export. */
export function progressText({ id, status, progress: { phase, done, total } }: Export): string {
  if (status === "queued") return `Export ${id} waits for its turn.`;
  if (phase === "plan") return `Export ${id}: all labels are read, the list of pictures is being made.`;
  if (phase === "cut") return `Export ${id}: ${number(done)} of ${number(total)} pictures cut.`;
  if (phase === "pack") return `Export ${id}: all ${number(total)} labels are read, the file is being made.`;
  return `Export ${id}: ${number(done)} of ${number(total)} labels read.`;
}

const meanings: Readonly<Record<string, string>> = {
  "box-size-unknown": "boxes left out, because the size of their picture is not known",
  "box-outside": "boxes left out, because they are outside their picture",
  "stream-size-unknown": "streams left out, because the size of their picture is not known",
  "video-unreadable": "pictures left out, because their video cannot be read",
  "video-unreachable": "pictures left out, because the service cannot reach their video",
  "still-past-the-end": "pictures left out, because the label is after the end of its video",
  "still-too-slow": "pictures left out, because they took too long",
  "still-withheld": "pictures left out to protect a species: --coordinates exact includes them",
  "part-empty": "parts of the split without a picture, because there are too few cameras",
  "media-type-guessed": "files of unknown type, which are listed as video/mp4",
};

/** Reason why an export that has ended has no files, as a sentence. */
export function endText({ id, status, problem }: Export): string {
  if (status === "cancelled") return `Export ${id} was stopped.`;
  if (status === "expired") return `The files of export ${id} were removed. Export again.`;
  if (status === "done") return printable(`Export ${id} has no file for you. ${problem ?? "Export again."}`);
  return printable(`Export ${id} failed: ${problem ?? "the service does not say why."}`);
}

/** Lines for people: the labels of an export, those that were left out, and its warnings. */
export function outcomeText({ id, counts, warnings }: Export): string {
  const { rows, gone, changed, withheld, left_out } = counts;
  const others: readonly (readonly [number, string])[] = [
    [changed, "of them changed since the export began"],
    [left_out, "left out by the format or its options"],
    [gone, "deleted since the export began"],
    [withheld, "left out to protect a species"],
  ];
  return [
    `Export ${id}: ${counted(rows, "label")}.`,
    ...others.flatMap(([count, what]) => (count === 0 ? [] : [`  ${number(count)} ${what}`])),
    ...warnings.map(({ code, count, first }) =>
      printable(`  Warning: ${number(count)} ${meanings[code] ?? code} (first: ${first})`),
    ),
  ].join("\n");
}

/** A line about a file that has arrived. */
export function fileText(to: string, { bytes, sha256 }: Export["files"][number]): string {
  return printable(`${to}: ${formatBytes(bytes)}, SHA-256 ${sha256}`);
}
