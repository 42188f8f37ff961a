import { signal } from "@preact/signals";
import type { CaptureSource } from "../../api/capture-sources.ts";
import { placesText } from "../../text/places.ts";

/**
 * `true` if the page hides all places: the map, coordinates and names of cameras, for when others see the screen. A
 * reload of the page sets it to `false`.
 */
export const placesHidden = signal(false);

/** Returns the name of a camera, or its number while places are hidden. All screens name cameras with this function. */
export function cameraName(id: number, camera: Pick<CaptureSource, "name"> | undefined): string {
  const { numbered } = placesText.value;
  return placesHidden.value || camera === undefined ? numbered(id) : camera.name;
}
