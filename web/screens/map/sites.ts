import type { CaptureSource } from "../../api/capture-sources.ts";
import { type Place, placeOf } from "../../parts/places/place.ts";

/** A camera with its numbers for the map and the table. */
export type Site = {
  readonly id: number;
  readonly camera: CaptureSource;
  readonly place: Place;
  /** Number of labels that match the filters. */
  readonly labels: number;
  /** `undefined` while the time is unknown. */
  readonly recordedSeconds: number | undefined;
};

type LabelRows = readonly { readonly capturesource?: number; readonly count: number }[];
type EffortRows = readonly { readonly capturesource?: number; readonly seconds: number }[];

/** Returns the cameras with their numbers, those with the most labels first. */
export function sitesOf(
  cameras: Iterable<CaptureSource>,
  labels: LabelRows,
  effort: EffortRows | undefined,
): readonly Site[] {
  const count = new Map(labels.map((row) => [row.capturesource, row.count]));
  const seconds = effort && new Map(effort.map((row) => [row.capturesource, row.seconds]));
  return [...cameras]
    .map((camera) => ({
      id: camera.id,
      camera,
      place: placeOf(camera.location),
      labels: count.get(camera.id) ?? 0,
      recordedSeconds: seconds && (seconds.get(camera.id) ?? 0),
    }))
    .sort((a, b) => b.labels - a.labels || a.id - b.id);
}
