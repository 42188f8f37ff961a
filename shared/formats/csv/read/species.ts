import * as z from "zod/mini";
import { nameKey } from "../../../domain/species/name-key.ts";
import type { Species } from "../../../domain/species/species.ts";
import { Sensitivity, SpeciesKind } from "../../../domain/species/traits.ts";
import { type GoodRow, type Mapped, refused } from "../../row-finding.ts";
import type { CsvFile } from "./header.ts";
import { headerFinding, missing, type ReadRow, tableIn } from "./table.ts";

/** A species of a checklist. */
export type ListedSpecies = Pick<
  Species,
  "scientificName" | "commonName" | "externalTaxonId" | "kind" | "sensitivity"
>;

const columns = ["scientific_name", "common_name", "external_taxon_id", "kind", "sensitivity"] as const;
const known: ReadonlySet<string> = new Set(columns);
const maxName = 256;

/**
 * Reads a checklist with a row for each species. A species without a common name gets its scientific name as the common
 * one.
 */
export async function* speciesIn(file: CsvFile): AsyncGenerator<ReadRow<ListedSpecies>> {
  const names = new Set<string>();
  const taxa = new Set<number>();
  const check = (header: readonly string[]) => [
    ...missing(header, ["scientific_name"]),
    ...header
      .filter((column) => !known.has(column))
      .map((column) =>
        headerFinding(
          column,
          "warning",
          "unknown-column",
          `\`${column}\` is not one of the columns ${columns.join(", ")}. It is left out.`,
        ),
      ),
  ];
  for await (const { line, made: row, findings } of tableIn(file, { check })) {
    if (row === undefined) yield { line, made: undefined, findings };
    else yield { line, ...unlikeOthers(row, speciesOf(row)) };
  }

  function unlikeOthers(row: GoodRow, mapped: Mapped<ListedSpecies>): Mapped<ListedSpecies> {
    const { made } = mapped;
    if (made === undefined) return mapped;
    const again = (column: string) =>
      refused(row, column, "twice", `A row above has the same \`${column}\`.`);
    if (names.has(nameKey(made.scientificName))) return again("scientific_name");
    if (made.externalTaxonId !== undefined && taxa.has(made.externalTaxonId))
      return again("external_taxon_id");
    names.add(nameKey(made.scientificName));
    if (made.externalTaxonId !== undefined) taxa.add(made.externalTaxonId);
    return mapped;
  }
}

function speciesOf(row: GoodRow): Mapped<ListedSpecies> {
  const { scientific_name: scientificName, external_taxon_id: taxon } = row.cells;
  if (scientificName === undefined) {
    return refused(row, "scientific_name", "required", "`scientific_name` must have a value in every row.");
  }
  const { common_name: commonName = scientificName } = row.cells;
  const long = (["scientific_name", "common_name"] as const).find(
    (column) => Array.from(row.cells[column] ?? "").length > maxName,
  );
  if (long !== undefined) {
    return refused(row, long, "too-long", `\`${long}\` must have at most ${maxName} characters.`);
  }
  // R and pandas write whole numbers with .0 when a column has empty cells.
  const externalTaxonId = taxon === undefined ? undefined : Number(taxon.trim());
  if (externalTaxonId !== undefined && !Number.isSafeInteger(externalTaxonId)) {
    const message =
      "`external_taxon_id` must be a whole number, such as 5219243: the id of the taxon in a registry.";
    return refused(row, "external_taxon_id", "type", message);
  }
  const [kind, sensitivity] = [
    z.optional(SpeciesKind).safeParse(lowerCase(row.cells["kind"])),
    z.optional(Sensitivity).safeParse(lowerCase(row.cells["sensitivity"])),
  ];
  if (!kind.success) return refused(row, "kind", "enum", oneOf("kind", kind.error));
  if (!sensitivity.success)
    return refused(row, "sensitivity", "enum", oneOf("sensitivity", sensitivity.error));
  return {
    made: {
      scientificName,
      commonName,
      externalTaxonId,
      kind: kind.data,
      sensitivity: sensitivity.data,
    },
    findings: [],
  };
}

function lowerCase(text: string | undefined): string | undefined {
  return text?.trim().toLowerCase();
}

function oneOf(column: string, { issues }: z.core.$ZodError): string {
  return `\`${column}\` ${issues[0]?.message ?? "is unknown."}`;
}
