import type { Detected, Detection } from "./detected.ts";

/** The frames of a video to import: for each category the one with its best detection, or all. */
export type Frames = "best" | "all";

/** The detections of a file to import, without duplicates and without those of kind `blank`. */
export function chosen(detected: Detected, frames: Frames): readonly Detection[] {
  const something = detected.detections.filter(({ label }) => label.taxon.kind !== "blank");
  const taken = frames === "all" || detected.frameRate === undefined ? something : bestOf(something);
  return [...new Map(taken.toReversed().map((each) => [placeOf(each), each])).values()].toReversed();
}

function bestOf(detections: readonly Detection[]): readonly Detection[] {
  const best = new Map<string, Detection>();
  for (const each of detections) {
    const before = best.get(each.category);
    if (before === undefined || (each.score ?? 0) > (before.score ?? 0)) best.set(each.category, each);
  }
  return detections.filter(({ category, frame }) => best.get(category)?.frame === frame);
}

/** The place of a detection in its file. Detections at the same place are duplicates. */
export function placeOf({ frame, category, box }: Detection): string {
  const shares = box === undefined ? "whole" : box.map((share) => share.toFixed(4)).join(",");
  return `${frame}/${category.slice(0, 64)}/${shares}`;
}
