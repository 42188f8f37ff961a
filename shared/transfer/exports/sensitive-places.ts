import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { namesIn } from "../../domain/annotation/observation.ts";
import { locationValue } from "../../domain/place/location.ts";
import type { CaptureSource } from "../../domain/source/capture-source.ts";
import { nameKey } from "../../domain/species/name-key.ts";
import { Sensitivity } from "../../domain/species/traits.ts";
import { idsIn } from "../../index/list-index.ts";
import { annotationCounts } from "../../store/annotation/counts.ts";
import { annotationLookups } from "../../store/annotation/lookups.ts";
import { matchingAnnotations } from "../../store/annotation/reader.ts";
import { CaptureSourceItem } from "../../store/source/item.ts";
import { SpeciesItem } from "../../store/species/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { everyRecord, readRecords, streamsOfAnnotations } from "./read-records.ts";

/** Levels of sensitivity, the lowest first. */
const levels = ["low", "medium", "high", "extreme"] as const;
const ranks: readonly Sensitivity[] = ["none", ...levels];

/**
 * Places where sensitive species were ever seen, by `locationValue`, and the streams of extremely sensitive species.
 * They are found among all annotations, not only among those of an export. Otherwise, two exports together could reveal
 * a place.
 */
export const SensitivePlaces = z.object({
  places: z.record(z.string(), Sensitivity),
  /** The sensitivity of every other place. */
  elsewhere: Sensitivity,
  withheldStreams: z.array(z.int()),
  /** The sensitive species, from the least sensitive, with their names as name keys. */
  species: z._default(
    z.array(z.object({ id: z.int(), names: z.array(z.string()), sensitivity: Sensitivity })),
    [],
  ),
});
export type SensitivePlaces = z.infer<typeof SensitivePlaces>;

/** For callers who may see every place. */
export const noSensitivePlaces: SensitivePlaces = {
  places: {},
  elsewhere: "none",
  withheldStreams: [],
  species: [],
};

export function sensitivityAt({ places, elsewhere }: Pick<SensitivePlaces, "places" | "elsewhere">) {
  return ({ location }: Pick<CaptureSource, "location">): Sensitivity =>
    places[locationValue(location)] ?? elsewhere;
}

/**
 * Returns a function that returns true for a label whose species is more sensitive than the known sensitivity of its
 * place. There are such labels if somebody has voted for or typed a sensitive species since the sensitive places were
 * found.
 */
export function tellsPlace({ species, ...places }: Omit<SensitivePlaces, "withheldStreams">) {
  const levelAt = sensitivityAt(places);
  const byId = new Map(species.map(({ id, sensitivity }) => [id, sensitivity]));
  // Of two species with one name, the more sensitive one comes later and replaces the other.
  const byName = new Map(
    species.flatMap(({ names, sensitivity }) => names.map((name) => [name, sensitivity])),
  );
  return ({ identifications, observation = {} }: Annotation, source: CaptureSource | undefined): boolean => {
    if (source === undefined || species.length === 0) return false;
    const named = [
      ...identifications.map((each) => byId.get(each.species)),
      ...namesIn(observation).map((name) => byName.get(name)),
    ];
    const known = ranks.indexOf(levelAt(source));
    return named.some((level = "none") => ranks.indexOf(level) > known);
  };
}

/**
 * Finds the sensitive places in the list index, by votes for each sensitive species and by observations with one of its
 * names.
 */
export async function sensitivePlaces(table: Table): Promise<SensitivePlaces> {
  const count = annotationCounts(table, annotationLookups(table));
  const find = matchingAnnotations(table, annotationLookups(table));
  const all = await everyRecord(table, "species", keys.species, SpeciesItem);
  const bySensitivity = Map.groupBy(all, ({ sensitivity }) => sensitivity ?? "none");
  const places: Record<string, Sensitivity> = {};
  let elsewhere: Sensitivity = "none";
  for (const level of levels) {
    const species = bySensitivity.get(level)?.map(({ id }) => id) ?? [];
    if (species.length === 0) continue;
    const { cells } = await count({ species, observation: [] }, ["capturesource"]);
    if ("tooMany" in cells) {
      // The species was seen nearly everywhere.
      elsewhere = level;
      for (const place of Object.keys(places)) delete places[place];
      continue;
    }
    const seen = cells.map(({ values }) => Number(values[0]));
    for (const { location } of await readRecords(table, seen, keys.captureSource, CaptureSourceItem)) {
      places[locationValue(location)] = level;
    }
  }
  const sensitive = levels.flatMap((sensitivity) =>
    (bySensitivity.get(sensitivity) ?? []).map(({ id, commonName, scientificName }) => ({
      ...{ id, sensitivity },
      names: [...new Set([commonName, scientificName].map(nameKey))],
    })),
  );
  const found = { places, elsewhere, species: sensitive };
  const extreme = bySensitivity.get("extreme")?.map(({ id }) => id) ?? [];
  if (extreme.length === 0) return { ...found, withheldStreams: [] };
  const ids = idsIn(await find({ species: extreme, observation: [] }));
  return { ...found, withheldStreams: [...(await streamsOfAnnotations(table, ids))] };
}
