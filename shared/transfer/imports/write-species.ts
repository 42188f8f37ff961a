import { taxonCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import type { Species } from "../../domain/species/species.ts";
import { indexWrites } from "../../index/list-index.ts";
import { creationWrites } from "../../store/create-record.ts";
import { created } from "../../store/create-together.ts";
import { madeNow } from "../../store/history/actor-item.ts";
import { SpeciesItem } from "../../store/species/item.ts";
import { ownerOfScientificName, speciesCreation } from "../../store/species/writer.ts";
import { nextId } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import { transact } from "../../table/transaction.ts";
import { ownerOf } from "../../table/unique.ts";
import type { ImportedSpecies } from "./format.ts";
import { knownRows, type RecordsOf } from "./known-rows.ts";
import type { Writing, Written } from "./writing.ts";

/**
 * Makes missing species. A species whose scientific name exists counts as existing. A species whose external taxon
 * belongs to another species is left out.
 */
export async function writeSpecies(rows: readonly ImportedSpecies[], writing: Writing): Promise<Written> {
  const { table, job, packageId, pace, warn } = writing;
  const keyed = rows.map((made) => ({ ...made, key: made.scientificName }));
  const of: RecordsOf<Species> = {
    ...{ table, packageId, of: "species", keyOf: keys.species, schema: SpeciesItem },
  };
  const known = await knownRows(of, job.id, keyed);
  const ownerOfName = ownerOfScientificName(table);
  let { made: makes } = known;
  let there = known.there.length;
  for (const { made, claim } of known.missing) {
    if ((await ownerOfName(made.scientificName)) !== undefined) {
      there += 1;
      continue;
    }
    const { externalTaxonId } = made;
    const owner =
      externalTaxonId === undefined
        ? undefined
        : await ownerOf(table, "external_taxon_id", String(externalTaxonId));
    if (owner !== undefined) {
      warn(
        "taxon-taken",
        `${made.scientificName}: species ${owner} has the external taxon ${externalTaxonId}.`,
      );
      continue;
    }
    await pace(1);
    const { key: _, camtrapDp, ...fields } = made;
    const id = await nextId(table, "S");
    const creation = speciesCreation({
      ...fields,
      id,
      images: [],
      externalTaxonId,
      sensitivity: made.sensitivity,
      camtrapDp: taxonCells.from(camtrapDp),
      made: await madeNow(),
      version: 1,
    });
    const index = indexWrites([creation.change]);
    await created(transact(table, [...creationWrites(creation), claim(id)], index));
    makes += 1;
  }
  return { rows: rows.length, made: makes, changed: 0, there };
}
