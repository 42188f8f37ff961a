import { locationValue } from "../domain/location.ts";
import { nameKey } from "../domain/name-key.ts";
import { maxPairs } from "../domain/observation.ts";
import type { Filter } from "../index/list-index.ts";
import type { NamedSpecies } from "./species-names.ts";

/** The filters of a list of annotations. A record must match all of them. */
export type AnnotationFilters = {
  readonly name?: string | undefined;
  readonly videostream?: number | undefined;
  readonly capturesource?: number | undefined;
  readonly location?: string | undefined;
  readonly observer?: string | undefined;
  /** Key and value as in the query: `*` matches any value. A backslash before a final `*` makes it literal. */
  readonly observation: readonly (readonly [key: string, value: string])[];
};

/** The look-ups that filters need. Each takes one round trip. */
export type Lookups = {
  /** The ids of the users with this display name or e-mail address. */
  readonly usersCalled: (nameOrEmail: string) => Promise<readonly number[]>;
  readonly speciesNamed: (name: string) => Promise<readonly NamedSpecies[]>;
  /** The ids of the capture sources at a location, normalised by `locationValue`. */
  readonly sourcesAt: (location: string) => Promise<readonly number[]>;
};

/** Whether no annotation can match: none has more keys than an observation can have. */
export function matchNothing({ observation }: AnnotationFilters): boolean {
  return new Set(observation.map(([key]) => key)).size > maxPairs;
}

/** The filters as terms of the list index. */
export async function filtersOf(filters: AnnotationFilters, lookups: Lookups): Promise<readonly Filter[]> {
  const { name, videostream, capturesource, location, observer, observation } = filters;
  const [byObserver, byName, byLocation] = await Promise.all([
    observer === undefined ? undefined : observerFilter(observer, lookups),
    name === undefined ? undefined : nameFilter(nameKey(name), lookups),
    location === undefined ? undefined : lookups.sourcesAt(locationValue(location)),
  ]);
  return [
    ...(videostream === undefined ? [] : [[["vs", videostream] as const]]),
    ...(capturesource === undefined ? [] : [[["cs", capturesource] as const]]),
    ...(byObserver === undefined ? [] : [byObserver]),
    ...(byLocation === undefined ? [] : [byLocation.map((source) => ["cs", source] as const)]),
    ...(byName === undefined ? [] : [byName]),
    ...observation.map(pairFilter),
  ];
}

/** Matches annotations with this observer typed, and those of the author whom they show instead. */
async function observerFilter(observer: string, { usersCalled }: Lookups): Promise<Filter> {
  const authors = await usersCalled(observer);
  return [["ob", observer], ...authors.map((id) => ["au", id] as const)];
}

/** Matches annotations identified as a species with this name, or observed under any name of such a species. */
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
