import { type Mistake, mistakesIn } from "../../client/import-report.ts";
import { patientFetch } from "../../client/patient-fetch.ts";
import type { Patience } from "../../client/patiently.ts";
import { Stop } from "../failure.ts";
import { networkProblem } from "../service/network-problem.ts";
import { aligned } from "../terminal/aligned.ts";
import { printable } from "../terminal/printable.ts";

/** Maximum number of mistakes that are shown. The report has all of them. */
const maxShown = 40;
const maxValue = 24;

const shown = ["file", "row", "column", "value"] as const;

/**
 * Fetches a report, and tries again when the connection breaks.
 * @throws Stop
 */
export async function fetchReport(url: string, patience: Partial<Patience>): Promise<string> {
  // Reads the body, too, since the connection may break while it arrives.
  const fetchAll = async (request: Request) => {
    const answer = await fetch(request);
    return new Response(await answer.arrayBuffer(), answer);
  };
  const fetchPatiently = patientFetch(undefined, { ...patience, fetch: fetchAll });
  const answer = await fetchPatiently(new Request(url)).catch((error: unknown) => {
    throw new Stop(`The report cannot be fetched. ${networkProblem(url, error)}`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new Stop(`The report cannot be fetched: the storage answers ${answer.status}.`);
  return text;
}

/**
 * A report as a table: first the mistakes that keep rows out, then warnings, each sorted by file, row and column. The same
 * mistake of several rows is listed once, with the first of them. Empty without mistakes.
 */
export function reportTable(report: string): string {
  const mistakes = mistakesIn(report);
  if (mistakes.length === 0) return "";
  const rows = mistakes.slice(0, maxShown).map(cellsOf);
  const more = mistakes.length - rows.length;
  return [
    aligned([[...shown, "what is wrong"], ...rows], (column) => column === 1),
    ...(more === 0 ? [] : [`and ${more.toLocaleString("en-GB")} more: --report FILE writes all of them`]),
  ].join("\n");
}

function cellsOf({ first, rows }: Mistake): readonly string[] {
  const warning = first.level === "warning" ? "Warning: " : "";
  const times = rows === 1 ? "" : ` (${rows.toLocaleString("en-GB")} rows)`;
  return [...shown.map((column) => short(first[column])), `${warning}${printable(first.message)}${times}`];
}

function short(text: string): string {
  const plain = printable(text);
  return plain.length > maxValue ? `${plain.slice(0, maxValue - 1)}…` : plain;
}
