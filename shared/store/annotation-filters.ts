import { locationValue } from "../domain/location.ts";
import { nameKey } from "../domain/name-key.ts";
import type { Filter } from "../index/list-index.ts";
import type { NamedSpecies } from "./species-names.ts";

/** What a list of annotations can be filtered by, all at once. */
export type AnnotationFilters = {
  readonly name?: string | undefined;
  readonly videostream?: number | undefined;
  readonly capturesource?: number | undefined;
  readonly location?: string | undefined;
  readonly observer?: string | undefined;
  /** Key and value as in the query: `*` is any value, a backslash before a final `*` makes it a plain one. */
  readonly observation: readonly (readonly [key: string, value: string])[];
};

/** What filters name is found by, each by one round trip. */
export type Lookups = {
  readonly speciesNamed: (name: string) => Promise<readonly NamedSpecies[]>;
  /** The ids of the capture sources at a place. */
  readonly sourcesAt: (place: string) => Promise<readonly number[]>;
};

/** The filters as terms of the list index; every one of them must be passed. */
export async function filtersOf(filters: AnnotationFilters, lookups: Lookups): Promise<readonly Filter[]> {
  const { name, videostream, capturesource, location, observer, observation } = filters;
  const [byName, byPlace] = await Promise.all([
    name === undefined ? undefined : nameFilter(nameKey(name), lookups),
    location === undefined ? undefined : lookups.sourcesAt(locationValue(location)),
  ]);
  return [
    ...(videostream === undefined ? [] : [[["vs", videostream] as const]]),
    ...(capturesource === undefined ? [] : [[["cs", capturesource] as const]]),
    ...(observer === undefined ? [] : [[["ob", observer] as const]]),
    ...(byPlace === undefined ? [] : [byPlace.map((source) => ["cs", source] as const)]),
    ...(byName === undefined ? [] : [byName]),
    ...observation.map(pairFilter),
  ];
}

/** Identified as a species of that name, or noted under that name or another name of such a species. */
async function nameFilter(name: string, { speciesNamed }: Lookups): Promise<Filter> {
  const species = await speciesNamed(name);
  const names = new Set([name, ...species.flatMap(({ names }) => names)]);
  return [
    ...species.map(({ id }) => ["sp", id] as const),
    ...[...names].map((each) => ["nm", each] as const),
  ];
}

function pairFilter([key, value]: readonly [string, string]): Filter {
  if (value === "*") return [["h", key]];
  const literal = /^\\+\*$/.test(value) ? value.slice(1) : value;
  return [["kv", key, literal]];
}
