import { useQuery } from "../../api/query.ts";
import { type Species, speciesNamed, useSpeciesByPrefix } from "../../api/species.ts";
import { speciesMemory } from "./memory.ts";

/** A species that a box offers. */
export type Offer = {
  readonly species: Species;
  /** Its digit as a favourite, 1 to 9. */
  readonly digit: number | undefined;
  /** Whether it was chosen lately. */
  readonly isRecent: boolean;
};

/**
 * The species that a box offers: those of the favourites and of the last choices, or those that letters find, what was
 * chosen last before the others.
 */
export function useOffers(prefix: string) {
  const found = useSpeciesByPrefix(prefix);
  const known = useRemembered(prefix === "");
  const offers = prefix === "" ? known.data : found.data;
  return {
    offers: offered(offers ?? [], prefix !== ""),
    /** Whether these are the species of `prefix`, not still those of the letters before. */
    isSettled:
      prefix === "" ? !known.isFetching : found.isError || (found.isSuccess && !found.isPlaceholderData),
    error: found.error ?? known.error,
  };
}

/** The favourites, by their digits: a deleted species has none. */
export async function favouriteSpecies(digit: number): Promise<Species | undefined> {
  const name = speciesMemory.peek().favourites[digit - 1];
  return name ? speciesNamed(name) : undefined;
}

function useRemembered(isWanted: boolean) {
  const { favourites, recent } = speciesMemory.value;
  const names = [...new Set([...favourites.filter((name) => name !== null), ...recent])];
  return useQuery<readonly Species[]>({
    queryKey: ["species remembered", names],
    queryFn: async () => (await Promise.all(names.map(speciesNamed))).filter((each) => each !== undefined),
    enabled: isWanted && names.length > 0,
    placeholderData: (before) => before,
    staleTime: 5 * 60_000,
  });
}

function offered(species: readonly Species[], isRecentFirst: boolean): readonly Offer[] {
  const { favourites, recent } = speciesMemory.value;
  const offers = species.map((each): Offer => {
    const digit = favourites.indexOf(each.scientific_name) + 1;
    return {
      species: each,
      digit: digit > 0 ? digit : undefined,
      isRecent: recent.includes(each.scientific_name),
    };
  });
  const place = ({ species: { scientific_name } }: Offer) => {
    const at = recent.indexOf(scientific_name);
    return at < 0 ? recent.length : at;
  };
  return isRecentFirst ? offers.toSorted((a, b) => place(a) - place(b)) : offers;
}
