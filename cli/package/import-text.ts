import { aligned } from "../terminal/aligned.ts";
import { number } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";
import type { Import } from "./imports.ts";

/** A sentence about the progress of an unfinished import. */
export function progressText({ id, status, progress: { phase, done, total } }: Import): string {
  if (status === "queued") return `Import ${id} waits for its turn.`;
  if (phase === "check") return `Import ${id}: the service checks the file.`;
  return `Import ${id}: ${number(done)} of ${number(total)} rows are written.`;
}

/** Table with the numbers of rows that were imported, or would be. */
export function countsTable({ counts, status }: Pick<Import, "counts" | "status">): string {
  const isWritten = status !== "checked" && status !== "rejected";
  const columns = [
    "rows",
    "bad",
    "warnings",
    ...(isWritten ? (["made", "changed", "there"] as const) : []),
  ] as const;
  const rows = Object.entries(counts).map(([table, each]) => [
    printable(table),
    ...columns.map((column) => number(each[column])),
  ]);
  return aligned([["", ...columns], ...rows], (column) => column > 0);
}

/** Number of rows with mistakes, which cannot be imported. */
export function badRows({ counts }: Pick<Import, "counts">): number {
  return Object.values(counts).reduce((sum, { bad }) => sum + bad, 0);
}

/** True if a package was imported, or can be. @param skipBadRows true if bad rows are left out */
export function isTaken(job: Import, skipBadRows: boolean): boolean {
  return job.status === "done" || (job.status === "checked" && (skipBadRows || badRows(job) === 0));
}

/** Result of an import, as a sentence. */
export function endText(job: Import, skipBadRows: boolean): string {
  const { id, status, problem } = job;
  const bad = badRows(job);
  const rows = `${number(bad)} ${bad === 1 ? "row" : "rows"}`;
  const without = bad === 0 ? "" : ` ${rows} with mistakes ${bad === 1 ? "is" : "are"} left out.`;
  switch (status) {
    case "done":
      return `Import ${id} is done.${without}`;
    case "checked":
      return isTaken(job, skipBadRows)
        ? `It can be imported.${without} Nothing is written yet.`
        : `Nothing can be imported while ${rows} ${bad === 1 ? "has" : "have"} mistakes. ${skipHint}`;
    case "rejected":
      return printable(`Nothing was imported: ${problem ?? "the report says why."}`);
    case "cancelled":
      return `Import ${id} was stopped. The records that it had created are kept.`;
    default:
      return printable(`Import ${id} failed: ${problem ?? "the service does not say why."}`);
  }
}

/** Advice about rows with mistakes. */
export const skipHint = "Correct them, or add --skip-bad-rows, which imports all other rows.";
