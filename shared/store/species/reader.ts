import { nameKey } from "../../domain/species/name-key.ts";
import type { SpeciesKind } from "../../domain/species/traits.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { listIds } from "../../index/list-index.ts";
import { oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { idsByPrefix } from "../name-prefixes.ts";
import { SpeciesItem } from "./item.ts";

/** One species, or `undefined`. */
export const speciesById = oneById(keys.species, SpeciesItem);

/** The ids of the species with this name in their lineage, up to `limit`, and their number. */
export function speciesOfTaxon(table: Table) {
  return (taxon: string, limit: number) =>
    listIds(table, "species", [[["anc", nameKey(taxon)]]], { offset: 0, limit });
}

export type SpeciesFilters = {
  /** The whole common or scientific name. Case and accents are ignored. */
  readonly name?: string | undefined;
  readonly external_taxon_id?: number | undefined;
  /** The beginning of any word of either name. Case and accents are ignored. */
  readonly prefix?: string | undefined;
  readonly kind?: SpeciesKind | undefined;
};

/** A page of the species that match the filters, by id. */
export function listSpecies(table: Table) {
  const idsOf = idsByPrefix(table, "S");
  return async ({ name, external_taxon_id: taxon, prefix, kind }: SpeciesFilters, page: PageRequest) => {
    const filters = [
      ...(name === undefined ? [] : [[["nm", nameKey(name)] as const]]),
      ...(taxon === undefined ? [] : [[["tx", taxon] as const]]),
      ...(kind === undefined ? [] : [[["kd", kind] as const]]),
    ];
    const within = prefix === undefined ? undefined : await idsOf(prefix);
    const { ids, total } = await listIds(table, "species", filters, page, within);
    return { rows: await rowsOf(table, ids, keys.species, SpeciesItem), total };
  };
}
