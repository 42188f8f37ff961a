import type { FetchQueryOptions } from "@tanstack/query-core";
import { useMemo } from "preact/hooks";
import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { fetchAgain, queries, useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Species = Pick<
  components["schemas"]["Species"],
  "id" | "common_name" | "scientific_name" | "kind"
>;

/** Species change rarely. */
const staleTime = 5 * 60_000;

/** Species of keys are cached until the page is closed, so that keys work without a network. */
const kept = { staleTime, gcTime: Number.POSITIVE_INFINITY };

/** Number of species that a box offers. To find other species, the person types more letters. */
export const maxOffered = 20;

/**
 * Reads the species with a name in which a word begins with `prefix`.
 * @param prefix nothing is read while it is empty
 */
export function useSpeciesByPrefix(prefix: string) {
  return useQuery<readonly Species[]>({
    queryKey: ["species by prefix", prefix],
    queryFn: async ({ signal }) => {
      const query = { prefix, limit: maxOffered };
      return (await answer(service.GET("/species", { params: { query }, signal }))).results;
    },
    enabled: prefix !== "",
    placeholderData: (before) => before,
    staleTime,
  });
}

/** Reads the species of some ids, in the order of the ids. Deleted species are left out. */
export function useSpecies(ids: readonly number[]) {
  return useQuery<readonly Species[]>({
    queryKey: ["species", ids],
    queryFn: async () => (await Promise.all(ids.map(speciesOf))).filter((each) => each !== undefined),
    enabled: ids.length > 0,
    staleTime,
  });
}

/** Reads the species with this common or scientific name. Returns `undefined` if no species, or several, have it. */
export async function speciesNamed(name: string): Promise<Species | undefined> {
  const found = await known({
    queryKey: ["species named", name],
    queryFn: async () => {
      const query = { name, limit: 2 };
      return (await answer(service.GET("/species", { params: { query } }))).results;
    },
    ...kept,
  });
  return found.length === 1 ? found[0] : undefined;
}

const blanks = {
  queryKey: ["blank species"],
  queryFn: async (): Promise<readonly Species[]> => {
    const query = { kind: "blank", limit: 100 } as const;
    return (await answer(service.GET("/species", { params: { query } }))).results;
  },
  ...kept,
};

/** Reads the species that mean "nothing there". Every service has one. */
export function blankSpecies(): Promise<readonly Species[]> {
  return known(blanks);
}

/** Returns the ids of the species that mean "nothing there". */
export function useBlanks(): ReadonlySet<number> {
  const { data } = useQuery<readonly Species[]>(blanks);
  return useMemo(() => new Set(data?.map(({ id }) => id)), [data]);
}

/** Makes a species. @param key the idempotency key: the same for each attempt */
export async function addSpecies(
  names: { readonly common_name: string; readonly scientific_name: string },
  key: string,
): Promise<Species> {
  const made = await answer(
    service.POST("/species", {
      body: { ...names, images: [] },
      params: { header: { "Idempotency-Key": key } },
    }),
  );
  // Results of earlier searches by letters or by name may now lack this species.
  for (const queryKey of [["species by prefix"], ["species named"]]) {
    void fetchAgain({ queryKey });
  }
  return { ...names, id: made.id };
}

/**
 * Returns cached species at once, so that they are known without a network. Outdated species are fetched again for the
 * next call.
 */
function known(options: FetchQueryOptions<readonly Species[]>): Promise<readonly Species[]> {
  const { data = [], isInvalidated } = queries.getQueryState<readonly Species[]>(options.queryKey) ?? {};
  // A species that was missing may have been added since.
  if (data.length === 0 || isInvalidated) return queries.fetchQuery(options);
  return queries.ensureQueryData({ ...options, revalidateIfStale: true });
}

async function speciesOf(id: number): Promise<Species | undefined> {
  const { data } = await service.GET("/species/{id}", { params: { path: { id } } });
  return data;
}
