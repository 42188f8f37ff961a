import * as z from "zod/mini";
import type { VotedSpecies } from "../../domain/annotation/vote.ts";
import { nameKey } from "../../domain/species/name-key.ts";
import type { Species } from "../../domain/species/species.ts";
import { SpeciesKind } from "../../domain/species/traits.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys, speciesNames } from "../../table/schema.ts";
import { queryAll, type Table, type Write } from "../../table/table.ts";
import { drop, put } from "../../table/write.ts";
import { prefixWrites } from "../name-prefixes.ts";
import { SpeciesItem } from "./item.ts";

/** A species found by a name, with all its names normalised by `nameKey`. */
export type NamedSpecies = VotedSpecies & { readonly names: readonly string[] };

const NameItem = z.object({
  id: z.int(),
  names: z.array(z.string()),
  kind: z.optional(SpeciesKind),
});

/** The species with a name that is normalised by `nameKey`. One Query. */
export function speciesNamed(table: Table): (name: string) => Promise<readonly NamedSpecies[]> {
  return async (name) => {
    const items = await queryAll(table, {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": speciesNames(name) },
      ConsistentRead: true,
    });
    return items.map((item) => z.parse(NameItem, item));
  };
}

/** The species with these ids, which must be different. Unknown ids are left out. */
export function speciesWithIds(table: Table): (ids: readonly number[]) => Promise<readonly NamedSpecies[]> {
  return async (ids) =>
    (await rowsOf(table, ids, keys.species, SpeciesItem)).map((each) => ({
      id: each.id,
      names: namesOf(each),
    }));
}

/** The writes that update the look-ups by name and by the beginning of a word when a species changes. */
export function nameWrites(
  id: number,
  before: Species | undefined,
  after: Species | undefined,
): readonly Write<never>[] {
  const [had, has] = [namesOf(before), namesOf(after)];
  return [
    ...had.filter((name) => !has.includes(name)).map((name) => drop(keys.speciesName(name, id))),
    ...has.map((name) => put({ ...keys.speciesName(name, id), id, names: has, kind: after?.kind })),
    ...prefixWrites("S", id, had, has),
  ];
}

function namesOf(species: Species | undefined): readonly string[] {
  return species ? [...new Set([species.commonName, species.scientificName].map(nameKey))] : [];
}
