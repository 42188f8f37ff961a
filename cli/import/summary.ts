import { formatBytes } from "../../client/format-bytes.ts";
import type { Plan } from "../scan/plan.ts";
import { problemLines } from "../scan/plan-table.ts";
import { counted, indented } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";

/** Result for one file. */
export type Outcome =
  | { readonly kind: "imported" | "there"; readonly stream: number }
  | { readonly kind: "failed"; readonly reason: string };

/** A line about one file. */
export function outcomeLine(path: string, outcome: Outcome): string {
  switch (outcome.kind) {
    case "imported":
      return printable(`${path}: imported as video stream ${outcome.stream}`);
    case "there":
      return printable(`${path}: already there, as video stream ${outcome.stream}`);
    case "failed":
      return printable(`${path}: failed. ${outcome.reason}`);
  }
}

type Ended = {
  readonly outcomes: ReadonlyMap<{ readonly path: string }, Outcome>;
  /** Number of files in the import. */
  readonly files: number;
  /** Files that were left out of the import. */
  readonly problems: Plan["problems"];
  readonly sentBytes: number;
};

/**
 * Summary of an import for people: the numbers of files by result, and each file that is not in the service, with the
 * reason.
 */
export function summary({ outcomes, files, problems, sentBytes }: Ended): string {
  const count = (kind: Outcome["kind"]) => [...outcomes.values()].filter((one) => one.kind === kind).length;
  const failed = [...outcomes].flatMap(([{ path }, outcome]) =>
    outcome.kind === "failed" ? `${path}: ${outcome.reason}` : [],
  );
  const sent = sentBytes === 0 ? "Nothing was sent." : `${formatBytes(sentBytes)} were sent.`;
  const left = files - outcomes.size;
  return [
    `${counted(count("imported"), "file")} imported, ${count("there")} already there. ${sent}`,
    ...(failed.length === 0
      ? []
      : [`${counted(failed.length, "file")} failed:`, ...indented(failed, failed.length)]),
    ...(left === 0 ? [] : [`${counted(left, "file")} not tried.`]),
    ...problemLines(problems),
  ].join("\n");
}
