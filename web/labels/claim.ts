import { useQuery } from "../api/query.ts";
import { speciesNamed } from "../api/species.ts";
import { type Claim, labelOf, nameFields, type Row, writtenIn } from "./label.ts";

export type { Claim };

/**
 * Returns the species of a label: by its votes, else by its observation. `undefined` if it names no species, or an
 * unknown one.
 * @param blanks ids of the species that mean "nothing there"
 */
export async function claimOf(row: Row, blanks: ReadonlySet<number>): Promise<Claim | undefined> {
  return labelOf(row, blanks).species ?? (await writtenClaim(row));
}

export type Claimed = { readonly claim: Claim | undefined; readonly name: string | undefined };

/** Returns the species of a label for its reader: the species of `claimOf`, or else the text that somebody wrote. */
export function useClaim(row: Row, blanks: ReadonlySet<number>): Claimed {
  const { species, name } = labelOf(row, blanks);
  const found = useQuery<Claim | null>({
    queryKey: ["claim", writtenIn(row)],
    queryFn: async () => (await writtenClaim(row)) ?? null,
    enabled: species === undefined && name !== undefined,
    staleTime: 5 * 60_000,
  });
  const claim = species ?? found.data ?? undefined;
  return { claim, name: claim?.common_name ?? name };
}

/** Returns the species that the observation names; `undefined` if it names none, or an unknown one. */
export async function writtenClaim({ observation }: Row): Promise<Claim | undefined> {
  for (const field of nameFields) {
    const name = observation?.[field];
    const species = name ? await speciesNamed(name) : undefined;
    if (species) return species;
  }
  return undefined;
}
