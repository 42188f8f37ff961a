import type { SpeciesNamed } from "../../domain/annotation/identified-species.ts";
import type { NewAnnotation } from "../../domain/annotation/new-annotation.ts";
import { identifyingKeys } from "../../domain/annotation/observation.ts";
import { editDistance } from "../../domain/species/edit-distance.ts";
import { nameKey } from "../../domain/species/name-key.ts";
import type { Species } from "../../domain/species/species.ts";
import type { FieldFault } from "../../domain/wire/fault.ts";

type Lookups = {
  readonly speciesNamed: SpeciesNamed;
  /** The names that begin with a text, as name keys. */
  readonly namesByPrefix: (
    prefix: string,
  ) => Promise<readonly { readonly id: number; readonly name: string }[]>;
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
};

export type WarnOfNames = (body: NewAnnotation) => Promise<readonly FieldFault[]>;

/** Number of letters at the beginning of a misspelled name that are assumed to be right. */
const sameLetters = 2;

/** Maximum length of a misspelled name, in UTF-16 units. Longer texts are not names. */
const maxCharacters = 100;

/** Warns about each name in an observation that identifies no species or several, and so adds no vote. */
export function nameWarnings({ speciesNamed, namesByPrefix, findSpecies }: Lookups): WarnOfNames {
  /** The species whose name differs least from a name, if they differ in at most a quarter of the characters. */
  async function closest(key: string): Promise<string | undefined> {
    if (key.length > maxCharacters) return undefined;
    const candidates = await namesByPrefix(key.slice(0, sameLetters));
    const [best] = candidates
      .map(({ id, name }) => ({ id, name, distance: editDistance(key, name) }))
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id);
    if (best === undefined || best.distance > Math.max(1, key.length / 4)) return undefined;
    const species = await findSpecies(best.id);
    if (species === undefined) return undefined;
    const { scientificName, commonName } = species;
    return `${nameKey(commonName) === best.name ? commonName : scientificName} (${species.id})`;
  }

  async function warningOf(key: string, name: string): Promise<readonly FieldFault[]> {
    const field = `/observation/${key}`;
    const found = await speciesNamed(nameKey(name));
    if (found.length === 1) return [];
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).toSorted((a, b) => a - b);
      return [
        {
          field,
          detail: `${found.length} species are named "${name}": ${ids.join(", ")}. Use the scientific name.`,
        },
      ];
    }
    const meant = await closest(nameKey(name));
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return [{ field, detail: `No species is named "${name}".${hint}` }];
  }

  return async ({ shape, fields }) => {
    if (shape === "identification") return [];
    const named = identifyingKeys.flatMap((key) =>
      Object.hasOwn(fields.observation, key) ? [warningOf(key, fields.observation[key] ?? "")] : [],
    );
    // The annotation exists already, so a failed look-up for a warning must not fail the request.
    return (await Promise.all(named).catch(() => [])).flat();
  };
}
