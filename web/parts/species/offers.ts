import { useEffect } from "preact/hooks";
import { hasWord } from "../../../client/names/has-word.ts";
import { keepAllSpecies, keptSpecies } from "../../api/all-species.ts";
import { Refusal } from "../../api/answer.ts";
import { useLate } from "../../api/late.ts";
import { fetchAtOnce, useQuery } from "../../api/query.ts";
import { maxOffered, type Species, speciesNamed, useSpeciesByPrefix } from "../../api/species.ts";
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
 * match, recent choices first. While the service does not answer, they come from the species that the page has kept.
 */
export function useOffers(prefix: string) {
  const found = useSpeciesByPrefix(prefix);
  const remembered = useRemembered(prefix === "");
  const answer = prefix === "" ? remembered : found;
  const isAnswered =
    prefix === "" ? !remembered.isFetching : found.isError || (found.isSuccess && !found.isPlaceholderData);
  const isLate = useLate(isAnswered ? undefined : prefix);
  const isUnreachable = answer.isError && !(answer.error instanceof Refusal);
  useEffect(keepAllSpecies, []);
  useEffect(() => {
    if (!isLate && !isUnreachable) return undefined;
    const again = () => void lookAgain();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isLate, isUnreachable]);
  const species = isLate || isUnreachable ? keptFor(prefix) : (answer.data ?? []);
  return {
    offers: offered(species, prefix !== ""),
    /** `true` if these are the species of `prefix`, not of the letters before. */
    isSettled: isAnswered || isLate,
    /** `true` if the service has not answered yet, and the species are kept ones. */
    isLate,
    error: answer.error,
  };
}

/** Asks the service for the offered species again. */
export async function lookAgain(): Promise<void> {
  await Promise.all(
    [["species by prefix"], ["species remembered"]].map((queryKey) => fetchAtOnce({ queryKey })),
  );
}

/** Returns the kept species that a box offers for a prefix. */
function keptFor(prefix: string): readonly Species[] {
  const kept = keptSpecies();
  if (prefix === "") {
    return rememberedNames().flatMap((name) => kept.find((each) => each.scientific_name === name) ?? []);
  }
  const names = ({ common_name, scientific_name }: Species) => [common_name, scientific_name];
  return kept.filter((each) => names(each).some((name) => hasWord(name, prefix))).slice(0, maxOffered);
}

/** Reads the favourite of a digit. Returns none if the species was deleted. */
export async function favouriteSpecies(digit: number): Promise<Species | undefined> {
  const name = speciesMemory.peek().favourites[digit - 1];
  return name ? speciesNamed(name) : undefined;
}

function useRemembered(isWanted: boolean) {
  const names = rememberedNames();
  return useQuery<readonly Species[]>({
    queryKey: ["species remembered", names],
    queryFn: async () => (await Promise.all(names.map(speciesNamed))).filter((each) => each !== undefined),
    enabled: isWanted && names.length > 0,
    placeholderData: (before) => before,
    staleTime: 5 * 60_000,
  });
}

/** Returns the scientific names of the favourites and the recent choices. */
function rememberedNames(): readonly string[] {
  const { favourites, recent } = speciesMemory.value;
  return [...new Set([...favourites.filter((name) => name !== null), ...recent])];
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
