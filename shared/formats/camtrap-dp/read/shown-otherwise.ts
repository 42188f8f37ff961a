import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow } from "../../row-finding.ts";
import type { IndexedMedia } from "./package-index.ts";

// Findings about values that are imported, but that exports do not show as the package has them.

/** Maximum number of reported addresses. A cell may be long, so they may take much memory. */
const mostAddresses = 200;

/** A person who is named by an e-mail address. Reports each address once, and the first 200 addresses. */
export function addressFinding(row: GoodRow, column: string, told: Set<string>): readonly Finding[] {
  const person = row.cells[column] ?? "";
  if (!person.includes("@") || told.has(person) || told.size >= mostAddresses) return [];
  told.add(person);
  const message = `\`${column}\` has an e-mail address. Exports show a pseudonym instead.`;
  return [inRow(row, column, "warning", "e-mail", message)];
}

/** A public file in which the row names a person. Reports each file once. */
export function peopleFinding(row: GoodRow, stream: IndexedMedia): readonly Finding[] {
  if (!stream.isPublic || row.cells["observationType"] !== "human") return [];
  stream.isPublic = false;
  const message = `The row names a person, so exports do not show the file ${stream.key} as public.`;
  return [inRow(row, "observationType", "warning", "not-public", message)];
}

/** A name in a row of a vehicle, or of nothing. */
export function nameFinding(row: GoodRow): readonly Finding[] {
  const { scientificName, observationType = "" } = row.cells;
  if (scientificName === undefined || !["vehicle", "blank"].includes(observationType)) return [];
  const message = `A row of the type ${observationType} has no species in exports. They show the name as a tag.`;
  return [inRow(row, "scientificName", "warning", "name-as-tag", message)];
}
