import type { Near } from "../../domain/place/filters.ts";
import { type Area, box, type Corners, circle } from "../../domain/place/sphere.ts";
import { invalid } from "../../domain/wire/fault.ts";
import type { Filter } from "../../index/list-index.ts";

export type ByPlace = { readonly near?: Near | undefined; readonly bbox?: Corners | undefined };

/** The look-up of the filters by areas. One round trip. */
export type PlaceLookups = {
  /** The ids of the capture sources that are in all the areas. */
  readonly sourcesWithin: (areas: readonly Area[]) => Promise<readonly number[]>;
};

/** Maximum number of capture sources in an area. Each is a term of the list index. */
const maxSources = 100;

/**
 * The filters by areas as terms: annotations of the capture sources there.
 * @throws Fault `invalid-request` for too many sources
 */
export async function placeFilters(
  { near, bbox }: ByPlace,
  { sourcesWithin }: PlaceLookups,
): Promise<readonly Filter[]> {
  if (near === undefined && bbox === undefined) return [];
  const sources = await sourcesWithin([
    ...(near ? [circle(near.centre, near.km)] : []),
    ...(bbox ? [box(bbox)] : []),
  ]);
  if (sources.length <= maxSources) return [sources.map((id) => ["cs", id] as const)];
  const [name, advice] = near ? ["near", "choose a shorter distance"] : ["bbox", "choose a smaller box"];
  throw invalid(
    `/${name}`,
    `\`${name}\` must have at most ${maxSources} capture sources in it, but has ${sources.length}: ${advice}.`,
  );
}
