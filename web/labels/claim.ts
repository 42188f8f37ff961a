import { useQuery } from "../api/query.ts";
import { type Species, speciesNamed } from "../api/species.ts";
import { labelOf, type Row } from "./label.ts";

/** The species that a label is said to show. */
export type Claim = Pick<Species, "id" | "common_name" | "scientific_name">;

/** Fields of an observation that name a species, the most exact one first. */
const nameFields = ["species", "scientific_name", "common_name"] as const;

/**
 * The species that a label is said to show: by its votes, else by its observation. `undefined` if it names none, or one
 * that nobody knows.
 * @param blanks ids of the species that say: nothing is there
 */
export async function claimOf(row: Row, blanks: ReadonlySet<number>): Promise<Claim | undefined> {
  return labelOf(row, blanks).species ?? (await written(row));
}

/** What a label is said to show, for its reader: the species of `claimOf`, or else what somebody wrote. */
export function useClaim(
  row: Row,
  blanks: ReadonlySet<number>,
): { readonly claim: Claim | undefined; readonly name: string | undefined } {
  const { species, name } = labelOf(row, blanks);
  const found = useQuery<Claim | null>({
    queryKey: ["claim", nameFields.map((field) => row.observation?.[field])],
    queryFn: async () => (await written(row)) ?? null,
    enabled: species === undefined && name !== undefined,
    staleTime: 5 * 60_000,
  });
  const claim = species ?? found.data ?? undefined;
  return { claim, name: claim?.common_name ?? name };
}

async function written({ observation }: Row): Promise<Claim | undefined> {
  for (const field of nameFields) {
    const name = observation?.[field];
    const species = name ? await speciesNamed(name) : undefined;
    if (species) return species;
  }
  return undefined;
}
