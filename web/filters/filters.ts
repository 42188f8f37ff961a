import type { operations } from "../../client/paths.d.ts";
import { dayOf } from "../parts/local-time.ts";
import { idOf } from "../record-id.ts";

export type AnnotationQuery = NonNullable<operations["list-annotations"]["parameters"]["query"]>;
export type Review = NonNullable<AnnotationQuery["review"]>[number];

export const reviews: readonly Review[] = ["unreviewed", "one", "agreed", "disputed", "rejected"];

type Range = { readonly from: number; readonly to: number };

/** Filters for the labels of Find and Review, as the address has them. */
export type Filters = {
  /** Labels of any of these species. */
  readonly species?: readonly number[];
  /** A taxon that the species belongs to, such as `Carnivora`. */
  readonly taxon?: string;
  readonly camera?: number;
  /** Days by the camera's clock, both inclusive: `2026-03-02`. Either may be missing. */
  readonly days?: { readonly from?: string; readonly to?: string };
  /** Hours by the camera's clock, 0 to 24; `to` is exclusive. From 20 to 4 is the night. */
  readonly hours?: Range;
  /** `<latitude>,<longitude>,<kilometres>` */
  readonly near?: string;
  /** `<south>,<west>,<north>,<east>` */
  readonly bbox?: string;
  readonly observer?: string;
  /** Values of observations, each key at most once. The value `*` matches any value. */
  readonly observation?: readonly (readonly [key: string, value: string])[];
  readonly review?: readonly Review[];
  readonly voted?: "me" | "!me";
  readonly method?: "human" | "machine";
  /** A machine's confidence, from 0 to 1 in steps of 0.05. `to` is exclusive, unless it is 1. */
  readonly sure?: Range;
  /** Labels that this import made. */
  readonly import?: number;
};

export type FilterKind = keyof Filters;

/** The order in which filters are offered and shown. */
export const filterKinds: readonly FilterKind[] = [
  "species",
  "taxon",
  "camera",
  "days",
  "hours",
  "near",
  "bbox",
  "observer",
  "observation",
  "review",
  "voted",
  "method",
  "sure",
  "import",
];

const observationPrefix = "observation.";

/** Reads the filters of an address. Invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const text = (name: string) => params.get(name) || undefined;
  const one = <T>(name: string, known: readonly T[]) => known.find((each) => each === params.get(name));
  const species = [...new Set(params.getAll("species").map(idOf))].filter((id) => id !== undefined);
  const review = reviews.filter((each) => params.getAll("review").includes(each));
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))];
  const observation = [...new Map([...params].filter(([name]) => name.startsWith(observationPrefix)))].map(
    ([name, value]) => [name.slice(observationPrefix.length), value] as const,
  );
  return compact({
    species: species.length > 0 ? species : undefined,
    taxon: text("taxon"),
    camera: idOf(params.get("camera")),
    days: from || to ? compact({ from, to }) : undefined,
    hours: rangeOf(params.get("hours"), isHours),
    near: text("near"),
    bbox: text("bbox"),
    observer: text("observer"),
    observation: observation.length > 0 ? observation : undefined,
    review: review.length > 0 ? review : undefined,
    voted: one("voted", ["me", "!me"] as const),
    method: one("method", ["human", "machine"] as const),
    sure: rangeOf(params.get("sure"), isSure),
    import: idOf(params.get("import")),
  });
}

/** Returns the filters as parameters of an address. `readFilters` reads them back. */
export function writeFilters(filters: Filters): URLSearchParams {
  const { species, days, hours, observation, review, sure, ...plain } = filters;
  const range = (value: typeof hours) => value && `${value.from}-${value.to}`;
  const rest = { ...plain, ...days, hours: range(hours), sure: range(sure) };
  return new URLSearchParams([
    ...(species ?? []).map((id) => ["species", String(id)]),
    ...Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ...(observation ?? []).map(([key, value]) => [observationPrefix + key, value]),
    ...(review ?? []).map((each) => ["review", each]),
  ]);
}

/** Returns the filters as query parameters of the service. */
export function filterQuery(filters: Filters): AnnotationQuery {
  const { species, camera, days, hours, observation, review, voted, sure, ...same } = filters;
  return compact({
    ...same,
    species: species && [...species],
    capturesource: camera,
    "day[from]": days?.from,
    "day[to]": days?.to,
    "hour[from]": hours?.from,
    "hour[to]": hours?.to,
    observation: observation && Object.fromEntries(observation),
    review: review && [...review],
    votedby: voted,
    min_confidence: sure && String(sure.from),
    // A maximum of 1 alone would leave out labels without a confidence.
    max_confidence: sure && sure.to < 1 ? String(sure.to) : undefined,
  });
}

/** Identifies a filter: its kind, and for observations its key. */
export type FilterName = { readonly kind: FilterKind; readonly key?: string };

export function namesOf(filters: Filters): readonly FilterName[] {
  return filterKinds.flatMap((kind): readonly FilterName[] => {
    if (kind === "observation") return (filters.observation ?? []).map(([key]) => ({ kind, key }));
    return filters[kind] === undefined ? [] : [{ kind }];
  });
}

export function withoutFilter(filters: Filters, { kind, key }: FilterName): Filters {
  const left = key === undefined ? [] : (filters.observation ?? []).filter(([each]) => each !== key);
  const others = Object.fromEntries(Object.entries(filters).filter(([each]) => each !== kind));
  return left.length > 0 ? { ...others, observation: left } : others;
}

export function isHours({ from, to }: Range): boolean {
  return [from, to].every((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24) && from !== to;
}

/** The steps of confidence that the service accepts, from 0 to 1. */
export const steps: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);

export function isSure({ from, to }: Range): boolean {
  return steps.includes(from) && steps.includes(to) && from < to;
}

function rangeOf(text: string | null, isValid: (range: Range) => boolean): Range | undefined {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  const range = { from: Number(from), to: Number(to) };
  return isValid(range) ? range : undefined;
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the object without the properties that are `undefined`. */
function compact<T extends object>(value: T): Compact<T>;
function compact(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
