import { useQuery } from "../../api/query.ts";
import { type Species, speciesNamed, useSpeciesByPrefix } from "../../api/species.ts";
import { speciesMemory } from "./memory.ts";

/** A species that a box offers. */
export type Offer = {
  readonly species: Species;
  /** The digit of a favourite, 1 to 9. */
  readonly digit: number | undefined;
  /** `true` if it was chosen recently. */
  readonly isRecent: boolean;
};

/**
 * Returns the species that a box offers: for an empty prefix, favourites and recent choices; otherwise the species that
 * match, recent choices first.
 */
export function useOffers(prefix: string) {
  const found = useSpeciesByPrefix(prefix);
  const known = useRemembered(prefix === "");
  const offers = prefix === "" ? known.data : found.data;
  return {
    offers: offered(offers ?? [], prefix !== ""),
    /** `true` if these are the species of `prefix`, not of the letters before. */
    isSettled:
      prefix === "" ? !known.isFetching : found.isError || (found.isSuccess && !found.isPlaceholderData),
    error: found.error ?? known.error,
  };
}

/** Reads the favourite of a digit. Returns none if the species was deleted. */
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
