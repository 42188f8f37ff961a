import { maxPairs } from "../../domain/annotation/observation.ts";
import type { stretchOf } from "../../domain/annotation/stretch.ts";
import { locationValue } from "../../domain/place/location.ts";
import { timeFiltersOf } from "../../domain/time/filters.ts";
import type { Filter } from "../../index/list-index.ts";
import { type ByPlace, type PlaceLookups, placeFilters } from "../place/filters.ts";
import { type BySpecies, type SpeciesLookups, speciesFilters } from "../species/filters.ts";
import type { RightTimes } from "./moved-times.ts";
import { type ByReview, reviewTerms } from "./review-terms.ts";
import { type ByTime, type TimeLookups, timeTerms } from "./time-terms.ts";

/** The filters of a list of annotations. A record must match all of them. */
export type AnnotationFilters = BySpecies &
  ByPlace &
  ByTime &
  ByReview &
  Parameters<typeof stretchOf>[0] & {
    /** The ids of streams. An annotation must be of one of them. */
    readonly videostream?: readonly number[] | undefined;
    readonly capturesource?: number | undefined;
    readonly location?: string | undefined;
    readonly observer?: string | undefined;
    readonly import?: number | undefined;
    /** Key and value as in the query: `*` matches any value. A backslash before a final `*` makes it literal. */
    readonly observation: readonly (readonly [key: string, value: string])[];
  };

/** The look-ups that filters need. Each is one round trip. */
export type Lookups = SpeciesLookups &
  PlaceLookups &
  TimeLookups & {
    /** The ids of the users with this display name or e-mail address. */
    readonly usersCalled: (nameOrEmail: string) => Promise<readonly number[]>;
    /** The ids of the capture sources at a location, normalised by `locationValue`. */
    readonly sourcesAt: (location: string) => Promise<readonly number[]>;
  };

/** Returns true if no annotation can match, because the filters have more keys than an observation can have. */
export function matchNothing({ observation }: AnnotationFilters): boolean {
  return new Set(observation.map(([key]) => key)).size > maxPairs;
}

/**
 * Converts the filters to those of the list index, and adds the correct times of annotations whose stored times are
 * outdated.
 * @param order `time` for lists by time, which need the correct times even without a filter by time
 */
export async function filtersOf(
  filters: AnnotationFilters,
  lookups: Lookups,
  order?: "time",
): Promise<RightTimes> {
  const time = timeFiltersOf(filters);
  const isByTime = order !== undefined || Object.values(time).some((filter) => filter !== undefined);
  const [others, parents] = await Promise.all([
    otherFilters(filters, lookups),
    isByTime ? lookups.movedParents() : undefined,
  ]);
  if (parents === undefined) return { filters: others, moved: [] };
  // Reads ids by time after the pending corrections, so that every outdated id belongs to a known correction.
  const byTime = await timeTerms(time, lookups.idsBetween);
  return lookups.withRightTimes(parents, others, byTime, time);
}

async function otherFilters(filters: AnnotationFilters, lookups: Lookups): Promise<readonly Filter[]> {
  const { videostream, capturesource, location, observer, observation } = filters;
  const [byObserver, byLocation, bySpecies, byPlace] = await Promise.all([
    observer === undefined ? undefined : observerFilter(observer, lookups),
    location === undefined ? undefined : lookups.sourcesAt(locationValue(location)),
    speciesFilters(filters, lookups),
    placeFilters(filters, lookups),
  ]);
  return [
    ...(videostream === undefined ? [] : [videostream.map((id) => ["vs", id] as const)]),
    ...(capturesource === undefined ? [] : [[["cs", capturesource] as const]]),
    ...(byObserver === undefined ? [] : [byObserver]),
    ...(byLocation === undefined ? [] : [byLocation.map((source) => ["cs", source] as const)]),
    ...bySpecies,
    ...byPlace,
    ...reviewTerms(filters),
    ...(filters.import === undefined ? [] : [[["im", filters.import] as const]]),
    ...observation.map(pairFilter),
  ];
}

/**
 * Matches annotations with this typed observer, and annotations without a typed observer that show an author of this
 * name.
 */
async function observerFilter(observer: string, { usersCalled }: Lookups): Promise<Filter> {
  const authors = await usersCalled(observer);
  return [["ob", observer], ...authors.map((id) => ["au", id] as const)];
}

function pairFilter([key, value]: readonly [string, string]): Filter {
  if (value === "*") return [["h", key]];
  const literal = /^\\+\*$/.test(value) ? value.slice(1) : value;
  return [["kv", key, literal]];
}
