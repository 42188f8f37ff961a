import { nameKey } from "../../domain/species/name-key.ts";
import type { Species } from "../../domain/species/species.ts";
import type { ResultLabel } from "../../formats/detections/detected.ts";
import type { KnownSpecies } from "../../formats/detections/made.ts";
import { listSpecies, speciesById } from "../../store/species/reader.ts";
import type { Table } from "../../table/table.ts";

/** The user's choice of species for labels: ids of species, or null for labels to leave out. */
export type ChosenLabels = Readonly<Record<string, number | null>>;

/** Maximum number of species with one name that are read. */
const mostNamed = 20;

/**
 * Finds the species of labels: by the user's choice, else by scientific name, else by a common name that only one
 * species has.
 * @param chosen compared without case and accents
 */
export function speciesFinder(table: Table, chosen: ChosenLabels) {
  const byId = speciesById(table);
  const list = listSpecies(table);
  const choices = new Map(Object.entries(chosen).map(([label, id]) => [nameKey(label), id]));
  const known = new Map<string, Promise<KnownSpecies>>();

  async function named(name: string): Promise<Species | undefined> {
    const { rows } = await list({ name }, { offset: 0, limit: mostNamed });
    const scientific = rows.find(({ scientificName }) => nameKey(scientificName) === nameKey(name));
    return scientific ?? (rows.length === 1 ? rows[0] : undefined);
  }

  async function find({ names, taxon }: ResultLabel): Promise<KnownSpecies> {
    const choice = names.map((name) => choices.get(nameKey(name))).find((each) => each !== undefined);
    if (choice !== undefined) return choice === null ? null : byId(choice);
    if (taxon.name === undefined) return undefined;
    for (const name of new Set([taxon.name, ...names])) {
      const species = await named(name);
      if (species !== undefined) return species;
    }
    return undefined;
  }

  return {
    find(label: ResultLabel): Promise<KnownSpecies> {
      const key = label.names.join("\n");
      const found = known.get(key) ?? find(label);
      known.set(key, found);
      return found;
    },

    /** Labels whose chosen species does not exist. */
    async unknown(): Promise<readonly string[]> {
      const missing = Object.entries(chosen).map(async ([label, id]) =>
        id !== null && (await byId(id)) === undefined ? [label] : [],
      );
      return (await Promise.all(missing)).flat();
    },
  };
}
