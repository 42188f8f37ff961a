import { signal } from "@preact/signals";
import type { CaptureSource } from "../../api/capture-sources.ts";
import { placesText } from "../../text/places.ts";

/**
 * Whether the page shows no place: no map, no coordinates, no names of cameras, for a screen that others see. It ends
 * with the page.
 */
export const placesHidden = signal(false);

/** The name of a camera, or its number where it has to stay unknown. Each screen names cameras by this. */
export function cameraName(id: number, camera: Pick<CaptureSource, "name"> | undefined): string {
  const { numbered } = placesText.value;
  return placesHidden.value || camera === undefined ? numbered(id) : camera.name;
}
